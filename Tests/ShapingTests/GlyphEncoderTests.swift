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
