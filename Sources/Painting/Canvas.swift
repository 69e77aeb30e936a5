internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

/// A bitmap while a layout is painted on it.
struct Canvas: ~Copyable {
  /// Where the layout's origin is, in points from the bitmap's top left corner.
  var origin: Point
  /// By how many pixels all is moved to the right, after it was rounded.
  let shiftX: Int
  /// By how many pixels all is moved down, after it was rounded.
  let shiftY: Int
  let grid: PixelGrid
  /// Whether outlines are hinted.
  let isHinted: Bool
  let cache: GlyphMaskCache
  /// The pixels that can be drawn on.
  let bounds: PixelRect
  /// `nil` if nothing is drawn, only measured.
  private var bitmap: Bitmap?
  /// Whether the bitmap was transparent when painting began.
  private let wasClear: Bool
  /// Where it no longer is; the first rectangle stands for all that find no room.
  private var painted: [PixelRect] = []
  /// The pixels that were drawn on, or would have been had the bitmap been large enough.
  private(set) var ink = PixelRect.empty

  /// Lines seldom reach far into others than their neighbors.
  private static let paintedLimit = 4

  init(
    _ bitmap: consuming Bitmap?, place: CanvasPlace, isHinted: Bool, cache: GlyphMaskCache
  ) {
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

  /// Whether nothing is drawn, and only the ink is looked for.
  var isMeasuring: Bool { bounds.isEmpty }

  /// The column of pixels whose left edge is nearest to `x` points.
  func column(_ x: Double) -> Int { grid.edge(origin.x + x) + shiftX }

  /// The row of pixels whose top edge is nearest to `y` points.
  func row(_ y: Double) -> Int { grid.edge(origin.y + y) + shiftY }

  /// The bitmap, as far as it has been painted.
  consuming func finish() -> Bitmap? { bitmap }

  /// Draws what waits in `batch`.
  ///
  /// - Parameters:
  ///   - batch: Masks and bars.
  ///   - color: The color of all of it.
  ///   - contrast: The correction of what is glyphs.
  mutating func draw(
    _ batch: inout CoverageBatch, color: Color, contrast: TextContrast = .none
  ) {
    let area = batch.bounds
    guard !area.isEmpty else { return }
    let isClear = wasClear && !painted.contains { $0.intersects(area) }
    bitmap?.draw(
      &batch, color: color, strength: contrast.strength(for: color), isClear: isClear)
    batch.removeAll()
    note(area)
  }

  /// Draws a picture, with the pen at a pixel.
  mutating func draw(_ picture: GlyphPicture, penX: Int, penY: Int) {
    guard let image = picture.bitmap else { return }
    let area = picture.rect(penX: penX, penY: penY)
    bitmap?.draw(image, x: area.minX, y: area.minY)
    note(area)
  }

  /// Draws pixels over what is there.
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

/// Where a layout goes on a canvas.
struct CanvasPlace {
  /// Where the layout's origin is, in points from the bitmap's top left corner.
  var origin = Point.zero
  /// By how many pixels all is moved to the right, after it was rounded.
  var shiftX = 0
  /// By how many pixels all is moved down, after it was rounded.
  var shiftY = 0
  /// How many pixels a point has.
  var scale: Double
}

extension TextContrast {
  /// The strength for white, in 257ths: with 0.3 white text on black has as much ink as Chromium's,
  /// whose black text on white has as much as ours.
  private static let whiteStrength = 77

  /// The strength for a color, as ``CoverageBatch`` takes it: proportional to its luma.
  ///
  /// - SeeAlso: ITU-R BT.709, item 3.2, for the weights, here in 256ths.
  func strength(for color: Color) -> UInt16 {
    guard self == .luminance else { return 0 }
    let luma = (54 * Int(color.red) + 183 * Int(color.green) + 19 * Int(color.blue)) / 256
    return UInt16((luma * Self.whiteStrength + 127) / 255)
  }
}
