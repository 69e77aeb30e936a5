public import GalleyPainting
public import GalleyRichMessages
public import GalleyRichStreaming
public import GalleyRichTypesetting
public import GalleyTypesetting
internal import Synchronization

/// A node that shows a message while it is written; text may be appended on any thread.
///
/// A streaming message node is a reference to its ``node``, which stores everything;
/// ``DisplayNode/streamingMessageNode`` returns it.
///
/// Text that arrives is parsed and laid out off the main actor, at most once per frame, and only
/// the part of the message that has changed is drawn again. Words fade in, unless animations are
/// off (``DisplayEnvironment/AnimationPlayback/firstFrame``). The node measures as wide as
/// ``width`` and as high as the message; until the message is finished, its height only grows.
public struct StreamingMessageNode: Sendable {
  /// The node that shows the message.
  public let node: DisplayNode

  let state: StreamNodeState

  /// Creates a node of an empty message.
  ///
  /// - Parameters:
  ///   - width: The width of the message, in points.
  ///   - theme: The appearance.
  ///   - textOptions: The options of all texts, such as their line height; widths are ignored.
  ///   - options: The options of reading.
  ///   - engine: The layout engine.
  ///   - environment: The environment of the node.
  public init(
    width: Double, theme: RichTheme = RichTheme(), textOptions: LayoutOptions = LayoutOptions(),
    options: RichMessage.ReadingOptions = StreamingText.readingOptions, engine: TextEngine,
    environment: DisplayEnvironment
  ) {
    let maker = StreamMaker(
      theme: theme, textOptions: textOptions, options: options, engine: engine)
    state = StreamNodeState(width: width, maker: maker)
    node = DisplayNode(StreamNodeContent(state: state), environment: environment)
    node.isOpaque = false
    // The parts of the message change together.
    node.isTransactionContainer = true
    state.attach(to: node)
  }

  fileprivate init(_ node: DisplayNode, _ content: StreamNodeContent) {
    (self.node, state) = (node, content.state)
  }

  // MARK: The text, from any thread

  /// Appends Markdown.
  public func append(_ text: String) { state.add(.append(Array(text.utf8)), of: node) }

  /// Appends Markdown in UTF-8, which may be cut inside of characters and line ends.
  public func append(_ bytes: some Collection<UInt8>) {
    state.add(.append(Array(bytes)), of: node)
  }

  /// Replaces the whole Markdown, for senders that repeat it with each change.
  ///
  /// The common beginning of the old and the new text stays as it is.
  public func replace(whole text: String) { state.add(.replace(text), of: node) }

  /// Completes the message.
  public func finish() { state.add(.finish, of: node) }

  /// The width of the message in points; another one lays the message out again.
  public var width: Double {
    get { state.shared.withLock { $0.width } }
    nonmutating set { state.setWidth(newValue, of: node) }
  }

  // MARK: What is shown

  /// The layout that is shown, without text that arrived since it was made.
  ///
  /// Its coordinates are the node's.
  public var layout: StreamingLayout { state.shared.withLock { $0.layout } }

  /// The height of the message, in points; until the message is finished, it never shrinks.
  public var height: Double { state.shared.withLock { $0.height } }

  /// Whether the message is complete, and shown as such.
  public var isFinished: Bool { state.shared.withLock { $0.isFinished } }

  /// The number of layouts so far.
  @MainActor package var layoutCount: Int { state.layoutCount }

  /// The painter of the message; setting it redraws the node.
  @MainActor public var painter: TextPainter {
    get { state.painter }
    nonmutating set { state.setPainter(newValue) }
  }

  /// The colors of roles; setting an equal palette has no effect.
  @MainActor public var palette: Palette {
    get { painter.palette }
    nonmutating set { if newValue != palette { painter.palette = newValue } }
  }

  /// The closure called in the tick in which the height changes, with the new one.
  ///
  /// It must not retain the node.
  @MainActor public var onHeightChange: (@MainActor (_ height: Double) -> Void)? {
    get { state.onHeightChange }
    nonmutating set { state.onHeightChange = newValue }
  }
}

extension DisplayNode {
  /// The streaming message node that this node belongs to; `nil` if it shows something else.
  public var streamingMessageNode: StreamingMessageNode? {
    (content as? StreamNodeContent).map { StreamingMessageNode(self, $0) }
  }
}
