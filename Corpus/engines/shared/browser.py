"""A headless Chromium, controlled through its DevTools pipe."""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile

# Grayscale antialiasing, no hinting, two pixels per point, as in Galley's pictures. Containers run as
# root, for whom Chromium has no sandbox, and have little shared memory.
OPTIONS = [
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
    "--disable-lcd-text", "--font-render-hinting=none", "--force-device-scale-factor=2",
    "--force-color-profile=srgb", "--allow-file-access-from-files", "--remote-debugging-pipe",
]


# Chromium takes rendering settings from fontconfig, also for web fonts; --font-render-hinting does
# not affect these in the new headless mode.
FONTCONFIG = """<?xml version="1.0"?><fontconfig>
<dir>/usr/share/fonts</dir>
<match target="pattern">
  <edit name="hinting" mode="assign"><bool>false</bool></edit>
  <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
  <edit name="antialias" mode="assign"><bool>true</bool></edit>
  <edit name="rgba" mode="assign"><const>none</const></edit>
</match>
</fontconfig>"""


class Browser:
    """A running Chromium with one page. A context manager, which ends the process."""

    def __init__(self):
        path = self.path = shutil.which("chromium") or shutil.which("google-chrome")
        if path is None:
            print("apt-get install chromium", file=sys.stderr)
            sys.exit(69)
        self.profile = tempfile.mkdtemp(prefix="galley-chromium-")
        settings = os.path.join(self.profile, "fonts.conf")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(FONTCONFIG)
        to_browser, from_browser = os.pipe(), os.pipe()

        def connect():
            # Chromium reads commands from descriptor 3 and writes answers to 4. The pipes' own
            # numbers may be 3 or 4, so they move out of the way first.
            read, write = os.dup(to_browser[0]), os.dup(from_browser[1])
            high = [os.dup2(read, 63), os.dup2(write, 64)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [path, *OPTIONS, f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=connect, close_fds=False, env=dict(os.environ, FONTCONFIG_FILE=settings),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser[0])
        os.close(from_browser[1])
        self.commands = os.fdopen(to_browser[1], "wb", buffering=0)
        self.answers = os.fdopen(from_browser[0], "rb")
        self.count = 0
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        self.call("Page.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self):
        """Returns the next message of the browser."""
        data = bytearray()
        while (byte := self.answers.read(1)) != b"\0":
            if not byte:
                raise SystemExit("chromium: Chromium ended")
            data += byte
        return json.loads(data)

    def call(self, method, **parameters):
        """Returns the result of a command of the DevTools protocol."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.commands.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise SystemExit(f"chromium: {method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, html):
        """Shows a page and waits until its fonts are loaded."""
        path = os.path.join(self.profile, "page.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(html)
        self.visit("file://" + path)
        # Layout triggers the loading of fonts, which is lazy.
        self.evaluate(
            "(document.body.offsetHeight, document.fonts.ready.then(() => "
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))))")

    def visit(self, address):
        """Shows the page of an address and waits until it is loaded."""
        self.call("Page.navigate", url=address)
        while self.receive().get("method") != "Page.loadEventFired":
            pass

    def press(self, key):
        """Presses a key, such as `a` or `ArrowRight`."""
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, selector):
        """Clicks into the middle of an element."""
        # Clicks reach what the last frame shows, so scrolling needs one.
        x, y = self.evaluate(
            "(async e => { e.scrollIntoView({block: 'center', behavior: 'instant'});"
            " for (const _ of [1, 2]) await new Promise(requestAnimationFrame);"
            " const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]"
            f" }})(document.querySelector({json.dumps(selector)}))")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def evaluate(self, expression):
        """Returns the value of a JavaScript expression, and awaits promises."""
        result = self.call(
            "Runtime.evaluate", awaitPromise=True,
            expression=f"Promise.resolve({expression}).then(JSON.stringify)")
        if "exceptionDetails" in result:
            raise SystemExit("chromium: " + json.dumps(result["exceptionDetails"]))
        return json.loads(result["result"].get("value") or "null")

    def picture(self, x, y, width, height, scale=1):
        """Returns a part of the page, in CSS pixels, as PNG."""
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": scale}
        result = self.call(
            "Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        return base64.b64decode(result["data"])
