import Foundation
import GalleyCorpus
import GalleyFonts
import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

@Suite struct CorpusTests {
  @Test func `every case matches its approved output`() throws {
    let shipped = repository.appending(path: "Fonts/fonts.json").path
    // Approved results apply only to the fonts of the manifest; other systems have other versions.
    let hasShippedFonts = NotoFonts.manifest == shipped
    let corpus = try Corpus(root: repository.appending(path: "Corpus").path)
    let cases = corpus.cases.filter { hasShippedFonts || $0.usesTestingFonts }
    let runner = CaseRunner(
      shipped: hasShippedFonts ? try FontCollection(manifest: shipped) : .empty,
      testing: try TestFonts.collection())
    for failure in CorpusRun(cases, of: corpus, with: runner).failures {
      Issue.record("\(failure.subject.name): \(failure.outcome.summary)")
    }
    #expect(corpus.danglingExpectations == [:])
  }

  @Test func `approved output passes, and changed output fails`() throws {
    let directory = try temporaryCorpus("render/a.txt", cases)
    let runner = CaseRunner(shipped: .empty, testing: try TestFonts.collection())
    var corpus = try Corpus(root: directory.path)
    let first = CorpusRun(corpus.cases, of: corpus, with: runner)
    #expect(first.failures.map(\.outcome.summary) == Array(repeating: missing, count: 3))

    let outputs = try corpus.cases.map { (subject: $0, output: try runner.output(of: $0)) }
    let files = try corpus.approve(outputs)
    #expect(files.sorted() == ["render/a.expected.txt", "render/picture.png"])
    corpus = try Corpus(root: directory.path)
    #expect(CorpusRun(corpus.cases, of: corpus, with: runner).failures.isEmpty)

    try directory.write(cases.replacing("text: ab", with: "text: aB"), to: "render/a.txt")
    corpus = try Corpus(root: directory.path)
    let changed = CorpusRun(corpus.cases, of: corpus, with: runner)
    #expect(changed.failures.map(\.subject.name) == ["glyphs", "picture"])
    #expect(
      changed.failures.first?.outcome.summary == """
        line 1 differs
          - GalleyBox-Regular Latn ltr [66=0+1000|67=1+1000]
          + GalleyBox-Regular Latn ltr [66=0+1000|35=1+1000]
        """)
    let page = CorpusReport.html(of: changed)
    #expect(page.contains("2 of 3 cases differ"))
    #expect(page.components(separatedBy: "data:image/png;base64,").count == 4)
  }

  @Test func `approving one case keeps the expectations of other cases`() throws {
    let directory = try temporaryCorpus("render/a.txt", cases)
    try directory.write("--- glyphs ---\nold\n\n--- gone ---\nold\n", to: "render/a.expected.txt")
    let corpus = try Corpus(root: directory.path)
    let lines = try corpus.caseNamed("lines")
    _ = try corpus.approve([(subject: lines, output: .text("new"))])
    let text = String(decoding: try directory.data("render/a.expected.txt"), as: UTF8.self)
    #expect(text == "--- glyphs ---\nold\n\n--- lines ---\nnew\n")
  }

  @Test func `differing pixels are counted and highlighted`() throws {
    let white = try Bitmap(width: 4, height: 3, color: .white)
    var spotted = white
    spotted.fill(PixelRect(minX: 1, minY: 1, maxX: 3, maxY: 2), with: Color(argb: 0xFFFF_FF80))
    #expect(PictureDifference(expected: white, actual: white) == nil)
    let difference = try #require(PictureDifference(expected: white, actual: spotted))
    #expect(difference.summary == "2 pixels differ, by up to 127 of 255")
    #expect(try difference.picture().pixel(x: 0, y: 0) == 0xFFFF_FFFF)
    #expect(try difference.picture().pixel(x: 1, y: 1) == 0xFFFF_2100)
    let wide = try Bitmap(width: 5, height: 3, color: .white)
    #expect(
      PictureDifference(expected: white, actual: wide)?.summary == "5 × 3 pixels instead of 4 × 3")
  }

  private let missing = "not approved yet"
  private let cases = """
    --- glyphs shape ---
    // x
    font: Galley Box 10
    text: ab

    --- lines layout ---
    // x
    font: Galley Box 10
    measure: 15
    text: a a

    --- picture render ---
    // x
    font: Galley Box 10
    text: ab
    """
}
