"""Runs of cases: a process of `galley batch` for messages, one process for each other case."""

import json
import os
import pathlib
import re
import selectors
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The installed fonts as they were found and checked, which takes longer than a case may.
CACHE = ROOT / ".build/hostile-cache"


@dataclass
class Limits:
    seconds: float
    megabytes: int

    @property
    def environment(self):
        sanitizer = (
            "handle_sigill=1:detect_stack_use_after_return=1:allocator_may_return_null=1:detect_leaks=0"
            f":hard_rss_limit_mb={self.megabytes}")
        return {**os.environ, "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": sanitizer, "XDG_CACHE_HOME": str(CACHE)}


@dataclass
class Result:
    """An outcome: drawn, or answered with an error; a fault is a crash, a hang or a sanitizer's report."""

    seconds: float
    megabytes: float = 0
    error: str | None = None
    fault: str | None = None
    processor_ms: float = 0


def peak_of(pid):
    """Returns the greatest memory of a process, in megabytes; 0 if it has ended."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    peak = re.search(r"VmHWM:\s+(\d+)", text)
    return int(peak.group(1)) / 1024 if peak else 0


def font_manifest():
    """Returns the path of the manifest of this machine's fonts."""
    path = subprocess.run([ROOT / "scripts/font-manifest"], check=True, capture_output=True, text=True).stdout.strip()
    return str(ROOT / path)


def fill_cache(program, fonts, limits):
    """Lets a program check the installed fonts."""
    subprocess.run(
        [program, "layout", "a", "--fonts", fonts], check=True, env=limits.environment, stdout=subprocess.DEVNULL)


def running_time(pid):
    """Returns the processor time of the main thread, in nanoseconds."""
    return int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[0])


class Server:
    """A process that answers messages one by one, and is started again after a fault."""

    def __init__(self, program, fonts, limits, format="png"):
        # A single thread answers each line before it reads the next.
        self.words = [
            program, "batch", "-", "--out", "-", "--jobs", "1", "--format", format, "--fonts", fonts, "--quiet"]
        self.limits = limits
        self.process = None

    def start(self):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, bufsize=0,
            env=self.limits.environment)
        os.set_blocking(self.process.stdout.fileno(), False)
        os.set_blocking(self.process.stdin.fileno(), False)
        self.output = b""

    def close(self):
        if self.process:
            self.process.stdin.close()
            self.process.kill()
            self.process.wait()
            self.process = None

    def answer(self, line):
        """Sends a message, and returns the outcome."""
        if not self.process:
            self.start()
        # Resets the greatest memory.
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
        begin, before = time.monotonic(), running_time(self.process.pid)
        answer = self.exchange(line.replace(b"\n", b" ") + b"\n", begin + self.limits.seconds)
        seconds = time.monotonic() - begin
        if answer is None:
            is_alive = self.process.poll() is None
            self.close()
            self.log.seek(0)
            tail = self.log.read()[-400:].decode(errors="replace").strip()
            return Result(seconds, fault=f"no answer in {self.limits.seconds:g} s" if is_alive else f"crash: {tail}")
        first = json.loads(answer)
        return Result(
            seconds, peak_of(self.process.pid), error=first.get("error"),
            processor_ms=(running_time(self.process.pid) - before) / 1e6)

    def exchange(self, data, deadline):
        """Writes a line and returns the answer; None if it does not come in time."""
        process = self.process
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            selector.register(process.stdin, selectors.EVENT_WRITE)
            while True:
                left = deadline - time.monotonic()
                if left <= 0:
                    return None
                for key, _ in selector.select(left):
                    if key.fileobj is process.stdin:
                        try:
                            data = data[os.write(process.stdin.fileno(), data[:65_536]):]
                        except BrokenPipeError:
                            data = b""
                        if not data:
                            selector.unregister(process.stdin)
                        continue
                    part = os.read(process.stdout.fileno(), 1 << 20)
                    if not part:
                        process.wait()
                        return None
                    self.output += part
                    if self.output.endswith(b"\n"):
                        # The first line describes the run.
                        answer = self.output.splitlines()[-1]
                        self.output = b""
                        if answer.startswith(b'{"line"'):
                            return answer


def run_command(case, program, fonts, limits):
    """Runs a case of its own files in a process."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in case.files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        testing = ROOT / "Fonts/testing/testing.json"
        words = [word.replace("{folder}", folder).replace("{testing}", str(testing)) for word in case.words]
        if "--fonts" not in words:
            words += ["--fonts", fonts]
        # Nothing of a case is kept for the next one.
        cache = shutil.copytree(CACHE, f"{folder}/.cache")
        return run([program, *words], limits, {"XDG_CACHE_HOME": cache})


def run(words, limits, environment, output=subprocess.DEVNULL):
    """Runs a process, and returns the outcome with its peak of memory."""
    begin = time.monotonic()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=output, stderr=log, env={**limits.environment, **environment})
        peak = 0
        while (code := process.poll()) is None:
            if time.monotonic() > begin + limits.seconds:
                process.kill()
                process.wait()
                return Result(limits.seconds, peak, fault=f"no end in {limits.seconds:g} s")
            peak = peak_of(process.pid) or peak
            time.sleep(0.002)
        log.seek(0)
        text = log.read().decode(errors="replace").strip()
    result = Result(time.monotonic() - begin, peak)
    if code < 0 or code not in (0, 1, 2) or "Sanitizer" in text:
        result.fault = f"status {code}: {text[-400:]}"
    elif code:
        result.error = text
    return result


def glyphs(text, font, program, fonts, limits):
    """Returns the glyphs of a text in a font, sorted."""
    with tempfile.TemporaryFile() as output:
        words = [program, "layout", text, "--text", "--shape", "--font-file", font, "--fonts", fonts, "--width", "none"]
        run(words, limits, {}, output)
        output.seek(0)
        shaped = output.read().decode()
    return sorted(int(glyph) for glyph in re.findall(r"[\[|](\d+)=", shaped))


def reference_glyphs(text, font):
    """Returns the glyphs that HarfBuzz's own program gives a text, sorted."""
    shaped = subprocess.run(
        ["hb-shape", "--no-glyph-names", "--no-positions", "--no-clusters", "--language=und", font, "--text", text],
        check=True, capture_output=True, text=True).stdout
    return sorted(int(glyph) for glyph in shaped.strip().strip("[]").split("|") if glyph)
