public import GalleyGeometry
public import GalleyPixels
public import GalleyTypesetting

/// Paints laid out text on bitmaps.
///
/// Painting is a function of its arguments: the same layout on the same pixels gives the same bytes,
/// whatever is cached and whichever thread does it.
public struct TextPainter: Sendable {
  /// Whether the horizontal strokes of glyphs are moved to pixel edges.
  public enum Hinting: Hashable, Sendable {
    /// Below a scale of 1.5, where unhinted strokes look weak; not from there on.
    case automatic
    /// At no scale: glyphs have their true shapes.
    case never
    /// At every scale.
    case always
  }

  /// The images of glyphs.
  public var masks: GlyphMaskCache
  /// Whether the horizontal strokes of glyphs are moved to pixel edges.
  public var hinting = Hinting.automatic

  /// What of a layout is painted on bitmaps: its text, its emoji, or both.
  public var parts = PaintedParts.all

  /// The colors of roles.
  public var palette = Palette.plain

  /// The spoilers that may be seen; the text of others is not drawn.
  public var revealed = RevealedSpoilers.none
  /// What covers the others.
  public var dust = SpoilerDust.still
  /// How far the lines of code are moved to the left in blocks that scroll, in points, by the blocks'
  /// numbers.
  public var scrollOffsets: [Int: Double] = [:]
  /// Where the pictures of attachments come from; where there is none, their text is drawn.
  public var attachmentImages: AttachmentImages?
  /// What is drawn below the text, such as what is behind a link that is pressed or a selection.
  public var underlays: [PaintedPath] = []
  /// Whether the edges of lines, clusters, links and blocks are drawn over all.
  public var showsStructure = false
  /// What happens to some of the spoilers, whatever `revealed` says of them.
  public var transition: SpoilerTransition?
  /// Whether what is over spoilers is painted with the rest.
  public var veil = VeilPainting.included

  /// The glyphs that may be drawn of fonts that nobody vouches for, if the layout shares its budget
  /// with others.
  package var allowance: GlyphAllowance?

  /// The most pixels that a point may have.
  public static let scaleLimit = 16.0

  /// Makes a painter.
  public init(masks: GlyphMaskCache = .shared) {
    self.masks = masks
  }

  /// Paints a layout over what is in a bitmap.
  ///
  /// A bitmap that shares its memory stays as it is if there is none for its own pixels;
  /// ``Bitmap/makeUnique()`` beforehand tells.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - origin: Where the layout's origin goes, in points from the bitmap's top left corner.
  ///   - bitmap: What to paint on. What sticks out is left out.
  ///   - scale: How many pixels a point has: above zero and at most ``scaleLimit``.
  ///   - isStale: Whether the result is no longer wanted. Asked before each line; once it says so
  ///     painting stops, with some lines done.
  public func paint(
    _ layout: TextLayout, at origin: Point = .zero, into bitmap: inout Bitmap, scale: Double,
    isStale: () -> Bool = { false }
  ) {
    let place = CanvasPlace(origin: origin, scale: scale)
    paint(layout, at: place, into: &bitmap, isStale: isStale)
  }

  /// Paints a layout over what is in a bitmap.
  func paint(
    _ layout: TextLayout, at place: CanvasPlace, into bitmap: inout Bitmap,
    isStale: () -> Bool = { false }
  ) {
    guard (try? bitmap.makeUnique()) != nil else { return }
    var canvas = makeCanvas(consume bitmap, place)
    paint(layout, on: &canvas, isStale: isStale)
    guard let painted = canvas.finish() else {
      preconditionFailure("a canvas gives back the bitmap that it got")
    }
    bitmap = painted
  }

  /// The pixels that painting a layout would touch, those behind backgrounds included.
  ///
  /// Ink may stick out of the layout's box to any side: letters lean over, marks are stacked. The
  /// images that were looked at are kept for the painting that follows.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - origin: Where the layout's origin goes, in points.
  ///   - scale: How many pixels a point has: above zero and at most ``scaleLimit``.
  /// - Returns: The least rectangle that holds them; empty if there are none.
  public func inkBounds(
    of layout: TextLayout, at origin: Point = .zero, scale: Double
  ) -> PixelRect {
    var canvas = makeCanvas(nil, CanvasPlace(origin: origin, scale: scale))
    paint(layout, on: &canvas) { false }
    return canvas.ink
  }

  private func makeCanvas(_ bitmap: consuming Bitmap?, _ place: CanvasPlace) -> Canvas {
    let scale = place.scale
    precondition(scale > 0 && scale <= Self.scaleLimit, "a scale is above 0 and at most 16")
    let isHinted =
      switch hinting {
      case .automatic: scale < 1.5
      case .never: false
      case .always: true
      }
    return Canvas(consume bitmap, place: place, isHinted: isHinted, cache: masks)
  }

  private func paint(_ layout: TextLayout, on canvas: inout Canvas, isStale: () -> Bool) {
    let hasAdditions = masks.withWorker { worker in
      worker.paint(layout, as: self, on: &canvas, isStale: isStale)
      return worker.hasAdditions
    }
    if hasAdditions { masks.noteAddition() }
  }
}

/// What of a layout is painted, for who shows text and emoji on layers of their own.
public struct PaintedParts: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Everything but emoji: letters, lines under and through both, what is behind and over them.
  public static let text = PaintedParts(rawValue: 1)
  /// The glyphs of fonts that have colors of their own, and attachments.
  public static let emoji = PaintedParts(rawValue: 2)
  /// The whole layout.
  public static let all: PaintedParts = [.text, .emoji]
}

/// Whether what is over spoilers is painted: their dust, and text on its way to be seen or hidden.
///
/// Text that may not be seen is painted in no case.
public enum VeilPainting: Hashable, Sendable {
  /// It is, over everything else.
  case included
  /// It is not, for who shows it on a layer of its own.
  case omitted
  /// Nothing else is: what that layer shows.
  case only
}

extension TextPainter {
  /// Whether there is something over spoilers of a text.
  package func veils(_ text: AttributedText) -> Bool {
    !SpoilerVeil(text, revealed: revealed, transition: transition).isEmpty
  }
}

/// A shape and its color.
public struct PaintedPath: Hashable, Sendable {
  /// What is filled, in the coordinates of the layout.
  public var path: Path
  /// The color.
  public var color: PaintColor

  /// Makes a shape.
  public init(_ path: Path, color: PaintColor) {
    self.path = path
    self.color = color
  }
}
