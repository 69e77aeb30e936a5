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

  @Test func `a corpus without a manifest says that it uses the system's fonts`() throws {
    try directory.write("--- a shape ---\n// x\nfont: serif 9\ntext: a\n", to: "own/a.txt")
    let result = try corpus("run", "--corpus", "own")
    #expect(result.status == 2)
    #expect(result.complaint.hasPrefix("own: no font manifest; the system's fonts are used"))
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
