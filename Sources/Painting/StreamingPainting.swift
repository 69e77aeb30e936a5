public import GalleyGeometry
public import GalleyPixels
public import GalleyRichStreaming

extension TextPainter {
  /// Paints a message that grows over the contents of a bitmap.
  ///
  /// Only what touches the bitmap takes time, so a host that shows a message in tiles paints those
  /// from ``/GalleyRichStreaming/StreamingLayout/changedFrom`` on.
  ///
  /// - Parameters:
  ///   - layout: The message.
  ///   - origin: The position of the layout's origin, in points from the bitmap's upper left
  ///     corner.
  ///   - bitmap: The destination; anything beyond its bounds is clipped.
  ///   - scale: The number of pixels per point: above zero and at most ``scaleLimit``.
  ///   - isStale: Returns whether the result is no longer needed. Painting stops when it returns
  ///     `true`, with some blocks done.
  public func paint(
    _ layout: StreamingLayout, at origin: Point = .zero, into bitmap: inout Bitmap, scale: Double,
    isStale: () -> Bool = { false }
  ) {
    paint(at: CanvasPlacement(origin: origin, scale: scale), into: &bitmap) { worker, canvas in
      worker.paint(layout, as: self, on: &canvas, isStale: isStale)
    }
  }

  /// Paints what is behind and beside the texts of a message that grows: backgrounds, lines,
  /// markers and pictures.
  package func paintGround(
    of layout: StreamingLayout, at origin: Point, into bitmap: inout Bitmap, scale: Double,
    isStale: () -> Bool = { false }
  ) {
    paint(at: CanvasPlacement(origin: origin, scale: scale), into: &bitmap) { worker, canvas in
      worker.paint(layout, as: self, omitsTexts: true, on: &canvas, isStale: isStale)
    }
  }
}

extension PaintWorker {
  /// Paints a message that grows.
  mutating func paint(
    _ layout: StreamingLayout, as painter: TextPainter, omitsTexts: Bool = false,
    on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    let pass = RichPass(
      painter: painter, isRightToLeft: layout.isRightToLeft, omitsTexts: omitsTexts)
    paint(layout.root, at: .zero, in: pass, on: &canvas, isStale: isStale)
  }
}
