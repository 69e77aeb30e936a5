internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyPainting
internal import GalleyTypesetting
internal import Synchronization

/// What a text node shows, for any thread, and the layouts of it that are at hand.
final class TextNodeState: Sendable {
  /// What decides on the layout and on the drawing.
  struct Values: Sendable {
    var text: AttributedText
    var options: LayoutOptions
    var painter = TextPainter()
    /// The link that is pressed.
    var pressedLink: Annotation?
    /// Grows with whatever makes layouts useless.
    fileprivate(set) var version: UInt64 = 0
    /// Layouts of this text, the newest first.
    fileprivate var layouts: [TextLayout] = []

    /// Forgets the layouts, which are of something else.
    mutating func invalidateLayouts() {
      version += 1
      layouts = []
    }
  }

  /// How many layouts of a text are kept: what was measured, and what is drawn.
  private static let layoutLimit = 3

  private let engine: TextEngine
  private let values: Mutex<Values>

  init(_ text: AttributedText, options: LayoutOptions, engine: TextEngine) {
    self.engine = engine
    values = Mutex(Values(text: text, options: options))
  }

  /// What there is now.
  var current: Values { values.withLock { $0 } }

  func change<Result: Sendable>(_ body: (inout Values) -> Result) -> Result {
    values.withLock { body(&$0) }
  }

  /// Lays the text out, unless that has been done with the same options.
  func layout(of values: Values, _ options: LayoutOptions) -> TextLayout {
    if let known = values.layouts.first(where: { $0.options == options }) { return known }
    let layout = engine.layout(values.text, options: options)
    self.values.withLock { current in
      guard current.version == values.version else { return }
      current.layouts.insert(layout, at: 0)
      current.layouts = Array(current.layouts.prefix(Self.layoutLimit))
    }
    return layout
  }

  /// Keeps a layout that somebody else has made.
  func keep(_ layout: TextLayout) {
    values.withLock { if layout.text == $0.text { $0.layouts.insert(layout, at: 0) } }
  }

  /// The layout that is in a box: what was measured, if it has the box's size, or else one that is made
  /// for it.
  func layout(of values: Values, in box: Size) -> TextLayout {
    let measured = values.layouts.first { layout in
      let size = layout.extent
      return (0..<1).contains(box.width - size.width) && (0..<1).contains(box.height - size.height)
    }
    return measured ?? layout(of: values, values.options.fitting(box))
  }
}

extension TextLayout {
  /// The room that the lines take, with what they are aligned in, in points.
  var extent: Size {
    guard let room = options.alignmentWidth, room.isFinite, room > size.width else { return size }
    return Size(width: room, height: size.height)
  }
}

extension LayoutOptions {
  /// These options for text that may be no larger than a size; what is not a number sets no limit.
  func fitting(_ size: Size) -> LayoutOptions {
    var options = self
    if size.width < options.width { options.width = max(0, size.width) }
    if size.height < options.maximumHeight ?? .infinity {
      options.maximumHeight = max(0, size.height)
    }
    return options
  }
}

/// The text of a text node, as it is when a pass begins.
struct TextNodeContent: NodeContent {
  static let drawing = NodeDrawing.canvas

  let state: TextNodeState
  let overhang: Double

  /// A text, and the box that it is drawn in.
  struct Parameters: Sendable {
    let state: TextNodeState
    let values: TextNodeState.Values
    let box: Size
  }

  @MainActor func parameters(for node: DisplayNode) -> Parameters {
    Parameters(state: state, values: state.current, box: node.bounds.size.inset(by: overhang))
  }

  /// How large the text is where there is so much room, with the margin for ink around it.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    let values = state.current
    let room = range.max.inset(by: overhang)
    let layout = state.layout(of: values, values.options.fitting(room))
    let (size, count) = (layout.extent, layout.lineCount)
    let baselines =
      count == 0
      ? nil
      : NodeLayout.Baselines(
        first: layout.line(at: 0).baseline + overhang,
        last: layout.line(at: count - 1).baseline + overhang)
    return ContentMeasurement(
      size: range.clamp(
        Size(width: size.width + 2 * overhang, height: size.height + 2 * overhang)),
      baselines: baselines)
  }

  /// Lays the text out, if measuring has not done that, and draws it.
  static func draw(_ parameters: Parameters, on canvas: inout NodeCanvas) {
    let values = parameters.values
    let layout = parameters.state.layout(of: values, in: parameters.box)
    guard !canvas.isStale else { return }
    var painter = values.painter
    if let link = values.pressedLink {
      let shape = Path(highlighting: layout.rects(of: link.range))
      painter.underlays.append(PaintedPath(shape, color: .role(.linkHighlight)))
    }
    TextContent.draw(TextContent(layout, painter: painter), on: &canvas)
  }
}

extension Size {
  /// What is left within a margin on each side.
  func inset(by margin: Double) -> Size {
    Size(width: max(0, width - 2 * margin), height: max(0, height - 2 * margin))
  }
}
