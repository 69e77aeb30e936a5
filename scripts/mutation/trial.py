"""Runs of the tests with a mutant."""

import collections
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading

ISSUE = re.compile(r"recorded an issue|Fatal error")
# A suite that takes this much longer than the fastest, in seconds of the processor, runs after the others.
FAST = 0.5


class Trial:
    """The tests, and what each suite reaches."""

    def __init__(self, binary, fonts, folder):
        self.binary, self.folder = binary, folder
        # Tests that measure time are disabled, as under a sanitizer.
        self.environment = dict(os.environ, GALLEY_FONTS=fonts, GALLEY_SANITIZER="mutation",
                                SWIFT_BACKTRACE="enable=no")
        # The suites by the mutants that they reach, and the seconds of the processor that each takes.
        self.reaching, self.times = collections.defaultdict(set), {}

    def suites(self, test_target):
        """Returns the suites of a test target, and its tests outside suites."""
        listing = subprocess.run(
            [self.binary, "--testing-library", "swift-testing", "--list-tests"],
            env=self.environment, stdout=subprocess.PIPE, text=True, check=True, cwd=self.folder).stdout
        return sorted({line.split("/")[0] for line in listing.splitlines()
                       if line.startswith(test_target + ".")})

    def run(self, suites, limit, **variables):
        """Runs suites until the first issue, and returns the outcome and the seconds of the processor.

        The limit is of the processor's time, because other programs may take the rest, and of ten times
        as much in all, because a test may wait for ever.
        """
        pattern = "^(" + "|".join(re.escape(suite) for suite in suites) + ")(/|$)"
        process = subprocess.Popen(
            [self.binary, "--testing-library", "swift-testing", "--filter", pattern],
            env=self.environment | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            cwd=self.folder,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 5)))
        is_late = threading.Event()

        def kill():
            # Popen.kill reaps a process that has ended, whose usage is then lost.
            os.kill(process.pid, signal.SIGKILL)

        def stop():
            is_late.set()
            kill()

        timer = threading.Timer(10 * limit, stop)
        timer.start()
        has_issue = False
        for line in process.stdout:
            if ISSUE.search(line.decode(errors="replace")):
                has_issue = True
                kill()
                break
        process.stdout.close()
        # The timer stops before the process is reaped, because its number may then be another's.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        timer.cancel()
        timer.join()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        if is_late.is_set() or process.returncode == -signal.SIGXCPU:
            return "timeout", seconds
        if has_issue:
            return "failed", seconds
        return ("passed" if status == 0 else "crashed"), seconds

    def explore(self, suites, count, report):
        """Runs each suite without a mutant, to find what it reaches and how long it takes."""
        for suite in suites:
            if suite in self.times:
                continue
            with tempfile.NamedTemporaryFile() as file:
                outcome, seconds = self.run([suite], 600, GALLEY_MUTANTS_REACHED=file.name)
                marks = file.read(count)
            if outcome != "passed":
                report(f"left out, because it {outcome} without a mutant: {suite}")
                continue
            self.times[suite] = seconds
            for number, mark in enumerate(marks):
                if mark:
                    self.reaching[number].add(suite)

    def outcome(self, mutant, suites):
        """Returns the outcome of those of the suites that reach a mutant, the fast ones first."""
        own = [suite for suite in suites if suite in self.reaching[mutant]]
        least = min(self.times.values(), default=0)
        groups = [[suite for suite in own if (self.times[suite] - least < FAST) == is_fast]
                  for is_fast in (True, False)]
        result = "not reached"
        for group in filter(None, groups):
            limit = 10 + 3 * (least + sum(self.times[suite] - least for suite in group))
            result, _ = self.run(group, limit, GALLEY_MUTANT=str(mutant))
            if result != "passed":
                break
        return result
