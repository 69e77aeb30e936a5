public import GalleyGeometry
public import GalleyPixels
public import GalleyTypesetting

/// A picture of a layout, just as large as it has to be.
public struct RenderedImage: Sendable {
  /// The pixels.
  public let bitmap: Bitmap
  /// Where the layout's origin is, in pixels from the bitmap's top left corner.
  public let originX: Int
  /// Where the layout's origin is, in pixels from the bitmap's top left corner.
  public let originY: Int

  /// How many pixels further than the box a picture goes for the ink's sake.
  ///
  /// A letter may carry thousands of marks, one above the other.
  private static let overhangLimit = 2_048

  /// Paints a layout on a bitmap that holds its box, with room around it, and all its ink.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - scale: How many pixels a point has.
  ///   - padding: The room around the layout's box, in points. Ink that sticks out of the box takes
  ///     from it first; what finds no room there makes the picture larger.
  ///   - background: The color behind everything; `nil` for a transparent picture.
  ///   - painter: What paints.
  /// - Throws: ``RenderingError``.
  public init(
    _ layout: TextLayout, scale: Double = 1, padding: Double = 0, background: Color? = nil,
    painter: TextPainter = TextPainter()
  ) throws(RenderingError) {
    guard scale > 0, scale <= TextPainter.scaleLimit else { throw .scale(scale) }
    guard padding >= 0, padding <= Double(Bitmap.sideLimit) else { throw .padding(padding) }

    let box = Rect(
      x: -padding, y: -padding, width: layout.size.width + 2 * padding,
      height: layout.size.height + 2 * padding)
    var frame = PixelGrid(scale: scale).pixelsTouched(by: box)
    let reach = Self.overhangLimit
    let ink = painter.inkBounds(of: layout, scale: scale).intersection(
      PixelRect(
        minX: frame.minX - reach, minY: frame.minY - reach, maxX: frame.maxX + reach,
        maxY: frame.maxY + reach))
    frame = PixelRect(
      minX: min(frame.minX, ink.minX), minY: min(frame.minY, ink.minY),
      maxX: max(frame.maxX, ink.maxX, frame.minX + 1),
      maxY: max(frame.maxY, ink.maxY, frame.minY + 1))

    var bitmap: Bitmap
    do throws(BitmapError) {
      bitmap = try Bitmap(width: frame.width, height: frame.height)
    } catch {
      throw .bitmap(error)
    }
    bitmap.scale = scale
    if let background { bitmap.fill(with: background) }
    let place = CanvasPlace(shiftX: -frame.minX, shiftY: -frame.minY, scale: scale)
    painter.paint(layout, at: place, into: &bitmap)
    self.bitmap = bitmap
    (originX, originY) = (-frame.minX, -frame.minY)
  }
}

/// Why a layout cannot be made a picture.
public enum RenderingError: Error, Hashable, Sendable {
  /// A scale that is not above zero and at most ``TextPainter/scaleLimit``.
  case scale(Double)
  /// A padding that is negative, or larger than a bitmap may be.
  case padding(Double)
  /// There is no bitmap of the size that is needed.
  case bitmap(BitmapError)
  /// A document could not be written; `reason` is Cairo's.
  case document(reason: String)
}

extension RenderingError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .scale(let scale):
      "a scale of \(scale): it must be above 0 and at most \(TextPainter.scaleLimit)"
    case .padding(let padding):
      "a padding of \(padding) points: it must be from 0 to \(Bitmap.sideLimit)"
    case .bitmap(let error): error.description
    case .document(let reason): "the document cannot be written: \(reason)"
    }
  }
}
