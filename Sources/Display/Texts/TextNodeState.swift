internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyTypesetting
internal import Synchronization

/// The state of a text node that any thread may access, with its cached layouts.
final class TextNodeState: Sendable {
  /// The inputs of layout and drawing.
  struct Values: Sendable {
    var text: AttributedText {
      didSet { textNumber += 1 }
    }
    /// A counter that each new text increments; spoiler indices refer to one text.
    private(set) var textNumber: UInt64 = 0
    var options: LayoutOptions
    var painter = TextPainter()
    /// Whether dust is animated.
    var animatesDust = false
    /// The pressed link or token.
    var pressed: TextNode.Target?
    /// A counter that each invalidation of the layouts increments.
    private(set) var version: UInt64 = 0
    /// The cached layouts of the text, newest first.
    private(set) var layouts: [TextLayout] = []

    /// The maximum number of cached layouts: enough for measured and drawn ones.
    private static let layoutLimit = 3

    init(_ text: AttributedText, _ options: LayoutOptions) {
      self.text = text
      self.options = options
    }

    /// Discards the cached layouts and the pressed target, which refer to an older text or options.
    mutating func invalidateLayouts() {
      version += 1
      layouts = []
      pressed = nil
    }

    /// Caches a layout of the text.
    ///
    /// - Returns: The oldest layout, if there were too many.
    @discardableResult mutating func keep(_ layout: TextLayout) -> TextLayout? {
      guard !layouts.contains(where: { $0 === layout }) else { return nil }
      layouts.insert(layout, at: 0)
      return layouts.count > Self.layoutLimit ? layouts.removeLast() : nil
    }

    /// Returns the cached layout of a text with the given options.
    func layout(of text: AttributedText, _ options: LayoutOptions) -> TextLayout? {
      layouts.first { $0.options == options && $0.text == text }
    }
  }

  let engine: TextEngine
  private let values: Mutex<Values>

  /// The cover over hidden text, on its own layer.
  @MainActor var cover: TextCover?
  /// The running reveal animation.
  @MainActor var revealing: SpoilerRevealing?
  /// The highlights of links that are or were pressed, until they have faded out.
  @MainActor var highlights: [LinkHighlight] = []
  /// The state of expanding and collapsing blocks.
  @MainActor let blockTransitions = BlockTransitions()
  /// The layout of the text on screen.
  @MainActor var shownLayout: TextLayout?
  /// The transition that begins when the next text is shown.
  @MainActor var morphRequest: MorphRequest?
  /// The running transition from the previous text.
  @MainActor var morphing: TextMorphing?
  /// The clock that animates dust.
  @MainActor var dustClock: DustClock?
  /// The observation of attachments whose images may arrive later.
  @MainActor private var attachments: AttachmentUpdates.Observation?

  init(_ text: AttributedText, options: LayoutOptions, engine: TextEngine) {
    self.engine = engine
    values = Mutex(Values(text, options))
  }

  /// Draws the text again when an image of its attachments arrives.
  @MainActor func observeAttachments(of values: Values, on node: DisplayNode) {
    attachments = .of(
      values.painter.attachmentImages, values.text.attachmentIDs,
      current: attachments
    ) { [weak node] in node?.setNeedsDisplay() }
  }

  /// A copy of the current values.
  var current: Values { values.withLock { $0 } }

  @discardableResult func change<Result: Sendable>(_ body: (inout Values) -> Result) -> Result {
    values.withLock { body(&$0) }
  }

  /// Returns the layout with the given options, cached if possible.
  func layout(of values: Values, _ options: LayoutOptions) -> TextLayout {
    if let known = values.layouts.first(where: { $0.options == options }) { return known }
    let layout = engine.layout(values.text, options: options)
    change { if $0.version == values.version { $0.keep(layout) } }
    return layout
  }

  /// Caches a layout made by other code, if it is of the current text.
  func keep(_ layout: TextLayout) {
    change { if layout.text == $0.text { $0.keep(layout) } }
  }

  /// Returns the layout for a box: a cached one that fits it to within a point, or else a new one.
  func layout(of values: Values, in box: Size) -> TextLayout {
    let measured = values.layouts.first { layout in
      let size = layout.extent
      return (0..<1).contains(box.width - size.width) && (0..<1).contains(box.height - size.height)
    }
    return measured ?? layout(of: values, values.options.fitting(box))
  }
}

extension TextLayout {
  /// The size of the lines, widened to the alignment width, in points.
  var extent: Size {
    guard let width = options.alignmentWidth, width.isFinite, width > size.width else {
      return size
    }
    return Size(width: width, height: size.height)
  }
}

extension LayoutOptions {
  /// Returns the options limited to a size; NaN sets no limit.
  func fitting(_ size: Size) -> LayoutOptions {
    var options = self
    if size.width < options.width { options.width = max(0, size.width) }
    if size.height < options.maximumHeight ?? .infinity {
      options.maximumHeight = max(0, size.height)
    }
    return options
  }
}
