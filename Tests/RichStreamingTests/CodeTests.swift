import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichStreaming

/// Open blocks of code, which grow by lines.
@Suite struct CodeTests {
  struct Program: CustomTestStringConvertible, Sendable {
    var name: String
    var lines: [String]
    var start = "```"
    var end = "```"
    var newline = "\n"

    var testDescription: String { name }
    var markdown: String {
      "before\n\n" + ([start] + lines + [end]).joined(separator: newline) + "\n\nbehind"
    }
  }

  static let programs = [
    Program(
      name: "Swift",
      lines: [
        "import A", "", "/* a", " b", " c", "", " d", " e", " f */ let x = 1",
        "let s = ##\"\"\"", "a \\(x) \\##(x)", "b", "c", "d", "e", "\"\"\"##", "func f() {",
        "\tg()",
        "}", "", "// end", "let veryLongNameOfSomething = veryLongFunction(of: anything)", "f()",
        "h()", "i()", "", "", "j()",
      ], start: "```swift"),
    Program(
      name: "Python",
      lines: [
        "def f(a):", "  \"\"\"Words", "", "  more", "  words", "  of it", "  \"\"\"",
        "  return f'{a}'", "", "@b", "class C(D):", "  x = 1", "  y = '''a", "b", "c", "d", "e",
        "f'''", "  z = 2", "print(C)", "print(f)",
      ], start: "~~~ python title", end: "~~~"),
    Program(
      name: "shell",
      lines: [
        "cat <<EOF", "a $b", "c", "d", "e", "f", "g", "EOF", "echo \"$a", "b", "c", "d\"",
        "if a; then", "  b", "fi", "c # d", "e", "f",
      ], start: "````sh", end: "````"),
    Program(
      name: "YAML",
      lines: [
        "a: |", "  one", "  two", "", "  three", "  four", "  five", "b:", "  - c: d", "    e: >",
        "      f", "      g", "      h", "  - i", "j: 1", "k: 2",
      ], start: "```yaml"),
    Program(
      name: "line ends of two bytes",
      lines: (0..<20).map {
        "let a\($0) = \($0)" + ($0 % 7 == 3 ? String(repeating: " + b", count: 9) : "")
      }, start: "  ```swift", newline: "\r\n"),
    Program(
      name: "carriage returns and zeros", lines: (0..<14).map { "a\u{0}\($0)" }, newline: "\r"),
    Program(
      name: "separators of lines", lines: (0..<14).map { "a\u{2028}b\u{B}c\u{85}\($0)" }),
    Program(name: "no language", lines: (0..<20).map { String(repeating: "ab ", count: $0) }),
    Program(
      name: "right-to-left words",
      lines: (0..<16).map { "x = \"\u{5D0}\u{5D1}\($0) \u{5D2}\" # \u{5D3}" }, start: "```py"),
    Program(
      name: "empty lines",
      lines: Array(repeating: "", count: 12) + ["a", "", "", "", "", "", ""]),
    Program(
      name: "marks of fences",
      lines: ["`` a", "a ```", "~~~", "  ``` b", "``", "c `", "\t`d", "e\u{7}f", "g\u{301}h", "~"],
      start: "```js"),
    Program(
      name: "indented", lines: (0..<12).map { "    a\($0)" }, start: "    first",
      end: "    last"),
    Program(
      name: "in a list", lines: (0..<12).map { "  a\($0)" }, start: "- ```", end: "  ```"),
  ]

  @Test(arguments: programs)
  func `112: code that grows is that of the message laid out at once`(program: Program) throws {
    var text = Sample.stream(engine: TestFonts.engine())
    for (cut, byte) in program.markdown.utf8.enumerated() {
      text.append([byte])
      let layout = text.layout()
      let blocks = try PrefixTests.whole(of: text)
      #expect(layout.message.blocks == blocks, "cut at \(cut + 1)")
      let whole = PrefixTests.typeset(blocks, of: text, closed: text.parts.last?.end ?? 0)
      let (own, expected) = (Picture(layout.root), Picture(whole))
      if own != expected {
        Issue.record("cut at \(cut + 1): \(own.difference(from: expected))")
        return
      }
      guard cut % 7 == 0 else { continue }
      let other = StreamingLayout(
        root: whole, closed: text.parts, tail: .typeset([]), stableHeight: 0, changedFrom: 0,
        typesetter: text.typesetter)
      let pixels = try [layout, other].map { layout in
        try RenderedImage(layout, background: .white).bitmap.pixels
      }
      let isEqual = pixels[0] == pixels[1]
      try #require(isEqual, "cut at \(cut + 1)")
    }
  }

  @Test(arguments: programs)
  func `115: what is above the changed part of code keeps its pixels`(program: Program) throws {
    var text = Sample.stream(engine: TestFonts.engine())
    var kept = try Bitmap(width: 200, height: 900)
    for byte in program.markdown.utf8 {
      text.append([byte])
      let layout = text.layout()
      var whole = try Bitmap(width: 200, height: 900)
      TextPainter().paint(layout, into: &whole, scale: 1)
      let top = 200 * Int(layout.changedFrom)
      let isKept = kept.pixels.prefix(top) == whole.pixels.prefix(top)
      try #require(isKept, "\(layout.changedFrom) of \(layout.size.height)")
      kept = whole
    }
  }

  @Test(arguments: programs.prefix(6))
  func `only the last lines of code stay open`(program: Program) throws {
    var text = Sample.stream(engine: TestFonts.engine())
    let lines = Array(repeating: program.lines, count: 8).joined()
    text.append("before\n\n" + program.start + program.newline)
    var open = 0.0
    for line in lines {
      text.append(line + program.newline)
      let layout = text.layout()
      let settled = try #require(text.tail?.settled)
      open = max(open, layout.size.height - layout.stableHeight - settled.height)
    }
    // The longest construct, and the lines up to the next part.
    #expect(open < 24 * 12)
  }
}
