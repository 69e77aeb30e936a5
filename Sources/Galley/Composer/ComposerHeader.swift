internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyTypesetting

/// The part of a composer that shows the message that is answered or edited, with a button that
/// ends this.
@MainActor final class ComposerHeader {
  /// The height of the header, in points.
  static let height = 44.0

  let node: DisplayNode
  var onClose: (@MainActor () -> Void)? {
    get { closeButton.onTap }
    set { closeButton.onTap = newValue }
  }

  private let bar: DisplayNode
  private let (title, excerpt): (TextNode, TextNode)
  private let closeButton: SymbolButton
  private let style: ChatStyle

  init(engine: TextEngine, style: ChatStyle, environment: DisplayEnvironment) {
    self.style = style
    node = DisplayNode(environment: environment)
    bar = DisplayNode(environment: environment)
    title = TextNode(engine: engine, environment: environment)
    excerpt = TextNode(engine: engine, environment: environment)
    closeButton = SymbolButton(.close, label: style.words.cancel, environment: environment)
    bar.cornerRadii = CornerRadii(1)
    for text in [title, excerpt] { text.options.maximumLines = 1 }
    for part in [bar, title.node, excerpt.node, closeButton.node] { node.addSubnode(part) }
  }

  var frame: Rect {
    get { node.frame }
    set {
      node.frame = newValue
      layOut()
    }
  }

  /// Shows a purpose; that of a new message leaves the header as it is.
  func show(_ purpose: Composer.Purpose) {
    let (message, words): (ChatMessage, String)
    switch purpose {
    case .message: return
    case .reply(var answered, let quote):
      words = "\(style.words.replyTo) \(answered.sender)"
      if let quote { answered.message = quote.text }
      message = answered
    case .edit(let edited): (message, words) = (edited, style.words.editMessage)
    }
    var heading = ComposerStyle.text(style.families, size: 13.5, weight: 600)
    heading.paint.color = .role(.link)
    title.text = AttributedText(words, style: heading)
    excerpt.text = message.summary(style)
    layOut()
  }

  func apply(_ style: ComposerStyle) {
    bar.backgroundColor = style.accent
    title.palette = style.palette
    excerpt.palette = style.palette
    closeButton.colors = (style.inactive, style.inactive)
  }

  private func layOut() {
    let size = node.bounds.size
    let room = Size(width: max(0, size.width - 70), height: .infinity)
    bar.frame = Rect(x: 12, y: 5, width: 2, height: size.height - 8)
    var y = 4.0
    for text in [title, excerpt] {
      let fitting = text.size(thatFits: room)
      text.frame = Rect(x: 22, y: y, width: fitting.width, height: fitting.height)
      y += fitting.height
    }
    closeButton.frame = Rect(x: size.width - 44, y: (size.height - 34) / 2, width: 34, height: 34)
  }
}
