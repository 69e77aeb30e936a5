"""The `galley` command."""

import json
import os
import subprocess


class Galley:
    """The built command line, with a folder for its input and output."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = folder

    def run(self, *arguments):
        """Runs a command and returns its output. A failure ends the comparison."""
        result = subprocess.run([self.path, *arguments], capture_output=True, text=True)
        if result.returncode != 0:
            raise SystemExit(f"galley {' '.join(arguments)}\n{result.stderr}")
        return result.stdout

    def layouts(self, messages, fonts, *options):
        """Returns the layouts of messages, in order."""
        path = self.lines(messages)
        output = self.run("layout", "--jsonl", path, "--fonts", fonts, *options)
        return [json.loads(line) for line in output.splitlines()]

    def pictures(self, messages, fonts, padding, *options):
        """Returns the paths of the pictures of messages, at two pixels per point."""
        folder = os.path.join(self.folder, f"pictures-{padding}")
        path = self.lines(messages)
        self.run(
            "render", "--jsonl", path, "--fonts", fonts, "--scale", "2", "--padding", str(padding),
            "--output-dir", folder, *options)
        return [os.path.join(folder, message["id"] + ".png") for message in messages]

    def chat(self, message, fonts, width):
        """Returns the path of the picture of a conversation with one message."""
        conversation = os.path.join(self.folder, "chat.json")
        picture = os.path.join(self.folder, f"chat-{message['id']}.png")
        own = {key: message[key] for key in ("text", "lang", "dir") if key in message}
        with open(conversation, "w", encoding="utf-8") as file:
            json.dump([dict(own, sender="A")], file)
        self.run(
            "chat", conversation, "--fonts", fonts, "--scale", "2", "--width", str(width),
            "-o", picture)
        return picture

    def lines(self, messages):
        path = os.path.join(self.folder, "messages.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for message in messages:
                own = {key: value for key, value in message.items() if key != "family"}
                file.write(json.dumps(own, ensure_ascii=False) + "\n")
        return path
