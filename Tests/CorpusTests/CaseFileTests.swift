import GalleyCorpus
import GalleyFonts
import GalleyGeometry
import GalleyHarfBuzz
import GalleyMessages
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct CaseFileTests {
  @Test func `a case has all settings of its section`() throws {
    let directory = try temporaryCorpus(
      "layout/some.txt",
      """
      // Text above the first case is a comment.

      --- first-one layout ---
      // It guards
      // this.
      font: Galley Box, Noto Sans 10
      weight: 700
      features: liga=0 smcp
      lang: zh-Hant
      dir: rtl
      measure: 180.5
      line-height: per-line
      alignment: center
      style: "b c" size=20 underline font="Galley Kern"
      text: a b c\\u{20}

      --- second-one render ---
      // That.
      font: Noto Sans 16
      scale: 2
      background: #ff000080
      text: x: y
      """)
    let cases = try Corpus(root: directory.path).cases
    let first = try #require(cases.first)
    #expect(cases.map(\.name) == ["first-one", "second-one"])
    #expect(cases.map(\.kind) == [.layout, .render])
    #expect(first.note == "It guards this.")
    #expect(first.line == 3)
    #expect(first.text.string == "a b c ")
    #expect(first.text.baseStyle.font.families == ["Galley Box", "Noto Sans"])
    #expect(first.text.baseStyle.font.weight == 700)
    #expect(first.text.baseStyle.features.map(\.value) == [0, 1])
    #expect(first.text.language == "zh-Hant")
    #expect(first.text.direction == .rightToLeft)
    #expect(first.options.width == 180.5)
    #expect(first.options.lineHeight == .perLine)
    #expect(first.options.alignment == .center)
    #expect(first.text.style(at: 0).font.size == 10)
    #expect(first.text.style(at: 2).font.size == 20)
    #expect(first.text.style(at: 2).font.families == ["Galley Kern"])
    #expect(first.text.style(at: 4).paint.underline != nil)
    #expect(first.usesTestingFonts)
    #expect(first.expectationPath == "layout/some.expected.txt")
    #expect(cases[1].scale == 2)
    #expect(cases[1].background.alpha == 0x80)
    #expect(cases[1].text.string == "x: y")
    #expect(cases[1].options.width == .infinity)
    #expect(cases[1].expectationPath == "layout/second-one.png")
  }

  @Test func `a case may have a rich message in one of three formats`() throws {
    let directory = try temporaryCorpus(
      "rich/a.txt",
      #"""
      --- one layout ---
      // x
      font: Galley Box 10
      measure: 200
      rich-markdown:
      | - $\frac12$
      |
      |   b
      open: 0.1 2

      --- two layout ---
      // x
      font: Galley Box 10
      dir: rtl
      fills-width: yes
      rich-html: <p>a\u{62}</p>

      --- three layout ---
      // x
      font: Galley Box 10
      draft: yes
      rich: {"blocks":[{"type":"thinking","text":"a\nb"}]}

      --- four layout ---
      // x
      font: Galley Box 10
      rich: {"blocks":[{"type":"thinking","text":"a"}]}
      """#)
    let cases = try Corpus(root: directory.path).cases
    let messages = cases.map { subject in
      subject.rich.flatMap { try? $0.message.get().plainText(revealed: .all).string }
    }
    #expect(messages == [#"• $\frac12$\#n  b"#, "ab", "a\nb", nil])
    #expect(cases[0].rich?.state.isOpen(BlockPath([0, 1])) == true)
    #expect(cases[0].usesTestingFonts && cases[0].options.width == 200)
    #expect(cases[1].rich?.fillsWidth == true)
    #expect(try cases[1].rich?.message.get().isRightToLeft == true)
    #expect(throws: RichMessageError.self) { try cases[3].rich?.message.get() }
  }

  @Test func `the expectation of a rich message has its parts, or its error`() throws {
    let directory = try temporaryCorpus(
      "rich/a.txt",
      """
      --- one layout ---
      // x
      font: Galley Box 10
      rich-markdown: - [x] a

      --- two layout ---
      // x
      font: Galley Box 10
      rich: {"blocks":7}
      """)
    let runner = CaseRunner(shipped: .empty, testing: try TestFonts.collection())
    let outputs = try Corpus(root: directory.path).cases.map { subject in
      if case .text(let text) = try runner.output(of: subject) { text } else { "" }
    }
    #expect(
      outputs == [
        """
        message 29.000 × 10.000
        fill  at 4.000 0.500  size 10.000 × 10.000  radius 2.000  link
        shape  at 5.688 3.016  size 6.688 × 5.781  #ffffffff
        control checkbox [0.0] checked  at 4.000 0.500  size 10.000 × 10.000
        text [0.0.0]  at 19.000 0.000  size 10.000 × 10.000
          line "a"  x 19.000  baseline 8.000  width 10.000  GalleyBox-Regular 10
        """, #"refused  "blocks" must be an array, but is the number 7"#,
      ])
  }

  @Test(arguments: [
    (#"\n\r\t\\\""#, "\n\r\t\\\""), (#"\u{1F468 200D 1F469}"#, "👨‍👩"),
    (#"\(0301 x3)"#, "\u{301}\u{301}\u{301}"),
    (#"\(61 62 x2)"#, "abab"), ("plain", "plain"), ("", ""),
  ])
  func `escapes in the text of a case are decoded`(literal: String, text: String) throws {
    let directory = try temporaryCorpus(
      "shape/a.txt", "--- a shape ---\n// x\nfont: F 10\ntext: \(literal)")
    let corpus = try Corpus(root: directory.path)
    #expect(
      corpus.cases.first?.text.string.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test(arguments: [
    ("text: a", 1, "missing font"),
    ("font: F 10", 1, "missing text"),
    ("font: F 10\ntext: a\ntext: b", 5, "duplicate setting text"),
    ("font: F\ntext: a", 3, "expected a font followed by its size in points"),
    ("font: F ten\ntext: a", 3, "expected a size in points"),
    ("font: F 10\ntext: a\\x", 4, "invalid escape in the text"),
    ("font: F 10\ntext: \\(61 x9999999)", 4, "invalid escape in the text"),
    ("font: F 10\ntext: a\nmeasure: -1", 5, "expected a width in points"),
    ("font: F 10\ntext: a\ncolour: red", 5, "unknown setting colour"),
    ("font: F 10\ntext: a\nno colon", 5, "expected key: value"),
    ("font: F 10\ntext: a\nfeatures: =", 5, "expected features such as liga=0 ss01=1"),
    ("font: F 10\ntext: a\nvariations: ==", 5, "expected variations such as wght=650 wdth=110"),
    ("font: F 10\ntext: a\nstyle: \"b\" size=3", 5, "the text does not contain \"b\""),
    ("font: F 10\ntext: a\nstyle: a size=3", 5, "style requires a quoted part of the text first"),
    (
      "font: F 10\ntext: a\nblock: \"a\" box", 5,
      "expected quote or code, optionally with language, title and collapsible"
    ),
    ("font: F 10\ntext: a\nparagraph: \"a\" tabs=x", 5, "expected tab stops such as 40,80:end"),
    ("font: F 10\ntext: a\nobject: \"a\" size=20", 5, "expected a size such as 40x14"),
    (
      "font: F 10\ntext: a\ncutout: top 3x4", 5,
      "expected top-left, top-right, bottom-right, or left or right and points, then a size"
    ),
    ("font: F 10\ntext: a\nreserve: 3", 5, "expected a size such as 40x14"),
    ("font: F 10\ntext: a\nwrapping: best", 5, "expected greedy, balanced or optimal"),
    ("font: F 10\ntext: a\ntheme: sepia", 5, "unknown theme sepia"),
    ("font: F 10\nmessage: {}", 4, "invalid message: \"text\" is missing"),
    ("font: F 10\nrich: {}\nstyle: \"a\" size=3", 5, "style applies only to text"),
    ("font: F 10\nrich: {}\nopen: a", 5, "expected places of blocks such as 0 2.1"),
    ("font: F 10\nrich-html: \\x", 4, "invalid escape in the text"),
    ("font: F 10\ntext: a\nopen: 0", 5, "unknown setting open"),
    ("font: F 10\ntext: a\nskip:", 5, "expected the reason for skipping the case"),
  ])
  func `a syntax error names the line and the problem`(body: String, line: Int, problem: String)
    throws
  {
    let directory = try temporaryCorpus("shape/a.txt", "--- a shape ---\n// x\n" + body)
    let error = #expect(throws: CorpusError.self) { try Corpus(root: directory.path) }
    #expect(error?.description == "shape/a.txt:\(line): \(problem)")
  }

  @Test(arguments: [
    (
      "--- a drawing ---\n// x\nfont: F 10\ntext: a",
      "expected the name of the case and shape, layout or render"
    ),
    (
      "--- A shape ---\n// x\nfont: F 10\ntext: a",
      "a section name consists of letters, digits and hyphens"
    ),
    ("--- a shape ---\nfont: F 10\ntext: a", "missing // note about the purpose of the case"),
    ("font: F 10", "text before the first section"),
  ])
  func `a section requires a valid name, a kind and a note`(text: String, problem: String) throws {
    let directory = try temporaryCorpus("shape/a.txt", text)
    #expect(throws: CorpusError.syntax(path: "shape/a.txt", line: 1, problem)) {
      try Corpus(root: directory.path)
    }
  }

  @Test func `duplicate case names are rejected`() throws {
    let section = "--- a shape ---\n// x\nfont: F 10\ntext: a\n"
    let directory = try temporaryCorpus("shape/a.txt", section)
    try directory.write(section, to: "layout/b.txt")
    #expect(
      throws: CorpusError.duplicate(name: "a", first: "layout/b.txt:1", second: "shape/a.txt:1")
    ) {
      try Corpus(root: directory.path)
    }
  }

  @Test func `expectations without a case are reported`() throws {
    let directory = try temporaryCorpus(
      "shape/a.txt", "--- a shape ---\n// x\nfont: F 10\ntext: a\n")
    try directory.write("--- a ---\n[]\n\n--- b ---\n[]\n", to: "shape/a.expected.txt")
    try directory.write("", to: "render/c.png")
    #expect(
      try Corpus(root: directory.path).danglingExpectations
        == ["b": "shape/a.expected.txt", "c": "render/c.png"])
  }
}

/// Returns a temporary directory with a file of a corpus.
func temporaryCorpus(_ file: String, _ text: String) throws -> TemporaryDirectory {
  let directory = TemporaryDirectory()
  try directory.write(text, to: file)
  return directory
}
