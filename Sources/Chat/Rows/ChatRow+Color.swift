public import GalleyGeometry

extension ChatRow {
  /// The color of the bubble behind the message's text; `nil` if there is no bubble.
  public var bubbleColor: Color? {
    guard case .message(let message) = content else { return nil }
    return message.bubble?.shape.color
  }
}
