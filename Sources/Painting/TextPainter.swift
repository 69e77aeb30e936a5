public import GalleyGeometry
public import GalleyPixels
public import GalleyTypesetting

/// A painter of text layouts on bitmaps.
///
/// Painting is deterministic: the same layout on the same pixels gives the same bytes, regardless
/// of the cache's contents and the thread.
public struct TextPainter: Sendable {
  /// The policy for hinting, which aligns the horizontal strokes of glyphs to pixel edges.
  public enum Hinting: Hashable, Sendable {
    /// Hints below a scale of 1.5, where unhinted strokes look weak.
    case automatic
    /// Never hints: glyphs keep their true shapes.
    case never
    /// Hints at every scale.
    case always
  }

  /// The cache of glyph images.
  public var masks: GlyphCache
  /// The hinting policy.
  public var hinting = Hinting.automatic

  /// The parts of a layout to paint on bitmaps: text, emoji, or both.
  public var parts = Parts.all

  /// The colors of roles.
  public var palette = Palette.plain

  /// The revealed spoilers; the text of others is not drawn.
  public var revealed = RevealedSpoilers.none
  /// The cover of hidden spoilers.
  public var dust = SpoilerDust.still
  /// The horizontal scroll offsets of code blocks, in points, by block index.
  public var scrollOffsets: [Int: Double] = [:]
  /// The image source of attachments; without an image, their text is drawn.
  public var attachmentImages: AttachmentImages?
  /// The shapes drawn below the text, such as the highlight of a pressed link or a selection.
  public var underlays: [Underlay] = []
  /// Whether the edges of lines, clusters, links and blocks are drawn on top.
  public var showsStructure = false
  /// The transition of some spoilers, which overrides `revealed` for them.
  public var transition: SpoilerTransition?
  /// Whether spoiler covers are painted with the rest.
  public var cover = CoverPainting.included

  /// The glyphs of untrusted fonts that may be drawn, if the layout shares its budget with others.
  package var allowance: GlyphAllowance?

  /// The maximum number of pixels per point.
  public static let scaleLimit = 16.0

  /// Creates a painter.
  public init(masks: GlyphCache = .shared) { self.masks = masks }

  /// Paints a layout over the contents of a bitmap.
  ///
  /// A bitmap that shares its memory is left unchanged if a copy cannot be allocated; call
  /// `Bitmap.makeUnique()` first to detect that.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - origin: The position of the layout's origin, in points from the bitmap's upper left
  ///     corner.
  ///   - bitmap: The destination; anything beyond its bounds is clipped.
  ///   - scale: The number of pixels per point: above zero and at most ``scaleLimit``.
  ///   - isStale: Returns whether the result is no longer needed; called before each line. Painting
  ///     stops when it returns `true`, with some lines done.
  public func paint(
    _ layout: TextLayout, at origin: Point = .zero, into bitmap: inout Bitmap, scale: Double,
    isStale: () -> Bool = { false }
  ) {
    let place = CanvasPlacement(origin: origin, scale: scale)
    paint(layout, at: place, into: &bitmap, isStale: isStale)
  }

  /// Paints a layout over the contents of a bitmap.
  func paint(
    _ layout: TextLayout, at place: CanvasPlacement, into bitmap: inout Bitmap,
    isStale: () -> Bool = { false }
  ) {
    paint(at: place, into: &bitmap) { worker, canvas in
      var isStopped = false
      worker.paint(layout, as: self, on: &canvas) {
        isStopped = isStale()
        return isStopped
      }
      canvas.isAbandoned = isStopped
    }
  }

  /// Paints over the contents of a bitmap.
  func paint(
    at place: CanvasPlacement, into bitmap: inout Bitmap,
    _ body: (inout PaintWorker, inout PaintCanvas) -> Void
  ) {
    guard (try? bitmap.makeUnique()) != nil else { return }
    var canvas = makeCanvas(consume bitmap, place)
    paint(on: &canvas, body)
    guard let painted = canvas.finish() else {
      preconditionFailure("canvas lost its bitmap")
    }
    bitmap = painted
  }

  /// Returns the pixels that painting a layout would touch, including backgrounds.
  ///
  /// Ink may overhang the layout's box on any side: letters lean, marks stack. The glyph images
  /// used for measuring stay cached for painting.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - origin: The position of the layout's origin, in points.
  ///   - scale: The number of pixels per point: above zero and at most ``scaleLimit``.
  /// - Returns: The bounding rectangle; empty if nothing is painted.
  public func inkBounds(
    of layout: TextLayout, at origin: Point = .zero, scale: Double
  ) -> PixelRect {
    inkBounds(at: CanvasPlacement(origin: origin, scale: scale)) { worker, canvas in
      worker.paint(layout, as: self, on: &canvas) { false }
    }
  }

  /// Returns the pixels that painting would touch.
  func inkBounds(
    at place: CanvasPlacement, _ body: (inout PaintWorker, inout PaintCanvas) -> Void
  ) -> PixelRect {
    var canvas = makeCanvas(nil, place)
    paint(on: &canvas, body)
    return canvas.ink
  }

  func makeCanvas(_ bitmap: consuming Bitmap?, _ place: CanvasPlacement) -> PaintCanvas {
    let scale = place.scale
    precondition(scale > 0 && scale <= Self.scaleLimit, "scale must be above 0 and at most 16")
    let isHinted =
      switch hinting {
      case .automatic: scale < 1.5
      case .never: false
      case .always: true
      }
    return PaintCanvas(consume bitmap, place: place, isHinted: isHinted, cache: masks)
  }

  private func paint(
    on canvas: inout PaintCanvas, _ body: (inout PaintWorker, inout PaintCanvas) -> Void
  ) {
    let hasAdditions = masks.withWorker { worker in
      body(&worker, &canvas)
      return worker.hasAdditions
    }
    if hasAdditions { masks.noteAddition() }
  }
}

extension TextPainter {
  /// The parts of a layout to paint; hosts that put text and emoji on separate layers paint them
  /// separately.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Everything but emoji: letters, decoration lines, backgrounds and overlays.
    public static let text = Parts(rawValue: 1)
    /// The glyphs of color fonts, and attachments.
    public static let emoji = Parts(rawValue: 2)
    /// The whole layout.
    public static let all: Parts = [.text, .emoji]
  }

  /// The painting of spoiler covers: the dust, and text in transition.
  ///
  /// Hidden text is never painted.
  public enum CoverPainting: Hashable, Sendable {
    /// Paints the covers on top of everything else.
    case included
    /// Omits the covers, for hosts that show them on a separate layer.
    case omitted
    /// Paints nothing but the covers, for that layer.
    case only
  }

  /// Returns whether any spoiler of a text has a cover.
  package func covers(_ text: AttributedText) -> Bool {
    !SpoilerCover(text, revealed: revealed, transition: transition).isEmpty
  }

  /// A shape and its color.
  public struct Underlay: Hashable, Sendable {
    /// The path to fill, in the layout's coordinates.
    public var path: Path
    /// The color.
    public var color: PaintColor

    /// Creates a shape.
    public init(_ path: Path, color: PaintColor) {
      self.path = path
      self.color = color
    }
  }
}
