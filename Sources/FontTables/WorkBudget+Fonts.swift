package import GalleyBasics

extension WorkBudget {
  /// The budget of one glyph: its components, paint operations, pixels and decoded bytes.
  package static let glyph = WorkBudget(
    items: Limits.Glyphs.items, pixels: Limits.Glyphs.pixels, bytes: Limits.Glyphs.bytes,
    steps: Limits.Glyphs.steps)
  /// The budget of opening one font: its lookups, and the characters of its character maps.
  static let font = WorkBudget(
    items: Limits.Fonts.lookups, steps: Limits.Fonts.mappedCharacters)
}
