internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyRichTypesetting
internal import GalleyTypesetting
internal import Synchronization

/// The state of a rich message's node that any thread may access, with its cached layouts.
final class RichNodeState: Sendable {
  /// The inputs of layout and drawing.
  struct Values: Sendable {
    var document: RichDocument
    var painter = TextPainter()
    /// Whether layouts are as wide as the available width.
    var fillsWidth = false
    /// A counter that each invalidation of the layouts increments.
    private(set) var version: UInt64 = 0
    /// The cached layouts of the document, newest first, by the width that was available.
    private(set) var layouts: [(width: Double, layout: RichLayout)] = []
    /// The layout whose blocks were scrolled last; others show the same columns.
    private(set) var scrolled: RichLayout?

    /// The maximum number of cached layouts: enough for measured and drawn ones.
    private static let layoutLimit = 3

    init(_ document: RichDocument) { self.document = document }

    /// The IDs of the attachments of the texts, such as custom emoji, and of the pictures.
    var attachmentIDs: Set<String> {
      guard let layout = layouts.first?.layout else { return [] }
      return layout.texts.reduce(into: layout.pictureIDs) {
        $0.formUnion($1.layout.text.attachmentIDs)
      }
    }

    /// Discards the cached layouts, which are those of an older document.
    mutating func invalidateLayouts() {
      version += 1
      layouts = []
    }

    /// Caches a layout of the document, scrolled as the last one.
    mutating func keep(_ layout: RichLayout, for width: Double) {
      guard layout.document === document, !layouts.contains(where: { $0.layout === layout })
      else { return }
      layouts.insert((width, scrolled.map { layout.scrolled(as: $0) } ?? layout), at: 0)
      if layouts.count > Self.layoutLimit { layouts.removeLast() }
    }

    /// Replaces the newest layout by one with other scroll offsets.
    mutating func scroll(to layout: RichLayout) {
      guard layout.document === document else { return }
      scrolled = layout
      layouts.removeAll { $0.layout.size == layout.size }
      layouts.insert((layout.size.width, layout), at: 0)
    }
  }

  let engine: TextEngine
  private let values: Mutex<Values>

  /// The state of opening and closing sections.
  @MainActor let foldings = BlockTransitions()
  /// The image of a transition that has been drawn already, for the next pass.
  @MainActor var prepared: (image: RichImage, version: UInt64)?
  /// The observation of attachments whose images may arrive later.
  @MainActor private var attachments: AttachmentUpdates.Observation?

  init(_ document: RichDocument, engine: TextEngine) {
    self.engine = engine
    values = Mutex(Values(document))
  }

  /// Draws the message again when an image of its attachments arrives.
  @MainActor func observeAttachments(of values: Values, on node: DisplayNode) {
    attachments = .of(
      values.painter.attachmentImages, values.attachmentIDs, current: attachments
    ) { [weak node] in node?.setNeedsDisplay() }
  }

  /// A copy of the current values.
  var current: Values { values.withLock { $0 } }

  @discardableResult func change<Result: Sendable>(_ body: (inout Values) -> Result) -> Result {
    values.withLock { body(&$0) }
  }

  /// Returns the layout for an available width, cached if possible.
  func layout(of values: Values, width: Double) -> RichLayout {
    if let known = values.layouts.first(where: { $0.width == width }) { return known.layout }
    let made = values.document.layout(width: width, fillsWidth: values.fillsWidth)
    let layout = values.scrolled.map { made.scrolled(as: $0) } ?? made
    change { if $0.version == values.version { $0.keep(layout, for: width) } }
    return layout
  }

  /// Returns the layout for a box: a cached one that fits it to within a point, or else a new one.
  func layout(of values: Values, in box: Size) -> RichLayout {
    let measured = values.layouts.first { _, layout in
      (0..<1).contains(box.width - layout.size.width)
        && (0..<1).contains(box.height - layout.size.height)
    }
    return measured?.layout ?? layout(of: values, width: box.width)
  }
}
