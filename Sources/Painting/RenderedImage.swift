public import GalleyGeometry
public import GalleyPixels
public import GalleyRichStreaming
public import GalleyRichTypesetting
public import GalleyTypesetting

/// A rendered layout, cropped to its box, padding and ink.
public struct RenderedImage: Sendable {
  /// The pixels.
  public let bitmap: Bitmap
  /// The x coordinate of the layout's origin, in pixels from the bitmap's upper left corner.
  public let originX: Int
  /// The y coordinate of the layout's origin, in pixels from the bitmap's upper left corner.
  public let originY: Int

  /// The maximum extension of an image beyond its box to include ink, in pixels.
  ///
  /// A letter may carry thousands of stacked marks.
  private static let overhangLimit = 2_048

  /// Renders a layout to a bitmap that contains its box, the padding, and all ink.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - scale: The number of pixels per point.
  ///   - padding: The space around the layout's box, in points. Overhanging ink uses the padding
  ///     first; the image grows if it needs more.
  ///   - background: The background color; `nil` for a transparent image.
  ///   - painter: The painter.
  ///   - isStale: Returns whether the image is no longer needed; called before each line. When it
  ///     has returned `true`, the rest is not drawn.
  /// - Throws: ``RenderingError``.
  public init(
    _ layout: TextLayout, scale: Double = 1, padding: Double = 0, background: Color? = nil,
    painter: TextPainter = TextPainter(), isStale: () -> Bool = { false }
  ) throws(RenderingError) {
    try self.init(
      size: layout.size, scale: scale, padding: padding, background: background, painter: painter
    ) { worker, canvas in
      worker.paint(layout, as: painter, on: &canvas, isStale: isStale)
    }
  }

  /// Renders a rich message to a bitmap that contains its box, the padding, and all ink.
  ///
  /// - Parameters:
  ///   - layout: The message.
  ///   - scale: The number of pixels per point.
  ///   - padding: The space around the layout's box, in points.
  ///   - background: The background color; `nil` for a transparent image.
  ///   - painter: The painter.
  ///   - isStale: Returns whether the image is no longer needed; called before each line. When it
  ///     has returned `true`, the rest is not drawn.
  /// - Throws: ``RenderingError``.
  public init(
    _ layout: RichLayout, scale: Double = 1, padding: Double = 0, background: Color? = nil,
    painter: TextPainter = TextPainter(), isStale: () -> Bool = { false }
  ) throws(RenderingError) {
    try self.init(
      size: layout.size, scale: scale, padding: padding, background: background, painter: painter
    ) { worker, canvas in
      worker.paint(layout, as: painter, on: &canvas, isStale: isStale)
    }
  }

  /// Renders a message that grows to a bitmap that contains its box, the padding, and all ink.
  ///
  /// - Parameters:
  ///   - layout: The message.
  ///   - scale: The number of pixels per point.
  ///   - padding: The space around the layout's box, in points.
  ///   - background: The background color; `nil` for a transparent image.
  ///   - painter: The painter.
  ///   - isStale: Returns whether the image is no longer needed; called before each line. When it
  ///     has returned `true`, the rest is not drawn.
  /// - Throws: ``RenderingError``.
  public init(
    _ layout: StreamingLayout, scale: Double = 1, padding: Double = 0, background: Color? = nil,
    painter: TextPainter = TextPainter(), isStale: () -> Bool = { false }
  ) throws(RenderingError) {
    try self.init(
      size: layout.size, scale: scale, padding: padding, background: background, painter: painter
    ) { worker, canvas in
      worker.paint(layout, as: painter, on: &canvas, isStale: isStale)
    }
  }

  /// Renders a drawing with a box of a given size.
  private init(
    size: Size, scale: Double, padding: Double, background: Color?, painter: TextPainter,
    _ draw: (inout PaintWorker, inout PaintCanvas) -> Void
  ) throws(RenderingError) {
    guard scale > 0, scale <= TextPainter.scaleLimit else { throw .scale(scale) }
    guard padding >= 0, padding <= Double(Bitmap.sideLimit) else { throw .padding(padding) }

    let box = Rect(origin: .zero, size: size).grown(by: padding)
    var frame = PixelGrid(scale: scale).pixelsTouched(by: box)
    let ink = painter.inkBounds(at: CanvasPlacement(scale: scale), draw).intersection(
      frame.grown(by: Self.overhangLimit))
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
    let place = CanvasPlacement(shiftX: -frame.minX, shiftY: -frame.minY, scale: scale)
    painter.paint(at: place, into: &bitmap, draw)
    self.bitmap = bitmap
    (originX, originY) = (-frame.minX, -frame.minY)
  }
}

/// The error thrown if a layout cannot be rendered.
public enum RenderingError: Error, Hashable, Sendable {
  /// A scale that is not above zero and at most ``TextPainter/scaleLimit``.
  case scale(Double)
  /// A padding that is negative or larger than the maximum bitmap size.
  case padding(Double)
  /// A bitmap of the required size cannot be created.
  case bitmap(BitmapError)
  /// The document could not be written; `reason` is Cairo's message.
  case document(reason: String)
}

extension RenderingError: CustomStringConvertible {
  /// A description of the error with the valid range.
  public var description: String {
    switch self {
    case .scale(let scale):
      "the scale is \(scale), but must be above 0 and at most \(TextPainter.scaleLimit)"
    case .padding(let padding):
      "the padding is \(padding) points, but must be from 0 to \(Bitmap.sideLimit)"
    case .bitmap(let error): error.description
    case .document(let reason): "the document cannot be written: \(reason)"
    }
  }
}
