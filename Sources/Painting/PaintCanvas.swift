internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

/// A bitmap while a layout is painted on it.
struct PaintCanvas: ~Copyable {
  /// The position of the layout's origin, in points from the bitmap's upper left corner.
  var origin: Point
  /// The horizontal offset applied after rounding, in pixels.
  let shiftX: Int
  /// The vertical offset applied after rounding, in pixels.
  let shiftY: Int
  let grid: PixelGrid
  /// Whether outlines are hinted.
  let isHinted: Bool
  let cache: GlyphCache
  /// The pixels of the bitmap.
  let bounds: PixelRect
  /// The bitmap, or `nil` if the canvas only measures.
  private var bitmap: Bitmap?
  /// Whether the bitmap was transparent when painting began.
  private let wasClear: Bool
  /// The rectangles painted so far; beyond the limit, the oldest ones are merged.
  private var painted: [PixelRect] = []
  /// The pixels painted, including those that would lie outside the bitmap.
  private(set) var ink = PixelRect.empty

  /// Ink rarely extends beyond the neighboring lines.
  private static let paintedLimit = 4

  init(_ bitmap: consuming Bitmap?, place: CanvasPlacement, isHinted: Bool, cache: GlyphCache) {
    bounds = bitmap?.bounds ?? .empty
    wasClear = bitmap?.isClear ?? false
    self.bitmap = consume bitmap
    origin = place.origin
    shiftX = place.shiftX
    shiftY = place.shiftY
    grid = PixelGrid(scale: place.scale)
    self.isHinted = isHinted
    self.cache = cache
  }

  /// Whether painting was stopped before its end.
  var isAbandoned = false

  /// Whether nothing is drawn and only the ink is measured.
  var isMeasuring: Bool { bounds.isEmpty }

  /// Returns the index of the pixel column whose left edge is nearest to `x` points.
  func column(_ x: Double) -> Int { grid.edge(origin.x + x) + shiftX }

  /// Returns the index of the pixel row whose top edge is nearest to `y` points.
  func row(_ y: Double) -> Int { grid.edge(origin.y + y) + shiftY }

  /// Returns a clear canvas of the same layout for some pixels, or `nil` if there is no memory.
  func layer(of area: PixelRect) -> PaintCanvas? {
    guard !area.isEmpty, let bitmap = try? Bitmap(width: area.width, height: area.height) else {
      return nil
    }
    let place = CanvasPlacement(
      origin: origin, shiftX: shiftX - area.minX, shiftY: shiftY - area.minY, scale: grid.scale)
    return PaintCanvas(bitmap, place: place, isHinted: isHinted, cache: cache)
  }

  /// Returns the bitmap as painted so far.
  ///
  /// One that was abandoned is likely never read, so what remains to be cleared is left to readers.
  consuming func finish() -> Bitmap? {
    if !isAbandoned { bitmap?.finishClearing() }
    return bitmap
  }

  /// Draws the pending shapes of a batch in one color.
  mutating func draw(
    _ batch: inout CoverageBatch, color: Color, contrast: Palette.Contrast = .none
  ) {
    let area = batch.bounds
    guard !area.isEmpty else { return }
    let isClear = wasClear && !painted.contains { $0.intersects(area) }
    bitmap?.draw(&batch, color: color, strength: contrast.strength(for: color), isClear: isClear)
    batch.removeAll()
    note(area)
  }

  /// Draws a glyph picture with the pen at a pixel.
  mutating func draw(_ picture: GlyphPicture, penX: Int, penY: Int) {
    guard let image = picture.bitmap else { return }
    let area = picture.rect(penX: penX, penY: penY)
    bitmap?.draw(image, x: area.minX, y: area.minY)
    note(area)
  }

  /// Composites an image over the bitmap.
  mutating func draw(_ image: Bitmap, x: Int, y: Int) {
    bitmap?.draw(image, x: x, y: y)
    note(image.bounds.offset(x: x, y: y))
  }

  /// Fills a rectangle.
  mutating func fill(_ area: PixelRect, with color: Color) {
    guard !area.isEmpty, color.alpha > 0 else { return }
    bitmap?.fill(area, with: color)
    note(area)
  }

  private mutating func note(_ area: PixelRect) {
    ink = ink.union(area)
    guard wasClear else { return }
    if painted.count < Self.paintedLimit {
      painted.append(area)
    } else {
      painted[0] = painted[0].union(painted.remove(at: 1))
      painted.append(area)
    }
  }
}

/// The placement of a layout on a canvas.
struct CanvasPlacement {
  /// The position of the layout's origin, in points from the bitmap's upper left corner.
  var origin = Point.zero
  /// The horizontal offset applied after rounding, in pixels.
  var shiftX = 0
  /// The vertical offset applied after rounding, in pixels.
  var shiftY = 0
  /// The number of pixels per point.
  var scale: Double
}

extension Palette.Contrast {
  /// The strength for white, in 257ths.
  ///
  /// At 0.3, white text on black has as much ink as in Chromium, whose black text on white has as
  /// much as that of this painter.
  private static let whiteStrength = 77

  /// Returns the strength for a color, as ``CoverageBatch`` expects it: proportional to its luma.
  ///
  /// - SeeAlso: ITU-R BT.709, item 3.2, for the weights, here in 256ths.
  func strength(for color: Color) -> UInt16 {
    guard self == .luminance else { return 0 }
    let luma = (54 * Int(color.red) + 183 * Int(color.green) + 19 * Int(color.blue)) / 256
    return UInt16((luma * Self.whiteStrength + 127) / 255)
  }
}
