internal import Glibc

/// The paint of a glyph with gradients, as a tree.
///
/// Coordinates are in design units, y upward. Nested color glyphs are already resolved.
///
/// - SeeAlso: OpenType 1.9, "COLR — Color Table", version 1.
package indirect enum GlyphPaint: Hashable, Sendable {
  /// Several paints, bottom layer first.
  case layers([GlyphPaint])
  /// A uniform color.
  case solid(GlyphColor)
  /// A linear gradient between two points; the third point defines the direction of its bands.
  case linear(ColorLine, from: SIMD2<Double>, to: SIMD2<Double>, rotation: SIMD2<Double>)
  /// A radial gradient between two circles, each with its center and radius.
  case radial(ColorLine, from: SIMD3<Double>, to: SIMD3<Double>)
  /// A sweep gradient around a point, between two angles, counterclockwise, in half turns.
  case sweep(ColorLine, center: SIMD2<Double>, from: Double, to: Double)
  /// A paint clipped to a glyph's outline.
  case glyph(UInt32, GlyphPaint)
  /// A paint clipped to a box.
  case clip(ClipBox, GlyphPaint)
  /// A transformed paint.
  case transform(Affine, GlyphPaint)
  /// A paint composited over another; `mode` is a value of the standard's table "CompositeMode".
  case composite(GlyphPaint, mode: Int, over: GlyphPaint)
}

/// The box that clips a glyph's paint, in design units, y upward.
package struct ClipBox: Hashable, Sendable {
  /// The bottom left corner.
  package let low: SIMD2<Double>
  /// The top right corner.
  package let high: SIMD2<Double>
}

/// A palette color, or the color of the text.
package struct GlyphColor: Hashable, Sendable {
  /// The color as `0xAARRGGBB`, not premultiplied; `nil` for the color of the text.
  package let argb: UInt32?
  /// The factor applied to the opacity, from 0 to 1.
  package let alpha: Double

  /// Creates a color.
  package init(argb: UInt32?, alpha: Double) {
    (self.argb, self.alpha) = (argb, alpha)
  }
}

/// The colors of a gradient.
package struct ColorLine: Hashable, Sendable {
  /// The extension of a gradient before its first stop and after its last.
  package enum Extend: Hashable, Sendable { case pad, `repeat`, reflect }

  /// A color stop of a gradient, whose offset is 0 at the start and 1 at the end.
  package struct Stop: Hashable, Sendable {
    package let offset: Double
    package let color: GlyphColor
  }

  package let extend: Extend
  /// The stops, in order of offset; at least one.
  package let stops: [Stop]
}

/// An affine transform: `x' = xx * x + xy * y + dx`, `y' = yx * x + yy * y + dy`.
package struct Affine: Hashable, Sendable {
  package var xx = 1.0
  package var xy = 0.0
  package var yx = 0.0
  package var yy = 1.0
  package var dx = 0.0
  package var dy = 0.0

  /// Creates a transform.
  package init(
    xx: Double = 1, xy: Double = 0, yx: Double = 0, yy: Double = 1, dx: Double = 0, dy: Double = 0
  ) {
    (self.xx, self.xy, self.yx, self.yy, self.dx, self.dy) = (xx, xy, yx, yy, dx, dy)
  }

  /// Returns the transform that applies `inner` first, then this one.
  package func after(_ inner: Affine) -> Affine {
    Affine(
      xx: xx * inner.xx + xy * inner.yx, xy: xx * inner.xy + xy * inner.yy,
      yx: yx * inner.xx + yy * inner.yx, yy: yx * inner.xy + yy * inner.yy,
      dx: xx * inner.dx + xy * inner.dy + dx, dy: yx * inner.dx + yy * inner.dy + dy)
  }

  /// Returns the transformed point.
  package func applied(to point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(xx * point.x + xy * point.y + dx, yx * point.x + yy * point.y + dy)
  }

  /// Returns a counterclockwise rotation, in half turns.
  static func rotation(_ angle: Double) -> Affine {
    let (sine, cosine) = (sin(angle * .pi), cos(angle * .pi))
    return Affine(xx: cosine, xy: -sine, yx: sine, yy: cosine)
  }

  /// Returns a skew by two angles, in half turns.
  static func skew(_ x: Double, _ y: Double) -> Affine {
    Affine(xy: -tan(x * .pi), yx: tan(y * .pi))
  }

  /// Returns the same transform around another center than the origin.
  func around(_ center: SIMD2<Double>) -> Affine {
    var moved = self
    moved.dx += center.x - xx * center.x - xy * center.y
    moved.dy += center.y - yx * center.x - yy * center.y
    return moved
  }
}

/// An element of an outline, which begins at the end of the previous one.
package enum PathElement: Hashable, Sendable {
  /// Begins a contour, which is closed implicitly.
  case move(SIMD2<Double>)
  case line(SIMD2<Double>)
  /// A cubic curve to `to` with two control points.
  case curve(SIMD2<Double>, SIMD2<Double>, to: SIMD2<Double>)
}
