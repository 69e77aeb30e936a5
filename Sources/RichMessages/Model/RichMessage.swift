/// A rich message: a tree of blocks such as paragraphs, lists and tables.
///
/// Rich messages follow the Telegram Bot API 10.3. They are read from JSON
/// (``init(json:options:)-(String,_)``), Rich Markdown (``init(markdown:options:)``) and Rich HTML
/// (``init(html:options:)``), all of which enforce ``RichMessageLimits``.
///
/// A message may contain spoilers. ``blocks(revealed:)`` and ``plainText(revealed:)`` return its
/// content with placeholders for hidden spoilers; `.all` reveals everything.
public struct RichMessage: Hashable, Sendable {
  /// The blocks from top to bottom, including the text of hidden spoilers.
  package var blocks: [RichBlock]
  /// Whether the message is laid out from right to left.
  public var isRightToLeft: Bool
  /// Whether the blocks are only the first part of the message.
  ///
  /// The rest is fetched on demand, or was cut off by ``RichMessageLimits/Behavior/clip``.
  public var isPartial: Bool

  /// Creates a message.
  ///
  /// The initializer does not check limits; ``RichMessageLimits/check(_:isDraft:)`` does.
  public init(_ blocks: [RichBlock] = [], isRightToLeft: Bool = false, isPartial: Bool = false) {
    self.blocks = blocks
    self.isRightToLeft = isRightToLeft
    self.isPartial = isPartial
  }

  /// Whether the message has no blocks.
  public var isEmpty: Bool { blocks.isEmpty }
}
