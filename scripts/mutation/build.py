"""The build of the mutants, which drops the sites that do not compile."""

import collections
import json
import re
import subprocess

from . import package

ERROR = re.compile(r"^(/[^:\n]+):(\d+):\d+: error: (.*)$", re.MULTILINE)
SYMBOL = re.compile(f"[{package.DIGITS}]{{4}}")
# Whole modules, so that the operators are inlined, and optimized, because a test process runs per mutant.
OPTIONS = ["--configuration", "release", "-debug-info-format", "none", "-Xswiftc",
           "-whole-module-optimization", "-Xswiftc", "-enable-testing", "-Xswiftc", "-suppress-warnings"]


class Build:
    """The copy of the package and its builds."""

    def __init__(self, root, folder, modules, tests):
        self.root, self.copy, self.products = root, folder / "package", folder / "build"
        self.modules, self.tests = modules, tests
        # The sites that did not compile, by path; each is its line's text and its position there.
        self.record = folder / "rejected.json"
        self.rejected = collections.defaultdict(set)
        if self.record.exists():
            for path, places in json.loads(self.record.read_text(encoding="utf-8")).items():
                self.rejected[path] = {tuple(place) for place in places}

    @property
    def binary(self):
        return next((self.products / "release").glob("*.xctest"))

    def run(self, sites, report):
        """Builds all that compiles, and returns the sites that did."""
        left = self.accepted(sites)
        for module in self.modules + [None]:
            while True:
                package.make(self.root, self.copy, self.modules, self.tests, left)
                target = ["--target", f"Galley{module}"] if module else ["--build-tests"]
                report(f"building {module or 'the tests'} with {len(left)} sites")
                done = subprocess.run(
                    ["swift", "build", "--package-path", self.copy, "--scratch-path", self.products,
                     *target, *OPTIONS], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                    check=False)
                if done.returncode == 0:
                    break
                bad = self.blamed(done.stdout, left)
                if not bad:
                    raise RuntimeError(f"the mutants do not build:\n{done.stdout[-4000:]}")
                for site in bad:
                    self.rejected[site.path].add((site.text, site.ordinal))
                self.record.write_text(json.dumps({path: sorted(places) for path, places
                                                   in self.rejected.items()}), encoding="utf-8")
                left = self.accepted(left)
        return left

    def accepted(self, sites):
        """Returns the sites that were not found not to compile."""
        return [site for site in sites if (site.text, site.ordinal) not in self.rejected[site.path]]

    def blamed(self, output, sites):
        """Returns the sites that the errors of a build are about."""
        by_symbol = {package.name(site): site for site in sites}
        by_path = collections.defaultdict(list)
        for site in sites:
            by_path[site.path].append(site)
        result = {}
        for file, line, message in ERROR.findall(output):
            own = by_path[file.removeprefix(f"{self.copy}/Sources/")]
            named = [by_symbol[symbol] for symbol in SYMBOL.findall(message) if symbol in by_symbol]
            # The operator that is named, else those of the line, else those nearby.
            for width in (None, 0, 2, 8, 30):
                bad = named if width is None else [
                    site for site in own if abs(site.line - int(line)) <= width]
                if bad:
                    break
            result.update({site.number: site for site in bad})
        return list(result.values())
