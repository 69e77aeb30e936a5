public import GalleyChat
public import GalleyDisplay
public import GalleyGeometry
internal import GalleyLayers
public import GalleyTextInput
public import GalleyTypesetting

/// A bar in which messages are written: a text field, a button that sends, and above them the
/// message that is answered or edited.
///
/// Its owner places it below a conversation, and gives it the height that it asks for.
@MainActor public final class Composer {
  /// The purpose of the text that is written.
  public enum Purpose: Hashable, Sendable {
    /// A new message.
    case message
    /// An answer to a message, or to a part of it.
    case reply(to: ChatMessage, quoting: MessageQuote? = nil)
    /// A new version of a message.
    case edit(ChatMessage)
  }

  /// The root node.
  public let node: DisplayNode
  /// The text field.
  public let field: TextField
  /// The purpose of the text.
  ///
  /// Editing puts the message's text into the field; ending it clears the field.
  public var purpose = Purpose.message { didSet { if purpose != oldValue { follow(oldValue) } } }
  /// The colors of the bar.
  public var appearance: ChatStyle.Appearance {
    didSet { if appearance != oldValue { applyAppearance() } }
  }
  /// Called with the text and its purpose when it is sent; the composer is then empty.
  public var onSend: (@MainActor (_ text: String, _ purpose: Purpose) -> Void)?
  /// Called when the height that the bar needs may have changed.
  public var onHeightChange: (@MainActor () -> Void)?

  private let line: DisplayNode
  private let sendButton: SymbolButton
  private let header: ComposerHeader
  private var size = Size.zero

  /// The distance of the field from the edges, and the side of the button, in points.
  private static let (margin, side) = (8.0, 38.0)

  /// Creates an empty composer.
  ///
  /// - Parameters:
  ///   - style: The style of the conversation.
  ///   - engine: The layout engine.
  ///   - environment: The environment of the nodes.
  public init(style: ChatStyle, engine: TextEngine, environment: DisplayEnvironment) {
    appearance = style.appearance
    node = DisplayNode(environment: environment)
    line = DisplayNode(environment: environment)
    field = TextField(engine: engine, environment: environment)
    sendButton = SymbolButton(.send, label: style.words.send, environment: environment)
    header = ComposerHeader(engine: engine, style: style, environment: environment)
    node.name = "composer"
    field.appearance.style = ComposerStyle.text(style.families)
    field.placeholder = "Message"
    for part in [line, header.node, field.node, sendButton.node] { node.addSubnode(part) }
    field.node.cornerRadii = CornerRadii(Self.side / 2)
    field.onChange = { [weak self] in self?.update() }
    field.onSubmit = { [weak self] in self?.send() }
    field.onCancel = { [weak self] in self?.cancel() ?? false }
    sendButton.onTap = { [weak self] in self?.send() }
    header.onClose = { [weak self] in self?.purpose = .message }
    applyAppearance()
  }

  /// Sends the text, unless it is blank.
  public func send() {
    let text = field.string.trimmed
    guard !text.isEmpty else { return }
    let sent = purpose
    field.string = ""
    purpose = .message
    update()
    onSend?(text, sent)
  }

  /// Ends replying or editing, and returns whether there was anything to end.
  @discardableResult public func cancel() -> Bool {
    guard purpose != .message else { return false }
    purpose = .message
    return true
  }

  // MARK: Layout

  /// The frame of the bar in its supernode's coordinates, in points.
  public var frame: Rect {
    get { node.frame }
    set {
      node.frame = newValue
      guard newValue.size != size else { return }
      size = newValue.size
      layOut()
    }
  }

  /// Returns the height that the bar needs for a width, in points.
  public func height(forWidth width: Double) -> Double {
    max(field.height(forWidth: fieldWidth(width)), Self.side) + 2 * Self.margin + headerHeight
  }

  private var headerHeight: Double { purpose == .message ? 0 : ComposerHeader.height }

  private func fieldWidth(_ width: Double) -> Double {
    max(0, width - 3 * Self.margin - Self.side)
  }

  private func layOut() {
    let (margin, side) = (Self.margin, Self.side)
    let bottom = size.height - margin
    let top = margin + headerHeight
    line.frame = Rect(x: 0, y: 0, width: size.width, height: 1)
    header.node.isHidden = purpose == .message
    header.frame = Rect(x: 0, y: 4, width: size.width, height: ComposerHeader.height)
    field.frame = Rect(
      x: margin, y: top, width: fieldWidth(size.width), height: max(0, bottom - top))
    sendButton.frame = Rect(
      x: size.width - margin - side, y: bottom - side, width: side, height: side)
  }

  private func follow(_ old: Purpose) {
    switch purpose {
    case .edit(let message): field.string = message.message.text
    case .message, .reply: if case .edit = old { field.string = "" }
    }
    header.show(purpose)
    update()
  }

  /// Shows what has changed, and asks for the height.
  private func update() {
    sendButton.isEnabled = !field.string.trimmed.isEmpty
    layOut()
    onHeightChange?()
  }

  private func applyAppearance() {
    let style = ComposerStyle(appearance)
    style.apply(to: node, edge: line, field: field)
    sendButton.colors = (style.accent, style.inactive)
    header.apply(style)
    update()
  }
}

extension String {
  /// The string without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
