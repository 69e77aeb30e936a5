internal import GalleyBasics
internal import Synchronization

/// The glyphs of a font that encoded texts refer to with one byte each.
///
/// A glyph is any word other than 0, such as one with an ID and an advance. The palette keeps the
/// first 255 that it is asked for, as far as their hashes allow. Entries never change, so any
/// number of threads can use a palette at once.
package final class GlyphPalette: Sendable {
  /// The code of glyphs that are not in the palette.
  package static let missing: UInt8 = 0
  /// The maximum distance of an entry from the place that its hash selects.
  private static let reachOfProbes = 4

  /// The glyphs, or 0 where there is none yet.
  ///
  /// The first is not used. Relaxed ordering suffices: an entry is self-contained, and its code is
  /// known only after it was written.
  private let entries = InlineArray<256, Atomic<UInt32>> { Atomic($0 == 0 ? .max : 0) }

  /// Returns the glyph with a code, `UInt32.max` for ``missing``.
  package subscript(code: UInt8) -> UInt32 { entries[Int(code)].load(ordering: .relaxed) }

  /// Looks up the glyphs of consecutive codes; what is behind them is unspecified.
  ///
  /// - Parameters:
  ///   - codes: The codes, four to a word.
  ///   - first: The number of codes before the first.
  ///   - count: The number of codes, at most 32.
  /// - Returns: The glyphs, `UInt32.max` for ``missing``.
  package func glyphs(
    withCodes codes: Span<UInt32>, from first: Int, _ count: Int
  ) -> InlineArray<32, UInt32> {
    var glyphs = InlineArray<32, UInt32>(repeating: 0)
    for index in 0..<count {
      let place = UInt(bitPattern: first &+ index)
      let code = codes[Int(place >> 2)] >> UInt32((place & 3) &* 8)
      glyphs[index] = self[UInt8(truncatingIfNeeded: code)]
    }
    return glyphs
  }

  /// Returns the code of a glyph, or `nil` if it is not in the palette.
  package func code(of glyph: UInt32) -> UInt8? {
    var missing: [UInt32] = []
    let code = code(of: glyph, &missing)
    return missing.isEmpty ? UInt8(truncatingIfNeeded: code) : nil
  }

  /// Appends the codes of glyphs, four to a word, the first in the lowest byte.
  ///
  /// - Parameters:
  ///   - glyphs: The glyphs.
  ///   - words: The array to append to.
  ///   - missing: An array that receives the glyphs that are not in the palette.
  package func appendCodes(
    of glyphs: Span<UInt32>, to words: inout [UInt32], missing: inout [UInt32]
  ) {
    words.append(upTo: (glyphs.count &+ 3) / 4) { words in
      for group in 0..<glyphs.count / 4 {
        let four = glyphs.extracting(group &* 4..<group &* 4 &+ 4)
        var word = code(of: four[0], &missing)
        word |= code(of: four[1], &missing) << 8
        word |= code(of: four[2], &missing) << 16
        word |= code(of: four[3], &missing) << 24
        words.append(word)
      }
      let rest = glyphs.extracting(last: glyphs.count & 3)
      guard !rest.isEmpty else { return }
      var word: UInt32 = 0
      for index in rest.indices {
        word |= code(of: rest[index], &missing) << UInt32(truncatingIfNeeded: index &* 8)
      }
      words.append(word)
    }
  }

  @inline(__always) private func code(of glyph: UInt32, _ missing: inout [UInt32]) -> UInt32 {
    let place = (glyph &* 0x9E37_79B1) >> 24
    let isFound = entries[Int(place)].load(ordering: .relaxed) == glyph
    return isFound ? place : insert(glyph, near: place, &missing)
  }

  /// Returns the code of a glyph that is not at the first place for it.
  @inline(never) private func insert(
    _ glyph: UInt32, near first: UInt32, _ missing: inout [UInt32]
  ) -> UInt32 {
    for probe in 0..<Self.reachOfProbes where glyph != 0 {
      let place = (Int(first) + probe) & 0xFF
      var found = entries[place].load(ordering: .relaxed)
      if found == 0 {
        let (exchanged, original) = entries[place].compareExchange(
          expected: 0, desired: glyph, ordering: .relaxed)
        found = exchanged ? glyph : original
      }
      // The first entry equals a glyph that no font has, and is none.
      if found == glyph, place != 0 { return UInt32(place) }
    }
    missing.append(glyph)
    return UInt32(Self.missing)
  }
}
