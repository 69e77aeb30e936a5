public import GalleyDisplay
public import GalleyGeometry
public import GalleyTypesetting

/// What knows the texts of a list's items, and shows which of it is selected.
///
/// Offsets are UTF-8 offsets into ``selectableText(of:)``. A selection copies by itself, so that no
/// source can forget to leave out what spoilers hide.
@MainActor public protocol SelectionSource: AnyObject {
  /// The text of an item; `nil` if it has none. Any item may be asked for.
  func selectableText(of item: ListItem) -> AttributedText?
  /// The spoilers of an item's text that may be seen; what others hide is not copied. None by
  /// default.
  func revealedSpoilers(of item: ListItem) -> RevealedSpoilers
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
  /// No spoiler may be seen.
  public func revealedSpoilers(of item: ListItem) -> RevealedSpoilers { .none }
}
