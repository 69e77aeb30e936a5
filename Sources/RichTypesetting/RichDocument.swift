internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyMessages
public import GalleyRichMessages
internal import GalleyShaping
public import GalleyTypesetting
internal import Synchronization

/// A rich message with its texts shaped, from which layouts of any width derive.
///
/// A document is immutable and can be shared between threads. Sections that are closed are not
/// shaped; opening one creates another document.
public final class RichDocument: Sendable {
  /// The message.
  public let message: RichMessage
  /// The appearance.
  public let theme: RichTheme
  /// The sections that the reader has opened.
  public let state: RichState

  /// The layout engine.
  let engine: TextEngine
  let blocks: [ComposedBlock]
  private let bodyLine: BodyLine
  private let textOptions: LayoutOptions
  private let open = Mutex<RichDocument?>(nil)
  /// Whether a text depends on the current time.
  private let hasRelativeDates: Bool
  /// The last layouts, if the message reads differently at other times.
  private let boxes: Mutex<SharedBoxes>

  /// Shapes a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - theme: The appearance.
  ///   - state: The sections that the reader has opened.
  ///   - textOptions: The options of all texts, such as their line height; widths are ignored.
  ///   - engine: The layout engine.
  public init(
    _ message: RichMessage, theme: RichTheme = RichTheme(), state: RichState = RichState(),
    textOptions: LayoutOptions = LayoutOptions(), engine: TextEngine
  ) {
    self.message = message
    self.theme = theme
    self.state = state
    self.engine = engine
    var options = textOptions
    options.width = .infinity
    self.textOptions = options
    var composer = BlockComposer(
      theme, isRightToLeft: message.isRightToLeft, state: state, options: options, engine: engine)
    blocks = composer.compose(message.blocks, in: BlockPath())
    hasRelativeDates = composer.hasRelativeDates
    boxes = Mutex(SharedBoxes())
    bodyLine = BodyLine(theme.message.text, options: options, engine: engine)
  }

  /// Creates a document of blocks that are composed already.
  init(
    _ message: RichMessage, blocks: [ComposedBlock], theme: RichTheme, state: RichState,
    bodyLine: BodyLine, textOptions: LayoutOptions, engine: TextEngine
  ) {
    self.message = message
    self.theme = theme
    self.state = state
    self.engine = engine
    self.blocks = blocks
    self.bodyLine = bodyLine
    self.textOptions = textOptions
    hasRelativeDates = false
    boxes = Mutex(SharedBoxes())
  }

  /// Creates a document that shares blocks with another one of the same message.
  init(
    _ message: RichMessage, blocks: [ComposedBlock], theme: RichTheme, like other: RichDocument
  ) {
    self.message = message
    self.theme = theme
    self.blocks = blocks
    (state, engine) = (other.state, other.engine)
    (bodyLine, textOptions) = (other.bodyLine, other.textOptions)
    hasRelativeDates = true
    boxes = Mutex(other.boxes.withLock { $0 })
  }

  /// Returns a composer of the document's blocks in an appearance.
  func composer(_ theme: RichTheme) -> BlockComposer {
    BlockComposer(
      theme, isRightToLeft: message.isRightToLeft, state: state, options: textOptions,
      engine: engine)
  }

  /// Lays the message out, without shaping.
  ///
  /// - Parameters:
  ///   - width: The available width, in points.
  ///   - fillsWidth: Whether the layout is as wide as that; otherwise it is as wide as its widest
  ///     block.
  /// - Returns: The layout.
  /// - Complexity: O(*n*) in the length of the text.
  public func layout(width: Double, fillsWidth: Bool = false) -> RichLayout {
    var layouter = BlockLayouter(
      metrics: RichMetrics(size: theme.message.text.font.size),
      isRightToLeft: message.isRightToLeft, state: state, bodyLine: bodyLine,
      quotePaint: theme.message.quotePaint, grid: textOptions.lineGrid)
    let room = width > 0 ? min(width, Self.greatestWidth) : 0
    guard hasRelativeDates else {
      let own = fillsWidth ? room : layouter.width(of: blocks, in: room)
      layouter.slack = room - own
      return RichLayout(layouter.stack(blocks, width: own), of: self)
    }
    var shared = boxes.withLock { $0 }
    let own = fillsWidth ? room : shared.width(of: blocks, in: room, with: layouter)
    layouter.slack = room - own
    let box = shared.stack(blocks, width: own, with: layouter)
    boxes.withLock { [shared] in $0 = shared }
    return RichLayout(box, of: self)
  }

  /// The document with all sections and quotations open, made on first use.
  var allOpen: RichDocument {
    open.withLock { open in
      if let open { return open }
      var state = state
      let isChanged = state.openAll(in: message)
      let made =
        isChanged
        ? RichDocument(
          message, theme: theme, state: state, textOptions: textOptions, engine: engine) : self
      // A document that refers to itself would stay for ever.
      if isChanged { open = made }
      return made
    }
  }

  /// The height of the control that shows the rest of a message, with the gap above it, in points.
  var moreHeight: Double { bodyLine.height + RichMetrics(size: bodySize).paragraph.above }

  /// Returns the beginning of the message with the control below it.
  func addingMore(to box: BlockBox) -> BlockBox {
    var style = theme.message.text
    style.paint.color = .role(.link)
    let label = engine.layout(AttributedText(theme.words.showMore, style: style))
    let isRightToLeft = message.isRightToLeft
    let frame = Rect(
      x: isRightToLeft ? box.size.width - label.size.width : 0,
      y: box.size.height + moreHeight - bodyLine.height, width: label.size.width,
      height: bodyLine.height)
    return BlockBox(
      size: Size(
        width: max(box.size.width, label.size.width), height: box.size.height + moreHeight),
      items: [
        .box(box, .zero), .label(label, frame.origin), .control(.showMore, frame),
      ], baseline: box.baseline)
  }

  private var bodySize: Double { theme.message.text.font.size }

  /// The greatest width of a layout, in points; a wider room counts as this.
  static let greatestWidth = 16_384.0
}

extension BodyLine {
  init(_ style: TextStyle, options: LayoutOptions, engine: TextEngine) {
    let layout = engine.layout(AttributedText("x", style: style), options: options)
    let metrics = layout.shaped.baseFont.metrics
    let line = layout.line(at: 0)
    let size = RichMetrics(size: style.font.size).size
    self.init(
      height: layout.size.height, baseline: line.baseline,
      xHeight: Double(metrics.xHeight) * size / Double(metrics.unitsPerEm))
  }
}
