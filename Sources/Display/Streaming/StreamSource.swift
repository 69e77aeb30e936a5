internal import GalleyRichMessages
internal import GalleyRichStreaming
internal import GalleyRichTypesetting
internal import GalleyTypesetting
internal import Synchronization

/// The options of a message that grows, apart from its width.
struct StreamMaker: Sendable {
  let theme: RichTheme
  let textOptions: LayoutOptions
  let options: RichMessage.ReadingOptions
  let engine: TextEngine

  /// Returns an empty message.
  func text(width: Double) -> StreamingText {
    StreamingText(
      width: width, theme: theme, textOptions: textOptions, options: options, engine: engine)
  }
}

/// A message that grows, laid out on any thread, by one at a time.
final class StreamSource: Sendable {
  private let maker: StreamMaker
  /// The message; `nil` while it is being laid out.
  private let text: Mutex<StreamingText?>

  init(_ text: StreamingText, maker: StreamMaker) {
    self.maker = maker
    self.text = Mutex(text)
  }

  /// Lays the message out after changes; `nil` if that is being done already.
  func drawing(after edits: [StreamEdit]) -> StreamDrawing? {
    guard var text = text.withLock({ $0.take() }) else { return nil }
    for edit in edits { edit.apply(to: &text, by: maker) }
    let drawing = StreamDrawing(&text)
    self.text.withLock { $0 = text }
    return drawing
  }
}

/// A layout of a message with the data for drawing it.
struct StreamDrawing: Sendable {
  let layout: StreamingLayout
  let isFinished: Bool
  /// The lines below the y coordinate from which the layout differs from the one before.
  let lines: [StreamLine]

  /// Lays a message out.
  init(_ text: inout StreamingText) {
    layout = text.layout()
    isFinished = text.isFinished
    lines = layout.lines(below: layout.changedFrom)
  }
}
