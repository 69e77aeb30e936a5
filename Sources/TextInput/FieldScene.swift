internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyTypesetting

/// The nodes of a text field: the selection, the text, the placeholder and the caret.
@MainActor final class FieldScene {
  /// The root, which clips the others.
  let root: DisplayNode

  private let text: DisplayNode
  private let visible: VisibleText
  private let placeholder: TextNode
  private let caret: DisplayNode
  private var selection: [DisplayNode] = []

  /// The width of the caret, in points.
  private static let caretWidth = 2.0

  /// Creates the nodes of an empty field.
  init(_ layout: TextLayout, engine: TextEngine, environment: DisplayEnvironment) {
    visible = VisibleText(layout)
    root = DisplayNode(environment: environment)
    text = DisplayNode(FieldContent(text: visible), environment: environment)
    placeholder = TextNode(engine: engine, environment: environment)
    caret = DisplayNode(environment: environment)
    root.name = "field"
    root.masksToBounds = true
    text.name = "text"
    text.isOpaque = false
    text.needsDisplayOnBoundsChange = true
    // A typed character is visible in the frame of its key.
    text.displaysAsynchronously = false
    caret.name = "caret"
    caret.isHidden = true
    for node in [text, placeholder.node, caret] {
      node.isUserInteractionEnabled = false
      root.addSubnode(node)
    }
  }

  /// Shows the state of a field.
  func show(_ field: TextField) {
    let area = field.textArea
    showText(field, in: area)
    showPlaceholder(field, in: area)
    showSelection(field, in: area)
    showCaret(field, in: area)
  }

  /// Draws the visible part of the text, however long it is.
  private func showText(_ field: TextField, in area: Rect) {
    // Ink beyond the first and the last visible line.
    let margin = min(field.appearance.insets.top, field.appearance.insets.bottom)
    let window = Rect(
      x: -field.appearance.insets.left, y: field.scrollOffset - margin,
      width: field.node.bounds.size.width, height: area.size.height + 2 * margin)
    text.frame = Rect(
      x: 0, y: area.minY - margin, width: window.size.width, height: window.size.height)
    text.bounds = window
    if visible.set(field.layout, field.appearance.palette) { text.setNeedsDisplay() }
  }

  private func showPlaceholder(_ field: TextField, in area: Rect) {
    placeholder.node.isHidden = !field.string.isEmpty || field.placeholder.isEmpty
    guard !placeholder.node.isHidden else { return }
    var style = field.appearance.style
    style.paint.color = .role(.secondaryText)
    placeholder.text = AttributedText(field.placeholder, style: style)
    placeholder.options.maximumLines = 1
    placeholder.options.alignmentWidth = area.size.width
    placeholder.palette = field.appearance.palette
    placeholder.frame = Rect(
      x: area.minX, y: area.minY, width: area.size.width, height: field.lineHeight)
  }

  private func showSelection(_ field: TextField, in area: Rect) {
    let range = field.text.selection.range
    let rects = range.isEmpty ? [] : field.layout.rects(of: range)
    let visible = rects.filter {
      $0.maxY > field.scrollOffset && $0.minY < field.scrollOffset + area.size.height
    }
    while selection.count < visible.count {
      let node = DisplayNode(environment: root.environment)
      node.name = "selection"
      node.isUserInteractionEnabled = false
      root.insertSubnode(node, at: 0)
      selection.append(node)
    }
    for (index, node) in selection.enumerated() {
      node.isHidden = index >= visible.count
      guard index < visible.count else { continue }
      node.frame = visible[index].offset(x: area.minX, y: area.minY - field.scrollOffset)
      node.backgroundColor = field.appearance.palette[.selection]
    }
  }

  private func showCaret(_ field: TextField, in area: Rect) {
    caret.backgroundColor = field.appearance.caretColor
    guard field.isActive, field.blink.isOn, let frame = field.caretInText else {
      caret.isHidden = true
      return
    }
    caret.isHidden = false
    caret.frame = Rect(
      x: area.minX + frame.minX - Self.caretWidth / 2,
      y: area.minY + frame.minY - field.scrollOffset, width: Self.caretWidth,
      height: frame.size.height)
  }
}

/// The layout that a field shows.
@MainActor private final class VisibleText {
  private(set) var layout: TextLayout
  private(set) var palette = Palette.plain

  init(_ layout: TextLayout) { self.layout = layout }

  /// Sets the layout and its colors, and returns whether they differ from the old ones.
  func set(_ layout: TextLayout, _ palette: Palette) -> Bool {
    guard layout !== self.layout || palette != self.palette else { return false }
    (self.layout, self.palette) = (layout, palette)
    return true
  }
}

/// The text of a field, of which the bounds of the node are a window.
private struct FieldContent: NodeContent {
  static let drawing = TextContent.drawing

  let text: VisibleText

  @MainActor func parameters(for node: DisplayNode) -> TextContent {
    var painter = TextPainter()
    painter.palette = text.palette
    return TextContent(text.layout, painter: painter)
  }

  static func draw(_ parameters: TextContent, on canvas: inout NodeCanvas) {
    TextContent.draw(parameters, on: &canvas)
  }
}
