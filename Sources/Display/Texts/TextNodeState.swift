internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyTypesetting
internal import Synchronization

/// What a text node shows, for any thread, and the layouts of it that are at hand.
final class TextNodeState: Sendable {
  /// What decides on the layout and on the drawing.
  struct Values: Sendable {
    var text: AttributedText {
      didSet { textNumber += 1 }
    }
    /// Grows with each text, to whose spoilers their numbers belong.
    private(set) var textNumber: UInt64 = 0
    var options: LayoutOptions
    var painter = TextPainter()
    /// Whether dust drifts.
    var animatesDust = false
    /// The link that is pressed.
    var pressedLink: Annotation?
    /// Grows with whatever makes layouts useless.
    private(set) var version: UInt64 = 0
    /// Layouts of this text, the newest first.
    private(set) var layouts: [TextLayout] = []

    /// How many layouts of a text are kept: what was measured, and what is drawn.
    private static let layoutLimit = 3

    init(_ text: AttributedText, _ options: LayoutOptions) {
      self.text = text
      self.options = options
    }

    /// Forgets the layouts, which are of something else, and what was pressed in them.
    mutating func invalidateLayouts() {
      version += 1
      layouts = []
      pressedLink = nil
    }

    /// Keeps a layout of the text.
    mutating func keep(_ layout: TextLayout) {
      guard !layouts.contains(where: { $0 === layout }) else { return }
      layouts.insert(layout, at: 0)
      layouts = Array(layouts.prefix(Self.layoutLimit))
    }

    /// A layout that is at hand of a text with options, if there is one.
    func layout(of text: AttributedText, _ options: LayoutOptions) -> TextLayout? {
      layouts.first { $0.options == options && $0.text == text }
    }
  }

  let engine: TextEngine
  private let values: Mutex<Values>

  /// What lies over hidden text, on a layer of its own.
  @MainActor var veil: TextVeil?
  /// The spoiler that is on its way to be seen.
  @MainActor var revealing: SpoilerRevealing?
  /// The shapes on links that are pressed, or were just now.
  @MainActor var highlights: [LinkHighlight] = []
  /// The block that is being expanded or collapsed.
  @MainActor let folding = TextFolding()
  /// What has the dust drift.
  @MainActor var dustClock: DustClock?

  init(_ text: AttributedText, options: LayoutOptions, engine: TextEngine) {
    self.engine = engine
    values = Mutex(Values(text, options))
  }

  /// What there is now.
  var current: Values { values.withLock { $0 } }

  @discardableResult func change<Result: Sendable>(_ body: (inout Values) -> Result) -> Result {
    values.withLock { body(&$0) }
  }

  /// Lays the text out, unless that has been done with the same options.
  func layout(of values: Values, _ options: LayoutOptions) -> TextLayout {
    if let known = values.layouts.first(where: { $0.options == options }) { return known }
    let layout = engine.layout(values.text, options: options)
    change { if $0.version == values.version { $0.keep(layout) } }
    return layout
  }

  /// Keeps a layout that somebody else has made.
  func keep(_ layout: TextLayout) {
    change { if layout.text == $0.text { $0.keep(layout) } }
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
