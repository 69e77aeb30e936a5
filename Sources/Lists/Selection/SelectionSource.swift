public import GalleyDisplay
public import GalleyGeometry

/// What knows the texts of a list's items, and shows which of it is selected.
///
/// Offsets count bytes of UTF-8 of what ``selectableText(of:)`` says.
@MainActor public protocol SelectionSource: AnyObject {
  /// The text of an item; `nil` if it has none. Any item may be asked for.
  func selectableText(of item: ListItem) -> String?
  /// A part of an item's text as it is copied: the characters that begin in it, unless some are not to be read yet.
  func copiedText(_ range: Range<Int>, of item: ListItem) -> String
  /// The offset nearest to a point of an item's node; `nil` if there is no text.
  func textOffset(at point: Point, in node: DisplayNode, of item: ListItem) -> Int?
  /// Whether a point of an item's node is on text, so that a mouse that is dragged from there selects.
  func isText(at point: Point, in node: DisplayNode, of item: ListItem) -> Bool
  /// The word or the paragraph around an offset.
  func range(of unit: SelectionUnit, around offset: Int, of item: ListItem) -> Range<Int>
  /// Shows what of an item's text is selected; `nil` is nothing.
  func showSelection(_ range: Range<Int>?, in node: DisplayNode, of item: ListItem)
}

extension SelectionSource {
  /// The characters that begin in a part of the text.
  public func copiedText(_ range: Range<Int>, of item: ListItem) -> String {
    selectableText(of: item)?.characters(inUTF8: range) ?? ""
  }
}
