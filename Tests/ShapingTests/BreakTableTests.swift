import GalleyFonts
import GalleyHarfBuzz
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct BreakTableTests {
  let workshop: Workshop

  init() throws { workshop = Workshop(try TestFonts.collection()) }

  @Test(arguments: [
    (0, 0, 0), (1, 1, 1), (-1, 0, 2), (BreakEntry.maximumInk, 0, BreakEntry.maximumLength),
    (-BreakEntry.maximumInk, BreakEntry.maximumHang, 1), (1_000, BreakEntry.maximumHang, 4_000),
  ])
  func `an entry stores its numbers and flags independently`(ink: Int, hang: Int, length: Int) {
    for kind in [BreakEntry.Kind.none, .allowed, .mandatory, .hyphen] {
      for (isUnsafe, endsRun) in [(false, false), (true, false), (false, true), (true, true)] {
        let entry = BreakEntry(
          ink: ink, hang: hang, length: length, kind: kind, isUnsafe: isUnsafe, endsRun: endsRun,
          hasInk: !isUnsafe)
        #expect(entry.hasInk == !isUnsafe)
        #expect(entry.ink == ink)
        #expect(entry.hang == hang)
        #expect(entry.length == Int32(length))
        #expect(entry.kind == kind)
        #expect(entry.isUnsafe == isUnsafe)
        #expect(entry.endsRun == endsRun)
        #expect(entry.isOpportunity == (kind != .none))
        #expect(entry.isMandatory == (kind == .mandatory))
        #expect(entry.isSimple == (!isUnsafe && kind != .hyphen))
      }
    }
  }

  @Test func `a piece consists of ink and trailing white space`() {
    let text = workshop.shape("ab c  d\n", "Galley Box")
    #expect(text.pieces == ["ab ÷", "c  ÷", "d\n!"])
    #expect(text.breaks.map(\.ink) == [2_000, 1_000, 1_000])
    #expect(text.breaks.map(\.hang) == [1_000, 2_000, 0])
    #expect(text.breaks.map(\.endsRun) == [false, false, true])
    #expect(text.breaks.map(\.hasInk) == [true, true, true])
    let blank = workshop.shape("a \u{200B}\t ", "Galley Box")
    #expect(blank.breaks.map(\.hasInk) == [true, false, false])
  }

  @Test(arguments: [
    "\u{20}", "\t", "\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{1680}", "\u{2000}",
    "\u{2006}", "\u{2008}", "\u{200A}", "\u{2028}", "\u{2029}", "\u{205F}", "\u{3000}",
    " \u{3000}\t\u{2003} ", "\u{200B}", "\u{AD}", "\u{200E}", "\u{2060}", "\u{FEFF}", "\u{202E} ",
    "\u{8}", "\u{1F}", "\u{7F}", "\u{9F}",
  ])
  func `the end of ink excludes hanging and invisible characters`(space: String) {
    let text = "x\u{301}" + space
    #expect(endOfInk(in: text.utf8.span, 0..<text.utf8.count) == 3)
    let whole = space + space
    #expect(endOfInk(in: whole.utf8.span, 0..<whole.utf8.count) == 0)
  }

  @Test(arguments: ["\u{A0}", "\u{2007}", "\u{202F}", "\u{3001}", "\u{180E}", "!", "\u{AE}"])
  func `the end of ink includes no-break spaces and other characters`(character: String) {
    let text = " " + character
    #expect(endOfInk(in: text.utf8.span, 0..<text.utf8.count) == text.utf8.count)
  }

  @Test func `the end of ink stays within the given range`() {
    let text = "a\u{3000} "
    #expect(endOfInk(in: text.utf8.span, 1..<5) == 1)
    #expect(endOfInk(in: text.utf8.span, 4..<5) == 4)
    #expect(endOfInk(in: text.utf8.span, 5..<5) == 5)
  }

  @Test func `a soft hyphen or space allows a break unless a mark follows`() {
    #expect(workshop.shape("a\u{AD}b", "Galley Box").pieces == ["a\u{AD}-", "b"])
    #expect(workshop.shape("\u{AD}b", "Galley Box").pieces == ["\u{AD}-", "b"])
    #expect(workshop.shape("a\u{AD}\u{301}b", "Galley Mark").pieces.first != "a\u{AD}-")
    #expect(workshop.shape("a \u{301}b", "Galley Mark").pieces.first?.hasSuffix("÷") == false)
  }

  @Test(arguments: ["\u{600}", "\u{6DD}", "\u{70F}", "\u{8E2}", "\u{110BD}"])
  func `a prepended concatenation mark prevents a break after it`(sign: String) {
    #expect(workshop.shape("a " + sign + "字字", "Galley Box").pieces == ["a ÷", sign, "字÷", "字"])
  }

  @Test(arguments: [0, 1, 4_093, 4_094, 4_095, 4_096, 4_097, 9_000, 65_535, 65_536, 200_000])
  func `break entries cover any number of controls without glyphs`(count: Int) {
    let string = "ab " + String(repeating: "\u{1}", count: count) + " c"
    let text = workshop.shape(string, "Galley Box")
    #expect(text.faults == [])
    #expect(text.breaks.allSatisfy { $0.length > 0 && $0.kind != .hyphen })
    #expect(text.breaks.reduce(0) { $0 + $1.ink + $1.hang } == 5_000)
  }

  @Test(arguments: ["\u{85}", "\u{2028}", "\u{9F}", "\u{1}\u{9F}\u{7F}"])
  func `multibyte controls are not split between entries`(unit: String) {
    let string = "a" + String(repeating: unit, count: 5_000)
    let text = workshop.shape(string, "Galley Box")
    #expect(text.faults == [])
    #expect(text.pieces.allSatisfy { !$0.contains("\u{FFFD}") })
  }

  @Test(arguments: [64, 65, 66, 131, 3_000, 10_000])
  func `break entries cover any number of spaces`(count: Int) {
    let text = workshop.shape("a" + String(repeating: " ", count: count) + "b", "Galley Box")
    #expect(text.faults == [])
    #expect(text.breaks.reduce(0) { $0 + $1.hang } == 1_000 * count)
    #expect(text.breaks.reduce(0) { $0 + $1.ink } == 2_000)
    #expect(text.breaks.filter(\.isOpportunity).count == 1)
  }

  @Test(arguments: [8_388, 8_389, 20_000])
  func `break entries cover letters of any total width`(count: Int) {
    // In runs of 4,000 bytes, none of which has as much ink as an entry can store.
    let text = workshop.shape(String(repeating: "a", count: count), "Galley Box")
    #expect(text.faults == [])
    #expect(text.breaks.reduce(0) { $0 + $1.ink } == 1_000 * count)
    let none: [TextAnalysis.Opportunity] = []
    var builder = BreakTableBuilder()
    let wide = (0..<100).map { Glyph(id: 1, cluster: $0, advance: 0x20_0000) }
    let string = String(repeating: "a", count: 100)
    #expect(builder.append(0..<100, wide, of: string, none) == 100 * 0x20_0000)
    #expect(builder.entries.reduce(0) { $0 + $1.ink } == 100 * 0x20_0000)
    #expect(builder.entries.reduce(0) { $0 + Int($1.length) } == 100)
    #expect(builder.entries.count == 34)
  }

  @Test(arguments: [(4_095, [4_095]), (4_096, [4_095, 1]), (8_190, [4_095, 4_095])])
  func `no entry is empty behind controls without glyphs`(length: Int, lengths: [Int32]) {
    // The glyph is too wide for the entry of a narrow run.
    let glyphs = [Glyph(id: 1, cluster: 0, advance: 0x20_0000)]
    let none: [TextAnalysis.Opportunity] = []
    var builder = BreakTableBuilder()
    let text = "a" + String(repeating: "\u{1}", count: length - 1)
    #expect(builder.append(0..<length, glyphs, of: text, none) == 0x20_0000)
    #expect(builder.entries.map(\.length) == lengths)
    #expect(builder.entries.map(\.ink).reduce(0, +) == 0x20_0000)
  }

  @Test(
    arguments: [
      (0xFFFF, [2, 4_095, 906], [0xFFFF, 0xFFFF, 0]),
      (0x1_0000, [1, 1, 4_095, 906], [0, 0xFFFF, 0xFFFF, 0]),
      (0x20_0000, [1, 1, 4_095, 906], [0, 0xFFFF, 0xFFFF, 0]),
    ] as [(Int32, [Int32], [Int])])
  func `a space wider than an entry can tell makes no entry longer`(
    advance: Int32, lengths: [Int32], hangs: [Int]
  ) {
    let glyphs = (0..<3).map { Glyph(id: 1, cluster: $0, advance: $0 == 0 ? 500 : advance) }
    let none: [TextAnalysis.Opportunity] = []
    var builder = BreakTableBuilder()
    // Two spaces, and controls for which one entry is not enough.
    let text = "a  " + String(repeating: "\u{1}", count: 5_000)
    #expect(builder.append(0..<5_003, glyphs, of: text, none) == 500 + 2 * Int(advance))
    #expect(builder.entries.map(\.length) == lengths)
    #expect(builder.entries.map(\.hang) == hangs)
    #expect(builder.entries.map(\.ink).reduce(0, +) == 500)
    #expect(builder.entries.map(\.endsRun) == lengths.map { $0 == 906 })
  }

  @Test func `a cluster with more ink than an entry can tell has as much as it can`() {
    let glyphs = [0, 0, 0, 0, 0, 1].map { Glyph(id: 1, cluster: $0, advance: 0x20_0000) }
    let none: [TextAnalysis.Opportunity] = []
    var builder = BreakTableBuilder()
    #expect(builder.append(0..<2, glyphs, of: "ab", none) == 6 * 0x20_0000)
    #expect(builder.entries.map(\.ink) == [BreakEntry.maximumInk, 0x20_0000])
    #expect(builder.entries.map(\.hang) == [0, 0])
    #expect(builder.entries.map(\.length) == [1, 1])
  }

  @Test func `a break is unsafe before an unsafe glyph or inside a cluster`() {
    let glyphs = [
      Glyph(id: 1, cluster: 0, advance: 5), Glyph(id: 1, cluster: 1, advance: 5),
      Glyph(id: 1, cluster: 2, advance: 5, isUnsafeToBreak: true),
      Glyph(id: 1, cluster: 4, advance: 5),
    ]
    let offsets: [Int32] = [1, 2, 3, 4]
    let opportunities = offsets.map { TextAnalysis.Opportunity(offset: $0, isMandatory: false) }
    var builder = BreakTableBuilder()
    #expect(builder.append(0..<6, glyphs, of: "abcdef", opportunities) == 20)
    #expect(builder.entries.map(\.isUnsafe) == [false, true, true, false, false])
    #expect(builder.entries.map(\.ink) == [5, 5, 5, 0, 5])
    #expect(builder.entries.map(\.kind) == [.allowed, .allowed, .allowed, .allowed, .none])
    #expect(builder.entries.map(\.endsRun) == [false, false, false, false, true])
  }

  @Test func `a negative advance reduces the ink`() {
    let glyphs = [Glyph(id: 1, cluster: 0, advance: -700), Glyph(id: 1, cluster: 1, advance: -9)]
    let none: [TextAnalysis.Opportunity] = []
    var builder = BreakTableBuilder()
    #expect(builder.append(0..<2, glyphs, of: "a ", none) == -709)
    #expect(builder.entries.map(\.ink) == [-700])
    #expect(builder.entries.map(\.hang) == [0])
  }
}

extension BreakTableBuilder {
  /// Appends a run of glyphs.
  fileprivate mutating func append(
    _ range: Range<Int>, _ glyphs: [Glyph], of text: String,
    _ opportunities: [TextAnalysis.Opportunity]
  ) -> Int {
    var encoder = GlyphEncoder()
    let run = encoder.appendRun(
      glyphs.span, at: Int32(range.lowerBound), length: range.count)
    return append(
      range, glyphs: run, parts: encoder.parts.span, of: encoder.words.span,
      text: text.utf8.span,
      opportunities: opportunities.span, analyzer: TextAnalyzer())
  }
}
