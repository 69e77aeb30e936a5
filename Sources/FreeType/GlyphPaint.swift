internal import Glibc

/// How a glyph with gradients is painted, as a tree.
///
/// Coordinates are design units, y upward. A glyph that another is painted with is already in its
/// place.
///
/// - SeeAlso: OpenType 1.9, "COLR — Color Table", version 1.
package indirect enum GlyphPaint: Hashable, Sendable {
  /// Paints over each other, the first at the bottom.
  case layers([GlyphPaint])
  /// A color everywhere.
  case solid(PaintColor)
  /// Colors along the line between two points; the third says in which direction each spreads.
  case linear(ColorLine, from: SIMD2<Double>, to: SIMD2<Double>, rotation: SIMD2<Double>)
  /// Colors on circles between two, each with its center and radius.
  case radial(ColorLine, from: SIMD3<Double>, to: SIMD3<Double>)
  /// Colors around a point, from one angle to another, counterclockwise, in half turns.
  case sweep(ColorLine, center: SIMD2<Double>, from: Double, to: Double)
  /// A paint inside of a glyph's outline.
  case glyph(UInt32, GlyphPaint)
  /// A paint inside of a box.
  case clip(ClipBox, GlyphPaint)
  /// A paint that is moved and bent.
  case transform(Affine, GlyphPaint)
  /// One paint put together with another below it; `mode` is a number of the standard's table
  /// "CompositeMode".
  case composite(GlyphPaint, mode: Int, over: GlyphPaint)
}

/// The box that a glyph's paint is cut off at, in design units, y upward.
package struct ClipBox: Hashable, Sendable {
  /// The corner at the bottom left.
  package let low: SIMD2<Double>
  /// The corner at the top right.
  package let high: SIMD2<Double>
}

/// A color of a palette, or that of the text.
package struct PaintColor: Hashable, Sendable {
  /// The color as `0xAARRGGBB`, not premultiplied; `nil` for the color of the text.
  package let argb: UInt32?
  /// What its opacity is multiplied by, 0 to 1.
  package let alpha: Double

  /// Creates a color.
  package init(argb: UInt32?, alpha: Double) {
    (self.argb, self.alpha) = (argb, alpha)
  }
}

/// The colors of a gradient.
package struct ColorLine: Hashable, Sendable {
  /// What there is before the first color and after the last.
  package enum Extend: Hashable, Sendable {
    case pad, `repeat`, reflect
  }

  /// A color at a place of the gradient, 0 being its start and 1 its end.
  package struct Stop: Hashable, Sendable {
    package let offset: Double
    package let color: PaintColor
  }

  package let extend: Extend
  /// The colors, in the order of their places; one at least.
  package let stops: [Stop]
}

/// A change of coordinates: `x' = xx * x + xy * y + dx`, `y' = yx * x + yy * y + dy`.
package struct Affine: Hashable, Sendable {
  package var xx = 1.0
  package var xy = 0.0
  package var yx = 0.0
  package var yy = 1.0
  package var dx = 0.0
  package var dy = 0.0

  /// Makes a change.
  package init(
    xx: Double = 1, xy: Double = 0, yx: Double = 0, yy: Double = 1, dx: Double = 0, dy: Double = 0
  ) {
    (self.xx, self.xy, self.yx, self.yy, self.dx, self.dy) = (xx, xy, yx, yy, dx, dy)
  }

  /// Returns the change to the coordinates of another change, made before this one.
  package func after(_ inner: Affine) -> Affine {
    Affine(
      xx: xx * inner.xx + xy * inner.yx, xy: xx * inner.xy + xy * inner.yy,
      yx: yx * inner.xx + yy * inner.yx, yy: yx * inner.xy + yy * inner.yy,
      dx: xx * inner.dx + xy * inner.dy + dx, dy: yx * inner.dx + yy * inner.dy + dy)
  }

  /// Returns a point in the changed coordinates.
  package func applied(to point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(xx * point.x + xy * point.y + dx, yx * point.x + yy * point.y + dy)
  }

  /// A turn counterclockwise, in half turns.
  static func rotation(_ angle: Double) -> Affine {
    let (sine, cosine) = (sin(angle * .pi), cos(angle * .pi))
    return Affine(xx: cosine, xy: -sine, yx: sine, yy: cosine)
  }

  /// A skew by two angles, in half turns.
  static func skew(_ x: Double, _ y: Double) -> Affine {
    Affine(xy: -tan(x * .pi), yx: tan(y * .pi))
  }

  /// The same change around another point than the origin.
  func around(_ center: SIMD2<Double>) -> Affine {
    var moved = self
    moved.dx += center.x - xx * center.x - xy * center.y
    moved.dy += center.y - yx * center.x - yy * center.y
    return moved
  }
}

/// A piece of an outline, from where the one before it ended.
package enum PathElement: Hashable, Sendable {
  /// Begins a contour, which ends where it began.
  case move(SIMD2<Double>)
  case line(SIMD2<Double>)
  /// A curve to `to`, with two control points.
  case curve(SIMD2<Double>, SIMD2<Double>, to: SIMD2<Double>)
}
