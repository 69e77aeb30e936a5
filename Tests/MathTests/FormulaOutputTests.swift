import Foundation
import GalleyBasics
import GalleyFonts
import GalleyMath
import TestSupport
import Testing

/// MathML, spoken forms, breaks, the cache and bad input.
@Suite struct FormulaOutputTests {
  // MARK: MathML

  @Test(arguments: [
    ("a", "<mi>𝑎</mi>"), ("1", "<mn>1</mn>"), (#"\Gamma"#, #"<mi mathvariant="normal">Γ</mi>"#),
    (#"\frac ab"#, "<mfrac><mi>𝑎</mi><mi>𝑏</mi></mfrac>"),
    ("a^b", "<msup><mi>𝑎</mi><mi>𝑏</mi></msup>"),
    (#"\sqrt[3]a"#, "<mroot><mi>𝑎</mi><mn>3</mn></mroot>"),
    (#"\text{a b}"#, "<mtext>a\u{A0}b</mtext>"),
    (#"\sin"#, "<mi>sin</mi>"),
    ("a<b", #"<mo lspace="0" rspace="0" stretchy="false">&lt;</mo>"#),
  ])
  func `MathML has an element for each part`(source: String, element: String) {
    let markup = MathMLWriter.markup(of: Formula(source), isDisplay: false)
    #expect(markup.contains(element), "\(markup)")
    #expect(markup.hasPrefix(#"<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics>"#))
  }

  @Test func `MathML has the source as an annotation`() {
    let markup = MathMLWriter.markup(of: Formula("a<b\"&c"), isDisplay: true)
    #expect(
      markup.contains(
        #"<annotation encoding="application/x-tex">a&lt;b&quot;&amp;c</annotation>"#))
    #expect(markup.contains(#"display="block""#))
    #expect(
      MathMLWriter.markup(of: Formula("{a"), isDisplay: false).contains(
        "<merror><mtext>{a</mtext></merror>"))
  }

  @Test func `MathML of every formula of the comparison is well-formed`() throws {
    for source in try formulas() {
      let markup = MathMLWriter.markup(of: Formula(source), isDisplay: true, marksSource: true)
      let parser = XMLChecker(markup)
      #expect(parser.isWellFormed, "\(source): \(markup)")
    }
  }

  // MARK: Spoken forms

  @Test(arguments: [
    (#"\frac{a}{b}"#, "a over b"), ("x^2", "x squared"), ("x_i", "x sub i"), ("x^3", "x cubed"),
    (#"\sqrt{2}"#, "the square root of 2"), ("a+b=c", "a plus b equals c"),
    (#"\frac{a+b}{2}"#, "the fraction a plus b over 2 end fraction"),
    ("f'(x)", "f prime open paren x close paren"),
    (#"\sum_{i=1}^n i"#, "the sum from i equals 1 to n of i"),
    (#"\alpha\le\Omega"#, "alpha is at most capital omega"),
    (#"\hat{x}"#, "x hat"), (#"\foo"#, "foo"), (#"\mathbb{R}"#, "the reals"),
    (#"\left|x\right|"#, "the absolute value of x end absolute value"), ("{a", "{a"),
    (
      #"\begin{pmatrix}a\\b\end{pmatrix}"#,
      "a matrix of 2 rows and 1 columns: row 1: a ; row 2: b end matrix"
    ),
  ])
  func `a formula has a spoken form`(source: String, words: String) {
    #expect(SpokenFormula.text(of: Formula(source)) == words)
  }

  // MARK: Breaks

  @Test func `an inline formula breaks after relations and binary operators of its top level`()
    throws
  {
    let engine = try MathFonts.engine()
    let layout = engine.layout(of: "a+b=(c-d)^{e+f}", isDisplay: false)
    #expect(layout.breaks.map(\.offset) == [2, 4, 7])
    #expect(layout.breaks.map(\.isAfterRelation) == [false, true, false])
    let segments = layout.segments
    #expect(segments.count == 4)
    #expect(segments.first?.start == 0)
    #expect(segments.last?.end == layout.width)
    #expect(segments.map(\.ascent).max() == layout.ascent)
    // The space after the operator is on neither line.
    #expect(abs(segments[1].start - segments[0].end - 4.0 / 18) < 1e-9)
    #expect(segments.flatMap { Array($0.runs) } == Array(layout.runs.indices))
    #expect(engine.layout(of: "a=", isDisplay: false).breaks.isEmpty)
  }

  @Test(arguments: [
    (limit: 100.0, ends: [11]), (limit: 6.0, ends: [4, 11]), (limit: 4.0, ends: [4, 6, 8, 10, 11]),
    (limit: 0.0, ends: [2, 4, 6, 8, 10, 11]),
  ])
  func `wide formulas break after relations, and wide sides after operators`(
    limit: Double, ends: [Int]
  ) throws {
    // The sides are about 3 and 5 ems wide.
    let layout = try MathFonts.engine().layout(of: "a+b=c-d-e-f", isDisplay: false)
    let segments = layout.segments(unbrokenUpTo: limit)
    #expect(segments.map { Int($0.sourceEnd) } == ends)
    #expect(segments.first?.start == 0 && segments.last?.end == layout.width)
    #expect(segments.flatMap { Array($0.runs) } == Array(layout.runs.indices))
    #expect(segments.map(\.ascent).max() == layout.ascent)
    #expect(segments.map(\.descent).max() == layout.descent)
  }

  // MARK: The cache

  @Test func `a formula at ten sizes is parsed once`() throws {
    let engine = try MathFonts.engine()
    let layouts = (0..<10).map { _ in engine.layout(of: #"\frac ab"#, isDisplay: true) }
    #expect(engine.parseCount == 1)
    #expect(layouts.allSatisfy { $0 === layouts[0] })
    // Scaling is exact, because a layout has no size.
    for size in 1...10 {
      #expect(layouts[0].width * Double(size) == layouts[size - 1].width * Double(size))
    }
    _ = engine.layout(of: #"\frac ab"#, isDisplay: false)
    #expect(engine.parseCount == 2)
  }

  @Test func `the cache stays within its budget, and keeps what was used last`() throws {
    let engine = try #require(
      FormulaEngine(fonts: try TestFonts.collection(), byteLimit: 20_000))
    for number in 0..<200 {
      _ = engine.layout(of: "a_{\(number)}", isDisplay: false)
      _ = engine.layout(of: "b", isDisplay: false)
    }
    #expect(engine.byteCount <= 20_000)
    #expect(engine.parseCount == 201)
  }

  @Test func `threads that set formulas at once get equal layouts`() throws {
    let engine = try MathFonts.engine()
    let sources = try formulas()
    let widths = sources.map { engine.layout(of: $0, isDisplay: true).width }
    let other = try MathFonts.engine()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for (source, width) in zip(sources, widths) {
        let layout = other.layout(of: source, isDisplay: true)
        if layout.width != width { Issue.record("\(source)") }
      }
    }
  }

  @Test func `a collection without a font of formulas has no engine`() throws {
    #expect(FormulaEngine(fonts: .empty) == nil)
    let directory = TemporaryDirectory()
    let manifest = """
      {"fonts": [], "math_fonts": [{"family": "Lost", "file": "lost/Lost.otf"}]}
      """
    let lost = try FontCollection(manifest: directory.write(manifest, to: "fonts.json"))
    #expect(FormulaEngine(fonts: lost) == nil)
    let box = """
      {"fonts": [], "math_fonts": [{"family": "Box", "file": "\(TestFonts.path(of: "Box.ttf"))"}]}
      """
    let plain = try FontCollection(manifest: directory.write(box, to: "box.json"))
    #expect(plain.mathTypeface == nil)
  }

  // MARK: Bad input

  @Test(arguments: 0..<16)
  func `random source never fails to be set`(seed: UInt64) throws {
    let engine = try MathFonts.engine()
    var random = SplitMix64(seed: seed)
    let pieces = [
      "{", "}", "^", "_", "&", "\\\\", "\\left", "\\right", "(", ")", ".", "a", "1", "+", "=", " ",
      "\\frac", "\\sqrt", "[", "]", "\\begin{matrix}", "\\end{matrix}", "\\text{", "$", "\\sum",
      "\\hat", "\\def\\a", "\\a", "#1", "\\middle|", "'", "%\n", "~", "\\over", "\\limits", "é",
      "\\begin{array}{c|c}", "\\end{array}", "\\hline", "\\color{red}", "\\not", "\\kern1em", "𝔘",
      "\\xrightarrow", "\\overbrace", "\\substack{", "\\tag{1}", "\\binom", "\\big", "\\unknown",
    ]
    for _ in 0..<25 {
      var source = ""
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        source += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      try check(source, engine)
    }
    let bytes = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
    try check(String(String(decoding: bytes, as: UTF8.self).prefix(1000)), engine)
    let ascii = (0..<4096).map { _ in UInt8.random(in: 0x20...0x7E, using: &random) }
    try check(String(decoding: ascii, as: UTF8.self), engine)
  }

  private func check(_ source: String, _ engine: FormulaEngine) throws {
    let formula = Formula(source)
    let layout = engine.layout(of: formula, isDisplay: true)
    #expect(layout.width.isFinite && layout.ascent.isFinite && layout.descent.isFinite)
    #expect(layout.glyphs.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(source)")
    let count = source.utf8.count
    for box in layout.boxes {
      #expect(box.source.lowerBound >= 0 && Int(box.source.upperBound) <= count, "\(source)")
    }
    #expect(formula.problems.allSatisfy { (0...count).contains($0.offset) }, "\(source)")
    let markup = MathMLWriter.markup(of: formula, isDisplay: true)
    #expect(XMLChecker(markup).isWellFormed, "\(source): \(markup)")
    _ = SpokenFormula.text(of: formula)
  }

  @Test(arguments: [
    "a+", #"\frac{a}{b}"#, "x_i^2", #"\left(a\right)"#, #"\sqrt{x}"#, #"\hat{a}"#, "{a}", "'a",
    #"\text{ab}"#, #"\foo "#, "a&b\\\\",
  ])
  func `the work is linear in the source`(piece: String) throws {
    var limits = Formula.Limits()
    limits.length = 1 << 20
    let engine = try MathFonts.engine()
    func work(_ count: Int) -> Int {
      let formula = Formula(String(repeating: piece, count: count), limits: limits)
      let layout = engine.layout(of: formula, isDisplay: true)
      return layout.glyphs.count + layout.boxes.count + layout.shapes.count
    }
    let (few, many) = (100, 1_000)
    #expect(work(many) <= 10 * work(few) + 10)
    expectGrowth(from: few, to: many, below: 40, floor: 0.000_1) { count in
      processorTime { _ = work(count) }
    }
  }

  private func formulas() throws -> [String] {
    let url = repository.appending(path: "Benchmarks/Formulas/formulas.txt")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}

/// A check of XML for matching tags, by bytes: marks may follow a bracket.
private struct XMLChecker {
  let isWellFormed: Bool

  init(_ markup: String) {
    var open: [ArraySlice<UInt8>] = []
    var rest = Array(markup.utf8)[...]
    let (less, greater) = (UInt8(ascii: "<"), UInt8(ascii: ">"))
    while let start = rest.firstIndex(of: less) {
      guard !rest[..<start].contains(greater), let end = rest[start...].firstIndex(of: greater)
      else { break }
      let tag = rest[(start + 1)..<end]
      rest = rest[(end + 1)...]
      if tag.first == UInt8(ascii: "/") {
        guard open.popLast() == tag.dropFirst() else { break }
      } else {
        guard tag.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 0 else { break }
        open.append(tag.prefix { $0 != UInt8(ascii: " ") })
      }
    }
    isWellFormed = open.isEmpty && rest.isEmpty
  }
}
