import Foundation
import GalleyCorpus
import GalleyFonts
import TestSupport
import Testing

/// Changes in words, and the reports that show them.
@Suite struct ReportTests {
  /// Approves the cases of a file, replaces a part of it, and runs the changed cases.
  private func run(_ text: String, replacing old: String, with new: String) throws -> CorpusRun {
    let directory = try temporaryCorpus("own/folder/a.txt", text)
    let runner = CaseRunner(shipped: try TestFonts.collection(), testing: nil)
    let corpus = try Corpus(root: directory.path)
    _ = try corpus.approve(
      try corpus.cases.map { (subject: $0, output: try runner.output(of: $0)) })
    try directory.write(text.replacing(old, with: new), to: "own/folder/a.txt")
    let changed = try Corpus(root: directory.path)
    return CorpusRun(changed.cases, of: changed, with: runner)
  }

  private func section(_ kind: String, _ settings: String) -> String {
    "--- one \(kind) ---\n// <x> & 'y'\nfont: Galley Box 10\n\(settings)\n"
  }

  @Test(arguments: [
    (
      "measure: 50", "measure: 40",
      ["3 lines, not 2", "line 1 breaks before 'bb', not after it; width −30"]
    ),
    ("measure: 50", "measure: 80", ["1 line, not 2", "line 1 breaks after 'cc', not before it"]),
    ("text: aa bb", "text: aa bbb", ["line 1 breaks before 'bbb', not after it; width −30"]),
  ])
  func `changes of a layout name the words at line breaks`(
    old: String, new: String, words: [String]
  ) throws {
    let text = section("layout", "measure: 50\ntext: aa bb cc")
    let changes = try run(text, replacing: old, with: new).results[0].changes
    for word in words { #expect(changes.contains { $0.hasPrefix(word) }, "\(changes)") }
  }

  @Test func `changes of a layout name sizes and fonts`() throws {
    let text = section("layout", "text: ab")
    let changes = try run(text, replacing: "Box 10", with: "Box 12").results[0].changes
    #expect(
      changes == [
        "line 1 is in GalleyBox-Regular 12, not GalleyBox-Regular 10; width +4; baseline +1.594",
        "size 24.000 × 12.000, not 20.000 × 10.000",
      ])
  }

  @Test func `changes of glyphs name the characters`() throws {
    let text = section("shape", "text: ab")
    let run = try run(text, replacing: "text: ab", with: "text: aB")
    #expect(run.results[0].changes == ["run 1: 'B' at byte 1: glyph 35, not 67"])
  }

  @Test func `changes of a rich message name what moved, what is gone and what is new`() throws {
    let text = section("layout", "rich-markdown:\n| a\n|\n| - b")
    let changes = try run(text, replacing: "| - b", with: "| - c").results[0].changes
    #expect(changes.contains { $0.hasPrefix("gone: line \"b\"") }, "\(changes)")
    #expect(changes.contains { $0.hasPrefix("new: line \"c\"") }, "\(changes)")
    let moved = try run(text, replacing: "Box 10", with: "Box 11").results[0].changes
    #expect(moved.contains { $0.hasPrefix("message") && $0.contains("height +") }, "\(moved)")
  }

  @Test func `changes of pictures name the area`() throws {
    let run = try run(section("render", "text: ab"), replacing: "text: ab", with: "text: a")
    #expect(run.results[0].changes.first == "the picture is 18 pixels wide, not 28")
  }

  @Test func `JUnit has the results of all cases, and is well-formed`() throws {
    let more = """

      --- two layout ---
      // x
      font: Galley Box 10
      text: a

      --- three layout ---
      // x
      font: Galley Box 10
      skip: "<later>" & never
      text: a

      """
    let run = try run(
      section("layout", "text: a <") + more, replacing: "text: a <", with: "text: aa <")
    let text = JUnitReport.text(of: run, dangling: ["gone": "own/b.png"])
    #expect(
      text.contains(
        "<testsuites name=\"galley corpus\" tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\""))
    #expect(text.contains("classname=\"own/folder/a.layout\" name=\"one\" time=\"0."))
    #expect(text.contains("not before it; width +10\">own/folder/a.txt:1: &lt;x&gt; &amp; &#39;"))
    #expect(text.contains("<skipped message=\"&quot;&lt;later&gt;&quot; &amp; never\"/>"))
    #expect(text.contains("<failure message=\"expectation without a case\"/>"))
    #expect(try Program.run(["python3", "-c", wellFormed], input: text).status == 0)
  }

  private let wellFormed =
    "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())"

  @Test func `a report escapes all text, also before combining marks, and loads nothing`() throws {
    let text = section("layout", "text: <script>alert(1)</script>\\u{3C 338}img")
    let run = try run(text, replacing: "Box 10", with: "Box 11")
    let page = CorpusReport.html(of: run)
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&lt;\u{338}img"))
    #expect(page.components(separatedBy: "<script>").count == 2)
    #expect(page.contains("<p>&lt;x&gt; &amp; &#39;y&#39;</p>"))
    #expect(page.contains("data-folder=\"own/folder\""))
    #expect(page.contains("<li>line 1 "))
    #expect(!page.contains("http"))
  }
}
