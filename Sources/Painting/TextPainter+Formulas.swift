package import GalleyGeometry
package import GalleyMath
package import GalleyPixels
package import GalleyTypesetting

extension TextPainter {
  /// Paints a formula over the contents of a bitmap.
  ///
  /// - Parameters:
  ///   - formula: The formula.
  ///   - segment: The part between two breaks to paint, with its left edge at `baseline`; `nil` for
  ///     the whole formula.
  ///   - baseline: The left end of the baseline, in points from the bitmap's upper left corner.
  ///   - size: The font size, in points.
  ///   - color: The color of everything that has none of its own.
  ///   - bitmap: The destination; anything beyond its bounds is clipped.
  ///   - scale: The number of pixels per point: above zero and at most ``scaleLimit``.
  package func paint(
    _ formula: FormulaLayout, segment: FormulaLayout.Segment? = nil, at baseline: Point,
    size: Double, color: PaintColor = .role(.text), into bitmap: inout Bitmap, scale: Double
  ) {
    guard (try? bitmap.makeUnique()) != nil else { return }
    var canvas = makeCanvas(consume bitmap, CanvasPlacement(scale: scale))
    var drawing = FormulaDrawing(formula, at: baseline, size: size, color: color)
    if let segment { drawing.select(segment) }
    paint(drawing, on: &canvas)
    guard let painted = canvas.finish() else {
      preconditionFailure("canvas lost its bitmap")
    }
    bitmap = painted
  }

  /// Returns the pixels that painting a formula would touch.
  ///
  /// - Parameters:
  ///   - formula: The formula.
  ///   - baseline: The left end of the baseline, in points.
  ///   - size: The font size, in points.
  ///   - scale: The number of pixels per point: above zero and at most ``scaleLimit``.
  /// - Returns: The bounding rectangle; empty if nothing is painted.
  package func inkBounds(
    of formula: FormulaLayout, at baseline: Point, size: Double, scale: Double
  ) -> PixelRect {
    var canvas = makeCanvas(nil, CanvasPlacement(scale: scale))
    paint(FormulaDrawing(formula, at: baseline, size: size, color: .black), on: &canvas)
    return canvas.ink
  }

  private func paint(_ drawing: FormulaDrawing, on canvas: inout PaintCanvas) {
    let hasAdditions = masks.withWorker { worker in
      worker.paint(drawing, palette: palette, on: &canvas)
      return worker.hasAdditions
    }
    if hasAdditions { masks.noteAddition() }
  }
}
