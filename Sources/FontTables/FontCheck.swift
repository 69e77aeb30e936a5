internal import GalleyBasics
package import GalleySystem

/// The check of an untrusted font, performed when the font is opened.
///
/// The libraries that read fonts stay within the bounds of a file, but not of time: composite
/// glyphs, character maps and lookups of a few thousand bytes can take hours. A font that requires
/// more work than valid fonts do is refused.
package enum FontCheck {
  /// Returns the reason to refuse a face; `nil` if the face is bounded.
  ///
  /// - Complexity: O(*n*) in the number of glyphs and of ranges of characters.
  package static func refusal(of file: MappedFile, index: Int) -> String? {
    guard let tables = FontTables(file, index: index) else {
      return "the table directory is damaged"
    }
    guard tables.hasBoundedCharacterMaps else {
      return "the character map has too many characters"
    }
    guard tables.hasBoundedLookups else { return "too many lookups" }
    guard var graph = CompositeGraph(tables) else { return nil }
    for glyph in 0..<graph.glyphCount where graph.cost(of: glyph) == nil {
      return "glyph \(glyph) is made of too many components"
    }
    return nil
  }
}

extension FontTables {
  /// Whether each layout table has no more lookups than ``WorkBudget/font`` allows.
  ///
  /// Shaping applies each lookup to each glyph.
  fileprivate var hasBoundedLookups: Bool {
    for tag: TableTag in ["GSUB", "GPOS"] {
      guard let table = self[tag], let list = table.unsigned(8, 2),
        let count = table.unsigned(list, 2)
      else { continue }
      var budget = WorkBudget.font
      guard budget.charge(items: count) else { return false }
    }
    return true
  }
}
