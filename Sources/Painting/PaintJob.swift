internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// The settings of one painting of a layout.
struct PaintJob {
  /// The colors of roles.
  var palette = Palette.plain
  /// The parts of layouts to paint.
  var parts = TextPainter.Parts.all
  /// The image source of attachments.
  var attachmentImages: AttachmentImages?
  /// The objects of a rich text, by the offset of their placeholder.
  var objects: [Int: ComposedObject] = [:]
  /// Whether the text is a part of a block, whose ground and marks are painted around it.
  var isPart = false
  /// The layout, if its glyphs are charged to a budget.
  var layout: TextLayout?
  /// The glyphs of the layout, if they are known.
  var placed: PlacedText?
  /// The recorder of the layout's glyphs, if they are kept.
  var recorder: PlacementRecorder?
  /// The omitted glyphs of the message, once a glyph was found that may be omitted.
  var ledger: GlyphLedger?

  /// Creates the settings without a layout.
  init() {}

  /// Creates the settings of painting a layout.
  init(_ layout: TextLayout, as painter: TextPainter) {
    palette = painter.palette
    parts = painter.parts
    attachmentImages = painter.attachmentImages
    self.layout = layout
    ledger = painter.allowance?.ledger
  }
}
