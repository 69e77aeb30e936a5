/// A set of a font's glyphs, with a bit for each up to the greatest.
struct GlyphSet: Sendable {
  /// The bits of 64 glyphs each, those of the least glyphs first.
  private(set) var words: [UInt64] = []

  var isEmpty: Bool { words.isEmpty }

  func contains(_ glyph: UInt32) -> Bool {
    let word = Int(glyph >> 6)
    return word < words.count && words[word] >> UInt64(glyph & 63) & 1 != 0
  }

  mutating func insert(_ glyph: UInt32) {
    let word = Int(glyph >> 6)
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(glyph & 63)
  }
}
