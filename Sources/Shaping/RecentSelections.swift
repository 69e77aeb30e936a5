import GalleyFonts
import GalleyHarfBuzz

/// The fonts that were recently selected for single characters, so that most characters of a
/// fallback font need neither a hash of a cluster nor a lock.
///
/// Each character has a place, which the latest request takes.
struct RecentSelections {
  private struct Entry {
    var scalar: UInt32
    var script: FontTag
    var fonts: FontSet
    var font: FontInstance
  }

  /// The number of places, a power of two; they take 48 KB.
  private static let capacity = 2_048

  /// The places, or none before the first request.
  private var entries: [Entry?] = []

  /// Returns the font of a grapheme cluster of one character.
  mutating func font(of scalar: UInt32, _ fonts: FontSet, script: FontTag) -> FontInstance {
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.capacity) }
    let place = Self.place(of: scalar, fonts, script)
    if let known = entries[place], known.scalar == scalar, known.script == script,
      known.fonts === fonts
    {
      return known.font
    }
    let font = fonts.selection(for: [scalar].span, script: script).instance
    entries[place] = Entry(scalar: scalar, script: script, fonts: fonts, font: font)
    return font
  }

  /// Returns whether a font was recently selected for a grapheme cluster of one character.
  @inline(__always) func has(
    _ font: FontInstance, for scalar: UInt32, _ fonts: FontSet, script: FontTag
  ) -> Bool {
    guard !entries.isEmpty, let known = entries[Self.place(of: scalar, fonts, script)] else {
      return false
    }
    return known.scalar == scalar && known.script == script && known.fonts === fonts
      && known.font === font
  }

  @inline(__always) private static func place(
    of scalar: UInt32, _ fonts: FontSet, _ script: FontTag
  ) -> Int {
    var digest = UInt64(UInt(bitPattern: ObjectIdentifier(fonts))) &>> 4 ^ UInt64(script.rawValue)
    digest = (digest &<< 21 ^ digest &>> 11 ^ UInt64(scalar)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: digest &>> 40) & (capacity - 1)
  }
}
