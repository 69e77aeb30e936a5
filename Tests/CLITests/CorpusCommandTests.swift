import Foundation
import TestSupport
import Testing

/// `galley corpus` on a corpus of the user's own.
@Suite struct CorpusCommandTests {
  let directory = TemporaryDirectory()

  private func corpus(_ arguments: String...) throws -> Outcome {
    try galley(["corpus"] + arguments, in: directory.path)
  }

  @Test func `a new corpus is run, approved, changed and reported`() throws {
    #expect(
      try corpus("init", "own").output
        == "own/.gitignore\nown/README.md\nown/first/first.txt\n")
    let fonts = ["--corpus", "own", "--fonts", testingFonts]
    let new = try galley(["corpus", "run"] + fonts, in: directory.path)
    #expect(new.status == 2)
    #expect(new.output.hasSuffix("5 cases, 5 to review\n"))
    #expect(
      try galley(["corpus", "approve", "--all", "--yes"] + fonts, in: directory.path).output
        == "own/first/first-render.png\nown/first/first.expected.txt\n")
    let same = try galley(["corpus", "run"] + fonts, in: directory.path)
    #expect(same.status == 0 && same.output == "5 cases, 0 to review\n")

    let file = try String(decoding: directory.data("own/first/first.txt"), as: UTF8.self)
    try directory.write(file.replacing("serif 16", with: "serif 17"), to: "own/first/first.txt")
    let changed = try galley(
      ["corpus", "run", "--verbose", "--junit", "own.xml", "--filter", "first-layout"] + fonts,
      in: directory.path)
    #expect(changed.status == 2)
    #expect(changed.output.contains("own/first/first.txt:8: first-layout: line 1 differs"))
    #expect(changed.output.contains("\n  line 1 "))
    #expect(changed.output.hasSuffix("1 cases, 1 to review\n"))
    let xml = String(decoding: try directory.data("own.xml"), as: UTF8.self)
    #expect(xml.contains("tests=\"1\" failures=\"1\""))
    let report = try galley(["corpus", "report"] + fonts, in: directory.path)
    #expect(report.status == 2 && report.output == "own/.store/report.html\n")
    let page = String(decoding: try directory.data("own/.store/report.html"), as: UTF8.self)
    #expect(page.contains("of 5 cases differ"))
  }

  @Test func `a corpus is not created over files`() throws {
    try directory.write("x", to: "own/.gitignore")
    let result = try corpus("init", "own")
    #expect(result.status == 1)
    #expect(result.complaint == "own: the folder is not empty; it has .gitignore\n")
    #expect(try directory.names(in: "own") == [".gitignore"])
  }

  @Test func `links to folders around a corpus and to nothing are left out`() throws {
    try directory.write("--- a shape ---\n// x\nfont: serif 9\ntext: a\n", to: "own/b/a.txt")
    try directory.link("own/b/loop", to: "..")
    try directory.link("own/nothing.txt", to: "missing")
    try directory.write("--- c shape ---\n// x\nfont: serif 9\ntext: c\n", to: "other/c.txt")
    try directory.link("own/linked", to: "../other")
    let result = try corpus("run", "--corpus", "own", "--fonts", testingFonts)
    #expect(result.output.hasSuffix("2 cases, 2 to review\n"), "\(result)")
  }

  @Test func `a corpus without a manifest says that it uses the system's fonts`() throws {
    try directory.write("--- a shape ---\n// x\nfont: serif 9\ntext: a\n", to: "own/a.txt")
    let result = try corpus("run", "--corpus", "own")
    #expect(result.status == 2)
    #expect(result.complaint.hasPrefix("own: no font manifest; the system's fonts are used"))
  }

  /// Approves a case, then changes its measure from 80 to 60, where each character is 10 wide.
  private func prepareCase() throws -> [String] {
    let text = """
      // Words.

      --- words layout ---
      // Two words are on a line.
      font: Galley Box 10
      measure: 80
      lang: en
      text: abcd efg hijk lmn

      --- last shape ---
      // x
      font: Galley Box 10
      text: a

      """
    try directory.write(text, to: "own/a.txt")
    let options = ["--corpus", "own", "--fonts", testingFonts]
    _ = try galley(["corpus", "approve", "--all", "--yes"] + options, in: directory.path)
    try directory.write(text.replacing(": 80", with: ": 60"), to: "own/a.txt")
    return options
  }

  /// Writes a program that runs galley with the measure of 80, as an older version would have.
  private func writeOlderProgram() throws {
    try directory.writeProgram(
      """
      sed -i 's/^measure: 60/measure: 80/' "$6/cases.txt"
      exec '\(Program.built("galley"))' "$@"
      """, to: "older")
  }

  @Test func `a case is shortened against another version, and gets its expectation`() throws {
    let options = try prepareCase()
    try writeOlderProgram()
    let result = try galley(
      ["corpus", "minimize", "words", "--against", "./older"] + options, in: directory.path)
    #expect(result.status == 0, "\(result.complaint)")
    let expected = """
      --- words-min layout ---
      // Two words are on a line.
      // Shortened from words: lines begin at other places.
      font: Galley Box 10
      measure: 60
      text:
      """
    #expect(result.output.contains(expected))
    #expect(result.output.hasPrefix("own/a.txt:3: words: 7 of 17 characters; lines begin at"))
    #expect(result.output.hasSuffix("own/a.txt:10: words-min\n"))
    let run = try galley(["corpus", "run", "words"] + options, in: directory.path)
    #expect(run.output.contains("own/a.txt:3: words: line 1 differs"))
    #expect(run.output.contains("own/a.txt:10: words-min: line 1 differs"))
    #expect(run.output.hasSuffix("2 cases, 2 to review\n"))
    let file = String(decoding: try directory.data("own/a.txt"), as: UTF8.self)
    #expect(file.hasPrefix("// Words.\n\n--- words layout ---\n"))
    #expect(file.hasSuffix("\n\n--- last shape ---\n// x\nfont: Galley Box 10\ntext: a\n"))
  }

  @Test func `a shortened case may take the place of the original one`() throws {
    let options = try prepareCase()
    try writeOlderProgram()
    let arguments = ["corpus", "minimize", "words", "--in-place"] + options
    let refused = try galley(arguments, in: directory.path)
    #expect(refused.status == 1)
    #expect(refused.complaint.hasPrefix("words: the shorter case would have no expectation;"))
    let result = try galley(arguments + ["--against", "./older"], in: directory.path)
    #expect(result.output.hasSuffix("own/a.txt:3: words\n"), "\(result)")
    let run = try galley(["corpus", "run"] + options, in: directory.path)
    #expect(run.output.contains("words: line 1 differs"))
    #expect(run.output.hasSuffix("2 cases, 1 to review\n"))
  }

  @Test func `a layout is shortened by its approved lines`() throws {
    let options = try prepareCase()
    let result = try galley(["corpus", "minimize", "words"] + options, in: directory.path)
    #expect(result.output.hasPrefix("own/a.txt:3: words: 7 of 17 characters"), "\(result)")
    let file = String(decoding: try directory.data("own/a.txt"), as: UTF8.self)
    #expect(file.matches(of: #/--- (\S+) /#).map(\.1) == ["words", "words-min", "last"])
    let again = try galley(["corpus", "minimize", "words"] + options, in: directory.path)
    #expect(again.output.hasSuffix("words-min-2\n"))
  }

  @Test(arguments: [
    ("shape", "text: a b", "parts of a case of the kind shape have no approved results"),
    ("layout", "rich-markdown: a b", "parts of its rich-markdown have no approved results"),
    ("layout", "markdown: a b", "parts of its markdown have no approved results"),
    ("layout", "max-lines: 3\ntext: a b", "layout options besides the measure"),
    ("layout", "style: \"a\" size=12\ntext: a b", "parts of it have styles of their own"),
  ])
  func `a case whose parts have no approved results is refused with the reason`(
    kind: String, lines: String, reason: String
  ) throws {
    let options = ["--corpus", "other", "--fonts", testingFonts]
    let text = "--- words \(kind) ---\n// Words.\nfont: Galley Box 10\n\(lines)\n"
    try directory.write(text, to: "other/a.txt")
    let approved = try galley(
      ["corpus", "approve", "words", "--yes"] + options, environment: ["CI": nil],
      in: directory.path)
    #expect(approved.status == 0, "\(approved)")
    try directory.write(text.replacing("a b", with: "a bc"), to: "other/a.txt")
    let result = try galley(["corpus", "minimize", "words"] + options, in: directory.path)
    #expect(result.status == 1)
    #expect(result.complaint.contains(reason), "\(result.complaint)")
    #expect(result.complaint.contains("--against"))
  }

  @Test func `a case that does not fail is not shortened`() throws {
    let options = try prepareCase()
    let file = try directory.data("own/a.txt")
    let result = try galley(
      ["corpus", "minimize", "last", "none"] + options, in: directory.path)
    #expect(result.status == 1)
    #expect(
      result.complaint == """
        last: it is as expected; only a case that fails is shortened
        no case is named none

        """)
    let other = try galley(
      ["corpus", "minimize", "words", "--against", "./none"] + options, in: directory.path)
    #expect(other.complaint == "./none: no such program\n")
    let engine = try galley(
      ["corpus", "minimize", "words", "--against", "none"] + options, in: directory.path)
    #expect(engine.complaint == "words: it has settings that engines do not have\n")
    #expect(try directory.data("own/a.txt") == file)
  }

  @Test func `a shortened case is only printed in continuous integration`() throws {
    let options = try prepareCase()
    let file = try directory.data("own/a.txt")
    let result = try galley(
      ["corpus", "minimize", "words"] + options, environment: ["CI": "1"], in: directory.path)
    #expect(result.status == 0)
    #expect(result.output.contains("--- words layout ---\n"))
    #expect(result.complaint == "nothing is written in continuous integration\n")
    #expect(try directory.data("own/a.txt") == file)
  }

  @Test func `expectations and pictures without a case are listed as dead`() throws {
    try directory.write("--- a shape ---\n// x\nfont: serif 9\ntext: a\n", to: "own/a.txt")
    #expect(try corpus("dead", "--corpus", "own").status == 0)
    try directory.write("--- b ---\n[]\n", to: "own/a.expected.txt")
    try directory.write("", to: "own/c.png")
    try directory.write("", to: "own/pictures/other.png")
    let result = try corpus("dead", "--corpus", "own")
    #expect(result.status == 2)
    #expect(
      result.output == """
        own/a.expected.txt: b: expectation without a case
        own/c.png: c: expectation without a case

        """)
  }
}
