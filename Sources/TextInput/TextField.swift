public import GalleyDisplay
public import GalleyGeometry
internal import GalleyLayers
internal import GalleyScheduling
public import GalleyTypesetting
public import GalleyWindow

/// A field in which text is edited: with a caret, a selection, and the keys of a desktop.
///
/// The field grows with its text up to ``maximumLines`` and then scrolls. It supports bidirectional
/// text, input methods, the clipboard, undo and redo. A window sends it text after it was pressed,
/// or once it is the window's `textInput`.
@MainActor public final class TextField {
  /// The appearance of a text field.
  public struct Appearance: Hashable, Sendable {
    /// The style of the text.
    public var style: TextStyle
    /// The colors of roles: `text`, `secondaryText` for the placeholder, and `selection`.
    public var palette: Palette
    /// The color of the caret.
    public var caretColor: Color
    /// The distance between the edges and the text, in points.
    public var insets: Insets

    /// Creates an appearance.
    public init(
      style: TextStyle = TextStyle(), palette: Palette = .field, caretColor: Color = .black,
      insets: Insets = Insets(top: 8, left: 12, bottom: 8, right: 12)
    ) {
      self.style = style
      self.palette = palette
      self.caretColor = caretColor
      self.insets = insets
    }
  }

  /// The root node.
  public let node: DisplayNode
  /// The appearance of the field.
  public var appearance: Appearance { didSet { if appearance != oldValue { update() } } }
  /// The text shown while the field is empty.
  public var placeholder = "" { didSet { if placeholder != oldValue { update() } } }
  /// The maximum number of lines shown at once; a longer text scrolls.
  public var maximumLines = 6 { didSet { if maximumLines != oldValue { update() } } }
  /// The clipboard; without one, text is neither copied nor pasted.
  public weak var clipboard: (any TextClipboard)?
  /// Called when the user has changed the text.
  public var onChange: (@MainActor () -> Void)?
  /// Called when Enter is pressed without Shift; without it, Enter inserts a line end.
  public var onSubmit: (@MainActor () -> Void)?
  /// Called when Escape is pressed, and returns whether it has a function.
  public var onCancel: (@MainActor () -> Bool)?

  /// The text with its selection and its history.
  public private(set) var text: EditableText
  /// The layout of the text.
  public private(set) var layout: TextLayout

  let engine: TextEngine
  let scene: FieldScene
  /// The vertical distance by which the text is scrolled, in points.
  var scrollOffset = 0.0
  var blink = CaretBlink()
  var clicks = ClickCounter()
  var isActive = false
  private var size = Size.zero

  /// Creates an empty field.
  ///
  /// - Parameters:
  ///   - appearance: The appearance of the field.
  ///   - isMultiline: Whether the text may have several lines.
  ///   - engine: The layout engine.
  ///   - environment: The environment of the field's nodes.
  public init(
    _ appearance: Appearance = Appearance(), isMultiline: Bool = true, engine: TextEngine,
    environment: DisplayEnvironment
  ) {
    self.appearance = appearance
    self.engine = engine
    text = EditableText(isMultiline: isMultiline)
    layout = engine.layout(AttributedText(""))
    scene = FieldScene(layout, engine: engine, environment: environment)
    node = scene.root
    node.pointerHandler = FieldPointers(self)
    update()
  }

  // MARK: Text

  /// The text; setting it clears the history and places the caret at the end.
  public var string: String {
    get { text.string }
    set {
      guard newValue != text.string || text.canUndo || text.canRedo else { return }
      text.reset(to: newValue)
      update()
    }
  }

  /// Changes the text or its selection, and shows the result.
  public func edit(_ body: (inout EditableText, TextLayout) -> Void) {
    let old = text.string
    body(&text, layout)
    update()
    scrollToCaret()
    restartBlinking()
    if text.string != old { onChange?() }
  }

  // MARK: Layout

  /// The frame of the field in its supernode's coordinates, in points.
  public var frame: Rect {
    get { node.frame }
    set {
      node.frame = newValue
      guard newValue.size != size else { return }
      size = newValue.size
      update()
      scrollToCaret()
    }
  }

  /// Returns the height of the field for a width, in points.
  public func height(forWidth width: Double) -> Double {
    let layout = layout(forWidth: width)
    let line = lineHeight
    let lines = layout.lineCount == 0 ? line : layout.size.height
    let insets = appearance.insets
    return (min(lines, line * Double(max(1, maximumLines))) + insets.top + insets.bottom)
      .rounded(.up)
  }

  /// The height of a line of an empty text, in points.
  var lineHeight: Double {
    engine.layout(AttributedText("x", style: appearance.style)).size.height
  }

  /// Whether an empty text begins at the right, as its placeholder does.
  var placeholderIsRightToLeft: Bool {
    let layout = engine.layout(AttributedText(placeholder))
    return layout.lineCount > 0 && layout.line(at: 0).isRightToLeft
  }

  private func layout(forWidth width: Double) -> TextLayout {
    let insets = appearance.insets
    let width = max(0, width - insets.left - insets.right)
    var styled = AttributedText(text.string, style: appearance.style)
    if let composition = text.composition {
      styled.updateStyle(in: composition) { $0.paint.underline = .solid }
    }
    return engine.layout(styled, options: LayoutOptions(width: width, alignmentWidth: width))
  }

  /// The area of the text, in the field's coordinates.
  var textArea: Rect {
    let insets = appearance.insets
    return Rect(
      x: insets.left, y: insets.top, width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }

  /// Lays out the text, and shows it with its selection and its caret.
  func update() {
    layout = layout(forWidth: size.width)
    scrollOffset = max(0, min(scrollOffset, layout.size.height - textArea.size.height))
    scene.show(self)
  }

  /// Scrolls by the least distance that shows the caret.
  func scrollToCaret() {
    guard let caret = caretInText else { return }
    let height = textArea.size.height
    let offset = min(max(scrollOffset, caret.maxY - height), max(0, caret.minY))
    guard offset != scrollOffset else { return }
    scrollOffset = offset
    update()
  }

  /// Scrolls by a distance, as with a wheel.
  public func scroll(by distance: Double) {
    guard distance.isFinite else { return }
    scrollOffset += distance
    update()
  }
}

extension Palette {
  /// Black text with a gray placeholder and a blue selection.
  public static let field = Palette(
    text: .black,
    [
      .secondaryText: Color(argb: 0xFF8A_929A), .selection: Color(argb: 0x5533_90EC),
    ])
}
