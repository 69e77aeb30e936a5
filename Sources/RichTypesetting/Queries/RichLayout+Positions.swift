public import GalleyRichMessages
public import GalleyTypesetting

extension RichLayout {
  /// A caret position in a rich message.
  public struct Position: Hashable, Comparable, Sendable {
    /// The index of a text of the layout, in reading order.
    public var text: Int
    /// The position in the text.
    public var position: TextPosition

    /// Creates a position in a text.
    public init(text: Int, position: TextPosition) {
      self.text = text
      self.position = position
    }

    /// Creates a position at a byte offset of a text.
    public init(text: Int, offset: Int) {
      self.init(text: text, position: TextPosition(offset: offset))
    }

    /// Returns whether the left position comes first in reading order.
    public static func < (left: Position, right: Position) -> Bool { left.key < right.key }

    private var key: (Int, Int, Int) {
      (text, position.offset, position.affinity == .upstream ? 0 : 1)
    }
  }

  /// The result of a hit test.
  public struct Hit: Sendable {
    /// The nearest caret position; `nil` if the message has no text.
    public var position: Position?
    /// The hit of the text at the point; `nil` if there is none.
    public var text: TextLayout.Hit?
    /// The index of the hidden spoiler at the point, among those of the message.
    public var hiddenSpoiler: Int?
    /// The block whose text or control is at the point.
    public var path: RichMessage.BlockPath?
    /// The control at the point.
    public var control: Control?
  }
}
