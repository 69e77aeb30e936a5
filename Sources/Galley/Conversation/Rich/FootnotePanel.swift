internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyWindow

/// The text of a footnote beside its mark.
@MainActor final class FootnotePanel: ConversationPanel {
  private static let (widest, paddingX, paddingY, gap) = (320.0, 16.0, 12.0, 4.0)

  let node: DisplayNode
  private let box: DisplayNode
  private let text: RichMessageNode
  private let mark: Rect
  private let label: String
  private let onEnd: @MainActor () -> Void
  private let pointers = PanelPointers()

  /// Creates a panel.
  ///
  /// - Parameters:
  ///   - document: The text of the footnote.
  ///   - mark: The frame of the mark, in the view's coordinates.
  ///   - style: The appearance.
  ///   - environment: The environment of the view.
  ///   - onEnd: Called when the reader closes the panel.
  init(
    _ document: RichDocument, at mark: Rect, style: PanelStyle, environment: DisplayEnvironment,
    onEnd: @escaping @MainActor () -> Void
  ) {
    (self.mark, self.onEnd) = (mark, onEnd)
    label = document.message.plainText().string
    node = DisplayNode(environment: environment)
    node.name = "footnote"
    node.zPosition = 2_000
    node.isOpaque = false
    box = style.box(.zero, environment: environment)
    text = RichMessageNode(document, engine: style.engine, environment: environment)
    text.palette = Palette(
      text: style.text, [.secondaryText: style.secondary, .link: style.accent])
    text.node.displaysAsynchronously = false
    text.node.isUserInteractionEnabled = false
    box.addSubnode(text.node)
    node.addSubnode(box)
    pointers.panel = self
    node.pointerHandler = pointers
  }

  func layout(in size: Size) {
    node.frame = Rect(origin: .zero, size: size)
    let room = min(Self.widest, size.width - 16) - 2 * Self.paddingX
    let own = text.layout(fitting: max(room, 40)).size
    text.frame = Rect(origin: Point(x: Self.paddingX, y: Self.paddingY), size: own)
    let whole = Size(
      width: (own.width + 2 * Self.paddingX).rounded(.up),
      height: (own.height + 2 * Self.paddingY).rounded(.up))
    let below = mark.maxY + Self.gap
    let above = mark.minY - Self.gap - whole.height
    let middle = (mark.minX + mark.maxX - whole.width) / 2
    box.frame = Rect(
      x: max(8, min(middle, size.width - whole.width - 8)).rounded(),
      y: (below + whole.height <= size.height - 8 || above < 8 ? below : above).rounded(),
      width: whole.width, height: whole.height)
  }

  func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) { onEnd() }

  var elements: [ChatElement] { [ChatElement(.note, verbatim: label, frame: box.frame)] }

  func activate(at point: Point) -> Bool { false }

  func covers(_ point: Point) -> Bool { true }

  func isButton(at point: Point) -> Bool { false }

  func follow(_ event: PointerEvent) { if event.phase == .began { onEnd() } }

  func hover(_ point: Point?) {}
}
