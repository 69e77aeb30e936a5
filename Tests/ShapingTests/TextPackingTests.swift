import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct TextPackingTests {
  let font: FontInstance

  init() throws {
    font = Workshop(try TestFonts.collection()).shape("a", "Galley Box").fonts[0]
  }

  /// Packs the glyphs of a run, and returns a reader, the words and the format.
  private func packed(
    _ glyphs: [Glyph], length: Int
  ) -> (reader: GlyphReader, words: [UInt32], format: GlyphFormat) {
    var unpacked: [UInt32] = [7, 7]
    let format = encode(glyphs.span, start: 10, length: length, behind: &unpacked)
    var runs = [
      ShapedRun(
        start: 10, end: 10 + Int32(length), contentIndex: 2, glyphCount: Int32(glyphs.count),
        script: .latin, pointsPerUnit: 1, font: 0, style: 0, level: 0, format: format, kind: .text)
    ]
    var packing = TextPacking()
    packing.pack(unpacked.span, of: &runs, in: [font])
    #expect(packing.glyphWordCount == packing.words.count)
    return (GlyphReader(runs[0]), packing.words, runs[0].format)
  }

  private func glyphs(
    _ reader: GlyphReader, _ words: [UInt32]
  ) -> [Glyph] {
    var reader = reader
    var glyphs: [Glyph] = []
    while let glyph = reader.next(words.span, font.palette) { glyphs.append(glyph) }
    return glyphs
  }

  @Test(arguments: seeds(60, long: 600))
  func `packed glyphs are read as they were, from any cluster`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...90, using: &random)
    let idLimit: UInt32 = [20, 300, 0x1_0004].randomElement(using: &random) ?? 1
    let greatestDistance: Int32 = [1, 3, 4, 300].randomElement(using: &random) ?? 1
    let isMoved = Bool.random(using: &random)
    var cluster: Int32 = 10
    let source = (0..<count).map { index in
      if index > 0 { cluster += Int32.random(in: 0...greatestDistance, using: &random) }
      var glyph = Glyph(
        id: UInt32.random(in: 0..<idLimit, using: &random), cluster: cluster,
        advance: Int32.random(in: 0...2, using: &random) * 300)
      glyph.isUnsafeToBreak = Int.random(in: 0..<9, using: &random) == 0
      if isMoved { glyph.xOffset = Int32.random(in: -9...9, using: &random) }
      return glyph
    }
    let result = packed(source, length: Int(cluster) - 10 + 1)
    #expect(glyphs(result.reader, result.words) == source)
    let start = Int32.random(in: 10...cluster, using: &random)
    var reader = result.reader
    reader.skip(to: start, result.words.span)
    let rest = glyphs(reader, result.words)
    #expect(rest == source.suffix(rest.count))
    #expect(rest.count >= source.count { $0.cluster >= start })
    // In parts, as lines are.
    var parts: [Glyph] = []
    reader = result.reader
    for end in [start, cluster + 1] {
      reader.append(from: 10, before: end, to: &parts, result.words.span, font.palette)
      #expect(parts == source.filter { $0.cluster < end })
    }
    parts = []
    reader = result.reader
    reader.skip(to: start, result.words.span)
    reader.append(
      from: start, before: cluster + 1, to: &parts, result.words.span, font.palette)
    #expect(parts == source.filter { $0.cluster >= start })
  }

  @Test func `glyphs of a palette take a byte each, and small distances two bits`() {
    let source = (0..<32).map {
      Glyph(id: 5, cluster: 10 + 2 * Int32($0), advance: 600)
    }
    let result = packed(source, length: 64)
    #expect(result.words.count == 8 + 2)
    #expect(result.format == [.palette, .clusters, .smallClusters])
  }

  @Test func `glyphs beyond the palette follow the others, or take a word each`() {
    let many = (0..<400).map { Glyph(id: 1_000 + UInt32($0), cluster: 10 + Int32($0), advance: 0) }
    let first = packed(many, length: 400)
    #expect(glyphs(first.reader, first.words) == many)
    #expect(first.format.has(.palette) && first.format.has(.wide))
    #expect(first.words.count < 400)
    let others = many.map { Glyph(id: $0.id + 1_000, cluster: $0.cluster, advance: 0) }
    let second = packed(others, length: 400)
    #expect(glyphs(second.reader, second.words) == others)
    #expect(second.format == [])
    #expect(second.words.count == 400)
  }

  @Test(arguments: [1, 2] as [Int32])
  func `glyphs beyond the palette are read from any cluster`(distance: Int32) {
    let known = Glyph(id: 5, cluster: 10, advance: 600)
    // The palette has the first kind, and no room after the others.
    let others = (0..<400).map {
      Glyph(id: 1_000 + UInt32($0), cluster: 10 + Int32($0), advance: 0)
    }
    _ = packed([known], length: 1)
    _ = packed(others, length: 400)
    let source = (0..<70).map { index in
      Glyph(
        id: index % 9 == 4 ? 3_000 + UInt32(index) : 5, cluster: 10 + distance * Int32(index),
        advance: 600)
    }
    let result = packed(source, length: 70 * Int(distance))
    #expect(result.format.has(.palette) && result.format.has(.wide))
    for (index, glyph) in source.enumerated() {
      var reader = result.reader
      reader.skip(to: glyph.cluster, result.words.span)
      let rest = glyphs(reader, result.words)
      // Clusters that are not one byte each are skipped by four.
      #expect((source.count - index...source.count - index + 3).contains(rest.count))
      #expect(rest == source.suffix(rest.count))
    }
  }

  @Test func `a bookmark is at the end of the glyphs that were read`() throws {
    let text = Workshop(try TestFonts.collection()).shape("abcdefghij", "Galley Box")
    var (glyphs, bookmark): ([Glyph], GlyphBookmark?) = ([], nil)
    text.appendGlyphs(of: 2..<5, inRun: 0, to: &glyphs, bookmark: &bookmark)
    #expect(bookmark?.offset == 5)
    text.appendGlyphs(of: 5..<7, inRun: 0, to: &glyphs, bookmark: &bookmark)
    #expect(bookmark?.offset == 7)
    #expect(glyphs.map(\.cluster) == [2, 3, 4, 5, 6])
  }

  @Test func `a run without glyphs has no words, and no palette`() {
    let (reader, words, format) = packed([], length: 3)
    #expect(words.isEmpty && glyphs(reader, words).isEmpty)
    #expect(!format.has(.palette))
  }

  @Test func `an empty glyph is not in a palette`() {
    let source = (0..<9).map { Glyph(id: $0 == 4 ? 0 : 5, cluster: 10 + $0, advance: 0) }
    let result = packed(source.map { $0 }, length: 9)
    #expect(glyphs(result.reader, result.words) == source)
  }

  @Test(arguments: seeds(40, long: 400))
  func `a break table keeps its entries, narrow or not`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let hangs = [0, 250, 500, 777, BreakEntry.maximumHang].prefix(
      Int.random(in: 1...5, using: &random))
    let inks = [0, 1, 0xFFFF, 0x1_0000, -1].prefix(Int.random(in: 1...5, using: &random))
    let lengths = [1, 0x1FF, 0x200].prefix(Int.random(in: 1...3, using: &random))
    let entries = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      BreakEntry(
        ink: inks.randomElement(using: &random) ?? 0,
        hang: hangs.randomElement(using: &random) ?? 0,
        length: lengths.randomElement(using: &random) ?? 1,
        kind: BreakEntry.Kind(rawValue: UInt8.random(in: 0...3, using: &random)) ?? .none,
        isUnsafe: Bool.random(using: &random), endsRun: Bool.random(using: &random),
        hasInk: Bool.random(using: &random))
    }
    var words: [UInt32] = [7, 7, 7]
    BreakTable.append(entries.span, to: &words)
    let table = BreakTable(words, behind: 3)
    #expect(Array(table) == entries)
    if hangs.count <= 4, inks.count <= 3, lengths.count <= 2 { #expect(table.form.isNarrow) }
    #expect(words.count == 5 + entries.count * (table.form.isNarrow ? 1 : 2))
  }
}
