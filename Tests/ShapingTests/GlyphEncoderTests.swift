import GalleyBasics
import GalleyFonts
import GalleyHarfBuzz
import Testing

@testable import GalleyShaping

@Suite struct GlyphEncoderTests {
  /// A word of random glyphs with its length in bytes.
  private struct Word {
    var glyphs: [Glyph]
    var length: Int
  }

  private func word(_ random: inout SplitMix64, kind: Int) -> Word {
    let count = Int.random(in: 0...12, using: &random)
    var cluster: Int32 = 0
    let glyphs = (0..<count).map { index in
      if kind > 0, index > 0 {
        cluster += Int32.random(in: 0...(kind > 2 ? 300 : 3), using: &random)
      }
      if kind == 0 { cluster = Int32(index) }
      return Glyph(
        id: UInt32.random(in: 0...0xFFFF, using: &random), cluster: cluster,
        advance: Int32.random(in: (kind > 3 ? -50 : 0)...900, using: &random),
        xOffset: kind > 1 ? Int32.random(in: -40...40, using: &random) : 0,
        yOffset: kind > 4 ? Int32.random(in: -40_000...40_000, using: &random) : 0,
        isUnsafeToBreak: Bool.random(using: &random))
    }
    let length = kind == 0 ? count : Int(cluster) + Int.random(in: 1...3, using: &random)
    return Word(glyphs: glyphs, length: max(length, 1))
  }

  /// Encodes spaces one by one and all at once, and returns the first result and the second.
  private func encoded(
    _ spaces: [Glyph], length: Int
  ) -> (run: EncodedRun, words: [UInt32], expected: EncodedRun, expectedWords: [UInt32]) {
    var (encoder, whole) = (GlyphEncoder(), GlyphEncoder())
    encoder.beginRun(at: 0)
    for (index, space) in spaces.enumerated() {
      let end = index + 1 < spaces.count ? spaces[index + 1].cluster : Int32(length)
      encoder.append(capacity: 1) { run, words, parts in
        run.append(space, length: end - space.cluster, to: &words, &parts)
      }
    }
    let run = encoder.endRun(length: length)
    let expected = whole.appendRun(spaces.span, at: 0, length: length)
    return (run, encoder.words, expected, whole.words)
  }

  /// The distance between clusters takes a byte up to 255.
  @Test(arguments: [1, 254, 255, 256, 300] as [Int32])
  func `a space at any distance from the glyph before it is encoded as by a whole run`(
    distance: Int32
  ) {
    let spaces = [0, distance].map { Glyph(id: 7, cluster: $0, advance: 250) }
    let result = encoded(spaces, length: Int(distance) + 1)
    #expect(result.run.format == result.expected.format)
    #expect(result.words == result.expectedWords)
    #expect(result.run.glyphs(in: result.words.span) == spaces)
  }

  @Test(arguments: [
    Glyph(id: 7, cluster: 1, advance: 0), Glyph(id: 7, cluster: 1, advance: -1),
    Glyph(id: 7, cluster: 1, advance: 0x7FFF), Glyph(id: 7, cluster: 1, advance: 0x8000),
    Glyph(id: 0xFFFF, cluster: 1, advance: 9), Glyph(id: 0x1_0000, cluster: 1, advance: 9),
    Glyph(id: 7, cluster: 1, advance: 9, xOffset: 4),
    Glyph(id: 7, cluster: 1, advance: 9, yOffset: -4),
  ])
  func `a wide or shifted space is encoded as by a whole run`(space: Glyph) {
    let first = Glyph(id: 7, cluster: 0, advance: 250)
    let result = encoded([first, space], length: 2)
    #expect(result.run.format == result.expected.format)
    #expect(result.words == result.expectedWords)
    #expect(result.run.glyphs(in: result.words.span) == [first, space])
  }

  @Test(arguments: 0..<300)
  func `words and spaces are encoded like all their glyphs at once`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let greatest = Int(seed % 6)
    var encoder = GlyphEncoder()
    var (cache, glyphs, text): (WordCache, [Glyph], [UInt8]) = (WordCache(), [], [])
    let start = Int.random(in: 0...400, using: &random)
    text = Array(repeating: 0x20, count: start)
    let other = [Glyph(id: 3, cluster: 0, advance: 5)]
    _ = encoder.appendRun(other.span, at: 0, length: 1)
    encoder.beginRun(at: Int32(start))
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let offset = text.count
      if Bool.random(using: &random) {
        let space = Glyph(id: 7, cluster: Int32(offset), advance: 250)
        text.append(0x20)
        glyphs.append(space)
        encoder.append(capacity: 1) { run, words, parts in
          run.append(space, length: 1, to: &words, &parts)
        }
        continue
      }
      let word = word(&random, kind: Int.random(in: 0...greatest, using: &random))
      let moved = word.glyphs.map { glyph in
        var glyph = glyph
        glyph.cluster += Int32(offset)
        return glyph
      }
      text += (0..<word.length).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
      let range = offset..<text.count
      let key = WordKey(text.span, range, context: 64)
      let known = cache.insert(
        key, text.span, range, glyphs: moved.span, reach: InkReach())
      glyphs += moved
      encoder.append(capacity: Int.random(in: 0...20, using: &random)) { run, words, parts in
        run.append(known, in: cache.pool.span, at: range, to: &words, &parts)
      }
    }
    let length = text.count - start
    let run = encoder.endRun(length: length)
    var whole = GlyphEncoder()
    _ = whole.appendRun(other.span, at: 0, length: 1)
    let expected = whole.appendRun(glyphs.span, at: Int32(start), length: length)
    #expect(run.format == expected.format)
    #expect(run.glyphCount == expected.glyphCount)
    #expect(encoder.words == whole.words)
    #expect(run.glyphs(in: encoder.words.span) == glyphs)

    let offsets = (start..<text.count).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let opportunities = offsets.map {
      TextAnalysis.Opportunity(offset: Int32($0 + 1), isMandatory: $0.isMultiple(of: 7))
    }
    func entries(_ parts: [RunEncoding.Part]) -> [BreakEntry] {
      var builder = BreakTableBuilder()
      let units = builder.append(
        start..<text.count, glyphs: run, parts: parts.span, of: encoder.words.span,
        text: text.span, opportunities: opportunities.span, analyzer: TextAnalyzer())
      #expect(units == glyphs.reduce(0) { $0 + Int($1.advance) })
      return builder.entries
    }
    #expect(entries(encoder.parts) == entries([]))
  }
}
