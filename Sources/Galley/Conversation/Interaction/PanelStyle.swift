internal import GalleyChat
internal import GalleyDisplay
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyTypesetting

/// The appearance of menus and questions over a conversation.
struct PanelStyle {
  let isDark: Bool
  let families: [String]
  let words: ChatWords
  let engine: TextEngine

  init(_ rows: ChatRows) { self.init(rows.style, engine: rows.engine) }

  init(_ style: ChatStyle, engine: TextEngine) {
    isDark = style.appearance == .dark
    (families, words, self.engine) = (style.families, style.words, engine)
  }

  var background: Color { Color(argb: isDark ? 0xFF1F_2B37 : 0xFFFF_FFFF) }
  var text: Color { Color(argb: isDark ? 0xFFF2_F5F8 : 0xFF12_1B24) }
  var secondary: Color { Color(argb: isDark ? 0xFF9F_AEBC : 0xFF62_6E7A) }
  var disabled: Color { Color(argb: isDark ? 0xFF5F_6C79 : 0xFFA9_B2BB) }
  var destructive: Color { Color(argb: isDark ? 0xFFFF_7A70 : 0xFFC7_2C24) }
  var highlight: Color { Color(argb: isDark ? 0xFF34_4657 : 0xFFE8_EFF6) }
  var separator: Color { Color(argb: isDark ? 0xFF33_4250 : 0xFFE2_E6EA) }
  var accent: Color { Color(argb: isDark ? 0xFF3A_83C4 : 0xFF20_69BC) }
  private var scrim: Color { Color(argb: isDark ? 0x7300_0000 : 0x4D00_0000) }
  /// The ring around what has the focus.
  var ring: Color { Color(argb: isDark ? 0xFF7F_D2FF : 0xFF0B_6FD6) }

  /// Returns a text node of a size that fits a width.
  ///
  /// It is drawn on the main actor, because a panel appears at once and completely.
  @MainActor func label(
    _ string: String, size: Double = 14, weight: Double = 400, color: Color,
    width: Double = .infinity, lines: Int? = 1, environment: DisplayEnvironment
  ) -> TextNode {
    let style = TextStyle(
      font: FontDescription(families: families, size: size, weight: weight),
      paint: TextPaint(color: .fixed(color)))
    var options = LayoutOptions()
    options.maximumLines = lines
    let node = TextNode(
      AttributedText(string, style: style), options: options, engine: engine,
      environment: environment)
    node.node.displaysAsynchronously = false
    node.node.isUserInteractionEnabled = false
    node.frame = Rect(
      origin: .zero, size: node.size(thatFits: Size(width: width, height: .infinity)))
    return node
  }

  /// Returns the node of a panel that dims the whole view, and the rounded box in it.
  @MainActor func dimming(
    _ name: String, environment: DisplayEnvironment
  ) -> (node: DisplayNode, box: DisplayNode) {
    let node = DisplayNode(environment: environment)
    node.name = name
    node.zPosition = 2_000
    node.backgroundColor = scrim
    node.isOpaque = false
    let box = self.box(.zero, environment: environment)
    node.addSubnode(box)
    return (node, box)
  }

  /// Returns the rounded box of a panel.
  @MainActor func box(_ size: Size, environment: DisplayEnvironment) -> DisplayNode {
    let node = DisplayNode(environment: environment)
    node.frame = Rect(origin: .zero, size: size)
    node.backgroundColor = background
    node.isOpaque = false
    node.cornerRadii = CornerRadii(10)
    node.shadow = Layer.Shadow(
      opacity: isDark ? 0.6 : 0.28, offset: Size(width: 0, height: 4), radius: 10)
    if isDark { node.border = Layer.Border(width: 1, color: separator) }
    return node
  }
}
