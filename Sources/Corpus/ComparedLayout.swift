package import GalleyTypesetting
package import GalleyRichTypesetting

/// A layout that is compared with another one, in words.
package struct ComparedLayout: Hashable, Sendable {
  /// The description of the layout, as in an expectation.
  package let dump: String
  /// The text; `nil` if it is not known.
  package let text: String?

  /// Creates a layout from its description.
  package init(dump: String, text: String? = nil) {
    self.dump = dump
    self.text = text
  }

  /// Creates a layout of a text.
  package init(_ layout: TextLayout) {
    self.init(dump: LayoutDump.text(of: layout), text: layout.text.string)
  }

  /// Creates a layout of a rich message.
  package init(_ layout: RichLayout) { self.init(dump: RichLayoutDump.text(of: layout)) }

  /// Returns the differences from an older layout in words, the most important ones first.
  package func changes(from old: ComparedLayout) -> [String] {
    let change = old.text.flatMap { old in text.flatMap { TextChange(from: old, to: $0) } }
    return (change.map { [$0.words] } ?? [])
      + DumpChanges.words(from: old.dump, to: dump, text: text, change: change)
  }
}
