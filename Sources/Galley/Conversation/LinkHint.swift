internal import GalleyChat
internal import GalleyDisplay
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyTypesetting

/// The destination of the link under the pointer, shown at the bottom of a window.
///
/// A suspicious destination is shown with the reason.
@MainActor final class LinkHint {
  /// The node over the conversation.
  let node: DisplayNode

  private let text: TextNode
  private let words: ChatWords
  private var shown: LinkDestination?

  /// Creates a hint that shows nothing.
  ///
  /// - Parameters:
  ///   - rows: The conversation, for its engine and words.
  ///   - environment: The environment of the window.
  init(_ rows: ChatRows, environment: DisplayEnvironment) {
    words = rows.style.words
    node = DisplayNode(environment: environment)
    text = TextNode(engine: rows.engine, environment: environment)
    node.name = "link"
    node.isUserInteractionEnabled = false
    node.isHidden = true
    node.cornerRadii = CornerRadii(6)
    node.isOpaque = false
    node.addSubnode(text.node)
  }

  /// Shows a destination.
  ///
  /// - Parameters:
  ///   - destination: The destination; `nil` hides the hint.
  ///   - size: The size of the window.
  func show(_ destination: LinkDestination?, in size: Size) {
    guard shown != destination else { return }
    shown = destination
    node.isHidden = destination == nil
    guard let destination else { return }
    let style = TextStyle(font: FontDescription(size: 12), paint: TextPaint(color: .fixed(.white)))
    text.text = AttributedText(
      words(for: destination), style: style, direction: .leftToRight)
    // The host comes first, so a truncated address still shows it.
    text.options.maximumLines = destination.needsConfirmation ? 3 : 1
    let fitting = text.size(thatFits: Size(width: max(0, size.width - 32), height: .infinity))
    text.frame = Rect(x: 8, y: 5, width: fitting.width, height: fitting.height)
    let height = (fitting.height + 10).rounded(.up)
    node.backgroundColor = Color(argb: destination.needsConfirmation ? 0xFFB3_261E : 0xFF10_1418)
    node.frame = Rect(
      x: 8, y: size.height - height - 8, width: (fitting.width + 16).rounded(.up), height: height)
  }

  /// Returns the text shown for a destination.
  func words(for destination: LinkDestination) -> String {
    ([destination.displayString] + destination.warnings.words(in: words).prefix(1)).joined(
      separator: "\n")
  }
}
