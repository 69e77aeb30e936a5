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
    /// Returns a part of an item for copying, if it is more than a part of its text, such as a
    /// table.
    ///
    /// The default implementation returns `nil`: the selection copies the text.
    func plainText(of range: Range<Int>, of item: ListItem) -> DisclosedText?
    /// Returns the offset nearest to a point of an item's node; `nil` if there is no text.
    func textOffset(at point: Point, in node: DisplayNode, of item: ListItem) -> Int?
    /// Returns whether a point of an item's node is on text, so that dragging a mouse from there
    /// selects.
    func isText(at point: Point, in node: DisplayNode, of item: ListItem) -> Bool
    /// Returns the word or paragraph around an offset.
    func range(of unit: Unit, around offset: Int, of item: ListItem) -> Range<Int>
    /// Returns the layout of any item's text, in which keys move the end of a selection; `nil` if
    /// it has none.
    ///
    /// The default implementation returns `nil`: keys do not extend the selection.
    func textLayout(of item: ListItem) -> TextLayout?
    /// Returns the text node of an item, at which handles and a magnifier are shown.
    ///
    /// The default implementation returns `nil`: the selection has no handles.
    func textNode(in node: DisplayNode, of item: ListItem) -> TextNode?
    /// Returns the color behind the text of an item, for the magnifier.
    ///
    /// The default implementation returns white.
    func backgroundColor(of item: ListItem) -> Color
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
  /// Returns `nil`.
  public func plainText(of range: Range<Int>, of item: ListItem) -> DisclosedText? { nil }
  /// Returns `nil`.
  public func textLayout(of item: ListItem) -> TextLayout? { nil }
  /// Returns `nil`.
  public func textNode(in node: DisplayNode, of item: ListItem) -> TextNode? { nil }
  /// Returns white.
  public func backgroundColor(of item: ListItem) -> Color { .white }
}
