"""The places of Swift sources at which a small change makes a mutant."""

import dataclasses
import re

# The changes of each operator, by the text that is replaced.
CHANGES = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "+": ["-"], "-": ["+"], "+=": ["-="], "-=": ["+="],
    "&+": ["&-"], "&-": ["&+"], "&&": ["||"], "||": ["&&"], "..<": ["..."], "...": ["..<"],
}
BINARY = re.compile(r"(?<=\s)(<=|>=|==|!=|<|>|\+=|-=|\+|-|&\+|&-|&&|\|\|)(?=\s)")
RANGE = re.compile(r"(?<=[\w)\]])(\.\.<|\.\.\.)(?=[\w($])")
SIGN = re.compile(r"(?<=[\s(\[{,])-(?=[\w(])")
NEGATION = re.compile(r"(?<=[\s(\[{,])!(?=[\w(.$])")
NUMBER = re.compile(r"(?<![\w$#])(?<!(?<!\.)\.)\d+(?!\w)(?!\.\d)")
BOOLEAN = re.compile(r"(?<=return )(?:true|false)\b|(?<=: )(?:true|false)$|^(?<=\s)(?:true|false)$",
                     re.MULTILINE)
BARE_BOOLEAN = re.compile(r"^[ ]+(true|false)$", re.MULTILINE)
# Lines on which operators and numbers are no expressions.
DECLARATION = re.compile(
    r"^\s*(?:@|#|import |case \w+ = -?\d|(?:[\w()]+ )*func [^\w\s]|(?:infix|prefix) operator)"
    r"|\bwhere [A-Z][\w.]* == [A-Z]")


@dataclasses.dataclass
class Site:
    """A place and the changes that are possible there."""

    path: str  # Below Sources.
    start: int
    end: int
    line: int
    text: str  # The line, without indentation.
    ordinal: int  # The position among the sites of the line, from 1.
    kind: str  # binary, sign, negation, number, or boolean
    original: str
    changes: list
    number: int = -1  # That of the first mutant.

    def key(self, change):
        """Returns what identifies a mutant after lines have moved."""
        return (self.path, self.ordinal, f"{self.original} to {change}", self.text)


def end_of_string(text, start):
    """Returns the offset after the string literal that begins at `start`, with its number signs."""
    hashes = re.match(r"#*", text[start:start + 8]).group()
    quote = '"""' if text.startswith('"""', start + len(hashes)) else '"'
    at = start + len(hashes) + len(quote)
    while at < len(text):
        if text.startswith(quote + hashes, at):
            return at + len(quote) + len(hashes)
        if text.startswith("\\" + hashes, at):
            at += 1 + len(hashes)
            at = end_of_interpolation(text, at) if text.startswith("(", at) else at + 1
        else:
            at += 1
    return at


def end_of_interpolation(text, start):
    depth, at = 0, start
    while at < len(text):
        if text[at] == '"':
            at = end_of_string(text, at)
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            break
    return at


def blanked(text):
    """Returns the text with spaces in place of comments and strings; offsets and lines stay."""
    result, at = [], 0
    for match in re.finditer(r'//[^\n]*|/\*|#*"', text):
        if match.start() < at:
            continue
        if match.group() == "/*":
            end = text.index("*/", match.end()) + 2
        elif match.group().endswith('"') and not match.group().startswith("//"):
            end = end_of_string(text, match.start())
        else:
            end = match.end()
        result.append(text[at:match.start()])
        # A string stays an operand.
        filler = re.sub(r"[^\n]", " ", text[match.start():end])
        result.append(filler if match.group().startswith("/") else "_" + filler[1:])
        at = end
    return "".join(result) + text[at:]


def found(code):
    """Returns the start, end, kind, original text and changes of each site of blanked sources."""
    for pattern in (BINARY, RANGE):
        for match in pattern.finditer(code):
            yield match.start(1), match.end(1), "binary", match[1], CHANGES[match[1]]
    for match in SIGN.finditer(code):
        yield match.start(), match.end(), "sign", "-", ["nothing"]
    for match in NEGATION.finditer(code):
        yield match.start(), match.end(), "negation", "!", ["nothing"]
    for match in NUMBER.finditer(code):
        value = int(match.group())
        yield match.start(), match.end(), "number", match.group(), [{1: "0"}.get(value, str(value + 1))]
    for pattern in (BOOLEAN, BARE_BOOLEAN):
        for match in pattern.finditer(code):
            group = 1 if pattern is BARE_BOOLEAN else 0
            value = match[group]
            change = "false" if value == "true" else "true"
            yield match.start(group), match.end(group), "boolean", value, [change]


def sites(path, text):
    """Returns the sites of a file in order."""
    code = blanked(text)
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    lines, result, line, ordinal = text.split("\n"), [], 0, 0
    for start, end, kind, original, changes in sorted(set(
            (*place[:4], tuple(place[4])) for place in found(code))):
        before = line
        while line + 1 < len(starts) and starts[line + 1] <= start:
            line += 1
        if DECLARATION.search(lines[line]):
            continue
        ordinal = ordinal + 1 if line == before else 1
        result.append(Site(path, start, end, line + 1, lines[line].strip(), ordinal, kind, original,
                           list(changes)))
    return result
