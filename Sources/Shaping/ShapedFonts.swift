import GalleyFonts

/// The fonts of a shaped text, which texts in the same fonts share.
final class ShapedFonts: Sendable {
  /// The fonts of the runs.
  let fonts: [FontInstance]
  /// The font of the base style.
  let baseFont: FontInstance

  init(_ fonts: [FontInstance], baseFont: FontInstance) {
    self.fonts = fonts.exactCopy
    self.baseFont = baseFont
  }
}

/// A memo of the fonts of recent texts, by which texts in several languages in turn share them.
struct ShapedFontsMemo {
  private static let count: UInt32 = 64
  private var places: [ShapedFonts?] = Array(repeating: nil, count: Int(count))

  /// Returns the fonts of a text.
  mutating func fonts(_ fonts: [FontInstance], baseFont: FontInstance) -> ShapedFonts {
    var hash = baseFont.id
    for font in fonts { hash = hash &* 31 &+ font.id }
    let place = Int(hash % Self.count)
    if let known = places[place], known.baseFont === baseFont,
      known.fonts.elementsEqual(fonts, by: ===)
    {
      return known
    }
    let new = ShapedFonts(fonts, baseFont: baseFont)
    places[place] = new
    return new
  }
}
