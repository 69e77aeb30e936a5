"""A copy of the package in which the environment selects one mutant (mutant schemata).

Every site becomes an operator or a call of its own that asks for the number of the active mutant, so that
one build serves all mutants. A variable in C holds the number, set before any Swift code runs.
"""

import os
import pathlib
import re

# Operator characters; four of them are the name of an operator.
DIGITS = "¡¢£¤¥¦§©«¬®°±¶»¿"
PRECEDENCE = {
    "<": "Comparison", "<=": "Comparison", ">": "Comparison", ">=": "Comparison",
    "==": "Comparison", "!=": "Comparison", "+": "Addition", "-": "Addition",
    "&+": "Addition", "&-": "Addition", "+=": "Assignment", "-=": "Assignment",
    "&&": "LogicalConjunction", "||": "LogicalDisjunction", "..<": "RangeFormation",
    "...": "RangeFormation",
}
HEADER = """#include <stdbool.h>

extern int galley_mutant;
extern unsigned char *galley_mutant_reached;

/// Whether the mutant is active. Marks it as reached if its file is open.
__attribute__((always_inline)) static inline bool galley_mutates(int number) {
  if (galley_mutant_reached) galley_mutant_reached[number] = 1;
  return galley_mutant == number;
}
"""
SOURCE = """#include "mutants.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int galley_mutant = -1;
unsigned char *galley_mutant_reached;

__attribute__((constructor)) static void start(void) {
  const char *number = getenv("GALLEY_MUTANT"), *path = getenv("GALLEY_MUTANTS_REACHED");
  if (number) galley_mutant = atoi(number);
  if (!path) return;
  int file = open(path, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, 1 << 20)) abort();
  void *bytes = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) abort();
  galley_mutant_reached = bytes;
}
"""
MANIFEST = """
// Appended by scripts/mutate: only the tested modules and their tests, and a variable for the mutant.
var waiting = [%(tests)s]
var kept: Set<String> = []
while let name = waiting.popLast() {
  guard kept.insert(name).inserted,
    let target = package.targets.first(where: { $0.name == name })
  else { continue }
  for case .byNameItem(let dependency, _) in target.dependencies { waiting.append(dependency) }
}
package.targets.removeAll { !kept.contains($0.name) }
package.products = []
package.dependencies = []
for target in package.targets where [%(modules)s].contains(target.name) {
  target.dependencies.append("GalleyMutants")
}
package.targets.append(.target(name: "GalleyMutants", path: "Sources/GalleyMutants"))
"""


def name(site):
    """Returns the operator of a site."""
    digits = [DIGITS[site.number >> shift & 15] for shift in (12, 8, 4, 0)]
    return "".join(digits)


def replacement(site):
    """Returns the source text that takes the place of a site."""
    if site.kind in ("number", "boolean"):
        return f"galleyMutated{site.kind.title()}({site.number}, {site.original}, {site.changes[0]})"
    return name(site)


def operator(site):
    """Returns the declarations of the operator of a site; none for literals."""
    symbol, original = name(site), site.original
    head = "@_transparent public"
    if site.kind == "sign":
        return (f"prefix operator {symbol}\n{head} prefix func {symbol} <T: SignedNumeric>(a: T) -> T "
                f"{{ galley_mutates({site.number}) ? a : -a }}\n")
    if site.kind == "negation":
        return (f"prefix operator {symbol}\n{head} prefix func {symbol} (a: Bool) -> Bool "
                f"{{ galley_mutates({site.number}) ? a : !a }}\n")
    if site.kind != "binary":
        return ""
    choice = "".join(f"galley_mutates({site.number + index}) ? a {change} b : "
                     for index, change in enumerate(site.changes))
    body = f"{{ {choice}a {original} b }}"
    lines = [f"infix operator {symbol}: {PRECEDENCE[original]}Precedence"]
    if original in ("&&", "||"):
        call = "galley_mutates({}) ? try (a {} b()) : try (a {} b())".format(
            site.number, site.changes[0], original)
        lines.append(f"{head} func {symbol} (a: Bool, b: @autoclosure () throws -> Bool) rethrows "
                     f"-> Bool {{ {call} }}")
    elif original in ("==", "!="):
        lines.append(f"{head} func {symbol} <T: Equatable>(a: T, b: T) -> Bool {body}")
        lines.append(f"{head} func {symbol} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {body}")
    elif original == "..<":
        lines.append(f"{head} func {symbol} <T: Strideable>(a: T, b: T) -> Range<T> "
                     f"where T.Stride: SignedInteger "
                     f"{{ galley_mutates({site.number}) ? a..<b.advanced(by: 1) : a..<b }}")
    elif original == "...":
        lines.append(f"{head} func {symbol} <T: Strideable>(a: T, b: T) -> ClosedRange<T> "
                     f"where T.Stride: SignedInteger "
                     f"{{ galley_mutates({site.number}) ? a...b.advanced(by: -1) : a...b }}")
    elif original in ("+=", "-="):
        lines.append(f"{head} func {symbol} <T: AdditiveArithmetic>(a: inout T, b: T) "
                     f"{{ if galley_mutates({site.number}) {{ a {site.changes[0]} b }} "
                     f"else {{ a {original} b }} }}")
    else:
        bound, result = {"Comparison": ("Comparable", "Bool"), "Addition": ("AdditiveArithmetic", "T")}[
            PRECEDENCE[original]]
        if original in ("&+", "&-"):
            bound = "FixedWidthInteger"
        lines.append(f"{head} func {symbol} <T: {bound}>(a: T, b: T) -> {result} {body}")
    return "\n".join(lines) + "\n"


def declarations(sites):
    """Returns a file that declares the operators of a module."""
    literals = "".join(
        f"@_transparent public func galleyMutated{title}{clause}(_ number: CInt, _ a: {kind}, "
        f"_ b: {kind}) -> {kind} {{ galley_mutates(number) ? b : a }}\n"
        for title, clause, kind in (("Number", "<T: Numeric>", "T"), ("Boolean", "", "Bool")))
    return "public import GalleyMutants\n\n" + literals + "".join(map(operator, sites))


def rewritten(text, sites):
    """Returns the text of a file with its sites replaced."""
    result, at = [], 0
    for site in sites:
        result += [text[at:site.start], replacement(site)]
        at = site.end
    return "".join(result) + text[at:]


def write(path, text):
    """Writes a file unless it has the text already, so that builds see only changes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def make(root, copy, modules, tests, sites):
    """Writes the copy of the package, with `sites` replaced."""
    copy.mkdir(parents=True, exist_ok=True)
    for entry in root.iterdir():
        if entry.name in (".build", ".git", "Package.swift", "Sources"):
            continue
        if not (copy / entry.name).exists():
            (copy / entry.name).symlink_to(entry)
    by_path = {}
    for site in sites:
        by_path.setdefault(site.path, []).append(site)
    for source in sorted((root / "Sources").iterdir()):
        if source.name not in modules:
            target = copy / "Sources" / source.name
            target.parent.mkdir(exist_ok=True)
            if not target.exists():
                target.symlink_to(source)
            continue
        kept = {pathlib.Path(source.name, "Mutants.swift")}
        for file in sorted(source.rglob("*.swift")):
            path = file.relative_to(root / "Sources")
            kept.add(path)
            text = file.read_text(encoding="utf-8")
            write(copy / "Sources" / path, rewritten(text, by_path.get(str(path), [])))
        for file in (copy / "Sources" / source.name).rglob("*.swift"):
            if file.relative_to(copy / "Sources") not in kept:
                os.remove(file)
        own = [site for site in sites if site.path.startswith(source.name + "/")]
        write(copy / "Sources" / source.name / "Mutants.swift", declarations(own))
    write(copy / "Sources/GalleyMutants/include/mutants.h", HEADER)
    write(copy / "Sources/GalleyMutants/mutants.c", SOURCE)
    manifest = (root / "Package.swift").read_text(encoding="utf-8")
    manifest = re.sub(r"\n +\.(?:treatAllWarnings|strictMemorySafety)\([^\n]*,", "", manifest)
    write(copy / "Package.swift", manifest + MANIFEST % {
        "tests": ", ".join(f'"{test}"' for test in tests),
        "modules": ", ".join(f'"Galley{module}"' for module in modules)})
