import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct GlyphCodingTests {
  /// Writes glyphs and reads them back, after unrelated words.
  private func coded(
    _ glyphs: [Glyph], start: Int32, length: Int
  ) -> (glyphs: [Glyph], format: GlyphFormat, wordCount: Int) {
    var words: [UInt32] = [7, 7, 7]
    let format = encode(glyphs.span, start: start, length: length, behind: &words)
    var reader = GlyphReader(format: format, start: start, firstWord: 3, count: glyphs.count)
    var read: [Glyph] = []
    while let glyph = reader.next(words.span) { read.append(glyph) }
    return (read, format, words.count - 3)
  }

  private func narrow(_ count: Int, start: Int32 = 0) -> [Glyph] {
    (0..<count).map { Glyph(id: UInt32($0), cluster: start + Int32($0), advance: Int32($0)) }
  }

  @Test func `a glyph takes one word if each byte is a cluster`() {
    let glyphs = narrow(9, start: 40)
    let result = coded(glyphs, start: 40, length: 9)
    #expect(result.glyphs == glyphs)
    #expect(result.format == [])
    #expect(result.wordCount == 9)
  }

  @Test(arguments: [(1, 2), (3, 4), (4, 5), (5, 7), (8, 10), (9, 12)])
  func `clusters of multibyte text take one byte each`(count: Int, wordCount: Int) {
    // One more byte than glyphs, because the last character has two bytes.
    let glyphs = narrow(count, start: 5)
    let result = coded(glyphs, start: 5, length: count + 1)
    #expect(result.glyphs == glyphs)
    #expect(result.format == .clusters)
    #expect(result.wordCount == wordCount)
  }

  @Test(arguments: [(0, false), (254, false), (255, false), (256, true), (3_999, true)])
  func `clusters more than 255 bytes apart take one word each`(distance: Int32, isWide: Bool) {
    let glyphs = [
      Glyph(id: 1, cluster: 100 + distance, advance: 2),
      Glyph(id: 1, cluster: 100 + 2 * distance, advance: 2),
    ]
    let result = coded(glyphs, start: 100, length: 9_000)
    #expect(result.glyphs == glyphs)
    #expect(result.format == (isWide ? .wideClusters : .clusters))
  }

  @Test(arguments: [
    (0xFFFF, 0x7FFF, false), (0x1_0000, 5, true), (5, 0x8000, true), (5, -1, true),
    (0x7FFF_FFFF, Int32.max, true), (0, Int32.min, true), (0, 0, false),
  ])
  func `large or negative values widen glyphs to two words`(
    id: UInt32, advance: Int32, isWide: Bool
  ) {
    for flag in [false, true] {
      let glyphs = [
        Glyph(id: id, cluster: 0, advance: advance, isUnsafeToBreak: flag),
        Glyph(id: 3, cluster: 1, advance: 4, isUnsafeToBreak: !flag),
      ]
      let result = coded(glyphs, start: 0, length: 2)
      #expect(result.glyphs == glyphs)
      #expect(result.format == (isWide ? .wide : []))
    }
  }

  private static let offsets: [(Int32, Int32, GlyphFormat)] = [
    (1, 0, .offsets), (0, -1, .offsets), (-0x8000, 0x7FFF, [.offsets, .far]),
    (0x8000, 0, .wideOffsets), (0, -0x8001, [.wideOffsets, .far]),
    (.max, .min, [.wideOffsets, .far]), (0, 4_000, .offsets), (0, -4_000, .offsets),
    (0, 4_001, [.offsets, .far]), (0, 0, []),
  ]

  @Test(arguments: offsets)
  func `offsets are stored in the narrowest sufficient format`(
    x: Int32, y: Int32, format: GlyphFormat
  ) {
    let glyphs = [
      Glyph(id: 1, cluster: 0, advance: 4), Glyph(id: 2, cluster: 1, advance: 4),
      Glyph(id: 1, cluster: 2, advance: 4, xOffset: x, yOffset: y),
      Glyph(id: 1, cluster: 3, advance: 4, xOffset: 1, yOffset: 1),
    ]
    let expected = format == [] ? GlyphFormat.offsets : format
    let result = coded(glyphs, start: 0, length: 4)
    #expect(result.glyphs == glyphs)
    #expect(result.format == expected)
  }

  @Test func `skipping stops at the requested cluster within the run`() {
    var words: [UInt32] = []
    let glyphs = narrow(5, start: 10)
    let format = encode(glyphs.span, start: 10, length: 5, behind: &words)
    for (cluster, next) in [(9, 10), (10, 10), (12, 12), (14, 14)] as [(Int32, Int32)] {
      var reader = GlyphReader(format: format, start: 10, firstWord: 0, count: 5)
      reader.skip(to: cluster, words.span)
      #expect(reader.next(words.span)?.cluster == next)
    }
    var reader = GlyphReader(format: format, start: 10, firstWord: 0, count: 5)
    reader.skip(to: 99, words.span)
    #expect(reader.next(words.span) == nil)
  }

  @Test(arguments: 0..<100)
  func `skipping never passes over a requested glyph`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var cluster: Int32 = 10
    let glyphs = (0..<UInt32.random(in: 1...200, using: &random)).map { id in
      cluster += Int32.random(in: 0...3, using: &random)
      return Glyph(id: id, cluster: cluster, advance: 1)
    }
    var words: [UInt32] = []
    let format = encode(glyphs.span, start: 10, length: Int(cluster) - 9, behind: &words)
    for wanted in Int32(0)...cluster + 2 {
      var reader = GlyphReader(format: format, start: 10, firstWord: 0, count: glyphs.count)
      reader.skip(to: wanted, words.span)
      var rest: [Glyph] = []
      while let glyph = reader.next(words.span) { rest.append(glyph) }
      #expect(rest.filter { $0.cluster >= wanted } == glyphs.filter { $0.cluster >= wanted })
    }
  }

  @Test(arguments: 0..<300)
  func `decoded glyphs equal the encoded glyphs`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let start = Int32.random(in: 0...90_000, using: &random)
    let steps: [Int32] = random.pick([[1], [0, 1], [0, 1, 2, 3], [0, 255], [1, 256], [3, 900]])
    let limits: [Int32] = random.pick([[600], [0, 0x7FFF], [-5, 9], [0x8000, 4]])
    let offsets: [Int32] = random.pick([[0], [0, 0, 0, 9], [-300, 300], [-40_000, 3]])
    let ids: [UInt32] = random.pick([[1, 900], [0, 0xFFFF], [0x1_0000, 0x7FFF_FFFF]])
    var cluster = start
    let glyphs = (0..<Int.random(in: 0...70, using: &random)).map { index in
      if index > 0 || Bool.random(using: &random) { cluster += random.pick(steps) }
      return Glyph(
        id: random.pick(ids), cluster: cluster, advance: random.pick(limits),
        xOffset: random.pick(offsets), yOffset: random.pick(offsets),
        isUnsafeToBreak: Bool.random(using: &random))
    }
    let length = Int(cluster - start) + Int.random(in: 1...4, using: &random)
    let result = coded(glyphs, start: start, length: length)
    #expect(result.glyphs == glyphs)
    // No larger than necessary.
    #expect(!result.format.has(.wide) || limits != [600] || ids.contains { $0 > 0xFFFF })
    #expect(result.format.hasOffsets == glyphs.contains { $0.xOffset != 0 || $0.yOffset != 0 })
  }
}

extension SplitMix64 {
  /// Returns a random element.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(truncatingIfNeeded: next() >> 33) % elements.count]
  }
}
