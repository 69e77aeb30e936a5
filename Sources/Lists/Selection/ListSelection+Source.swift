public import GalleyDisplay
public import GalleyGeometry
public import GalleyTypesetting

extension ListSelection {
  /// The source of the texts of a list's items, which also shows their selected ranges.
  ///
  /// Offsets are UTF-8 offsets into ``selectableText(of:)``. The selection creates the copied text
  /// itself, so that no source can disclose hidden spoilers by mistake.
  @MainActor public protocol Source: AnyObject {
    /// Returns the text of any item; `nil` if it has none.
    func selectableText(of item: ListItem) -> AttributedText?
    /// Returns the revealed spoilers of an item's text; the text of others is not copied.
    ///
    /// The default implementation returns none.
    func revealedSpoilers(of item: ListItem) -> RevealedSpoilers
    /// Returns the offset nearest to a point of an item's node; `nil` if there is no text.
    func textOffset(at point: Point, in node: DisplayNode, of item: ListItem) -> Int?
    /// Returns whether a point of an item's node is on text, so that dragging a mouse from there
    /// selects.
    func isText(at point: Point, in node: DisplayNode, of item: ListItem) -> Bool
    /// Returns the word or paragraph around an offset.
    func range(of unit: Unit, around offset: Int, of item: ListItem) -> Range<Int>
    /// Shows the selected range of an item's text; `nil` for none.
    func showSelection(_ range: Range<Int>?, in node: DisplayNode, of item: ListItem)
  }

  /// A position in the text of a list item.
  public struct Position: Hashable, Sendable {
    /// The visible index of the item.
    public var index: Int
    /// The offset in the item's text, in UTF-8 bytes.
    public var offset: Int

    /// Creates a position.
    public init(index: Int, offset: Int) {
      self.index = index
      self.offset = offset
    }
  }

  /// The unit by which a selection is extended.
  public enum Unit: Hashable, Sendable {
    /// Characters.
    case character
    /// Words.
    case word
    /// Paragraphs.
    case paragraph
  }
}

extension ListSelection.Source {
  /// Returns no revealed spoilers.
  public func revealedSpoilers(of item: ListItem) -> RevealedSpoilers { .none }
}
