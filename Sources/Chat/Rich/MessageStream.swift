package import GalleyMessages
package import GalleyRichMessages
internal import GalleyRichStreaming
internal import GalleyRichTypesetting
internal import GalleyTypesetting
internal import Synchronization

/// A message of a conversation that grows while it is shown.
///
/// It is typeset for one width of the conversation at a time; text that is appended leaves what is
/// complete as it is. The bubble becomes wider with its text, but not narrower.
package final class MessageStream: Sendable {
  /// The inputs of layout besides the text.
  struct Inputs: Equatable, Sendable {
    /// The width that the contents of the bubble may have, in points.
    var room: Double
    var theme: MessageTheme
    var state: RichState
    var options: LayoutOptions
  }

  /// A layout in a bubble.
  struct Layout: Sendable {
    var layout: RichLayout
    /// The width of what is drawn so far, in points; at most that of the layout.
    var width: Double
  }

  fileprivate struct State: Sendable {
    /// The Markdown until it is typeset for the first time.
    var source = ""
    var text: StreamingText?
    var inputs: Inputs?
    /// The greatest width so far, in points.
    var width = 0.0
    var isFinished = false
    /// The message with the placeholder of an empty one, for which no text has come.
    var isEmpty = true
  }

  private let state = Mutex(State())
  /// Whether the reader may stop the message.
  package let canStop: Bool
  private let isRightToLeft: Bool

  /// Creates an empty message.
  ///
  /// - Parameters:
  ///   - isRightToLeft: Whether the blocks are laid out from right to left.
  ///   - canStop: Whether the reader may stop the message.
  package init(isRightToLeft: Bool = false, canStop: Bool = false) {
    (self.isRightToLeft, self.canStop) = (isRightToLeft, canStop)
  }

  // MARK: The text

  /// Appends Markdown.
  package func append(_ markdown: String) {
    state.withLock { state in
      if !markdown.isEmpty { state.isEmpty = false }
      if state.text == nil { state.source += markdown } else { state.text?.append(markdown) }
    }
  }

  /// Replaces the whole Markdown, for senders that repeat it with each change.
  package func replace(whole markdown: String) {
    state.withLock { state in
      state.isEmpty = markdown.isEmpty
      if state.text == nil {
        state.source = markdown
      } else {
        state.text?.replace(whole: markdown)
      }
    }
  }

  /// Shows marks at the end of the text, whose meaning the next character decides, as text.
  package func showHeldMarks() { state.withLock { $0.text?.showHeldMarks() } }

  /// Completes the message.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      state.text?.finish()
    }
  }

  /// Whether the message is complete.
  package var isFinished: Bool { state.withLock { $0.isFinished } }

  /// The message as it is shown; `nil` before any text has come.
  package var message: RichMessage? {
    state.withLock { state -> RichMessage? in
      guard !state.isEmpty else { return nil }
      if let text = state.text {
        var text = text
        return text.layout().message
      }
      var options = StreamingText.readingOptions
      options.isRightToLeft = isRightToLeft
      return try? RichMessage(markdown: state.source, options: options)
    }
  }

  // MARK: Layout

  /// Lays the message out.
  ///
  /// - Parameters:
  ///   - inputs: The width and the appearance. Others than before typeset everything again.
  ///   - engine: The layout engine.
  /// - Returns: The layout; `nil` before any text has come, and for other inputs than the last ones
  ///   once the message is complete, which is then laid out as any other.
  func layout(_ inputs: Inputs, engine: TextEngine) -> Layout? {
    state.withLock { state -> Layout? in
      guard !state.isEmpty else { return nil }
      if state.inputs != inputs {
        guard !state.isFinished || state.text == nil else {
          // From now on the message is laid out as any other, and its text is not needed.
          state = State(isFinished: true)
          return nil
        }
        state.typeset(inputs, isRightToLeft: isRightToLeft, engine: engine)
      }
      guard let layout = state.text?.layout() else { return nil }
      if state.width < inputs.room {
        state.width = max(state.width, min(inputs.room, layout.contentWidth))
      }
      return Layout(layout: layout.layout, width: state.width)
    }
  }

  /// Notes the width that the contents of the bubble have, in points, below which it does not
  /// shrink, if `room` is still the width that they may have.
  func keep(width: Double, in room: Double) {
    state.withLock { state in
      if state.inputs?.room == room { state.width = max(state.width, width) }
    }
  }
}

extension MessageStream.State {
  /// Typesets the whole text.
  fileprivate mutating func typeset(
    _ inputs: MessageStream.Inputs, isRightToLeft: Bool, engine: TextEngine
  ) {
    var options = StreamingText.readingOptions
    options.isRightToLeft = isRightToLeft
    var next = StreamingText(
      width: inputs.room, theme: RichTheme(message: inputs.theme), state: inputs.state,
      textOptions: inputs.options, options: options, engine: engine)
    next.append(text?.markdown ?? source)
    if isFinished { next.finish() }
    if self.inputs?.room != inputs.room { width = 0 }
    (text, self.inputs, source) = (next, inputs, "")
  }
}

/// The growing messages of a conversation, by ID.
package final class MessageStreams: Sendable {
  private let streams = Mutex<[Message.ID: MessageStream]>([:])

  init() {}

  /// The growing message with an ID; setting `nil` forgets it.
  package subscript(id: Message.ID?) -> MessageStream? {
    get { id.flatMap { id in streams.withLock { $0[id] } } }
    set { if let id { streams.withLock { $0[id] = newValue } } }
  }
}
