/// An affine transform of the plane.
///
/// Maps a point to `(a·x + c·y + tx, b·x + d·y + ty)`, in points, with y growing downward.
public struct AffineTransform: Hashable, Sendable {
  /// The contribution of x to the transformed x.
  public var a: Double
  /// The contribution of x to the transformed y.
  public var b: Double
  /// The contribution of y to the transformed x.
  public var c: Double
  /// The contribution of y to the transformed y.
  public var d: Double
  /// The horizontal translation, in points.
  public var tx: Double
  /// The vertical translation, in points.
  public var ty: Double

  /// Creates a transform from its components.
  public init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity transform.
  public static let identity = AffineTransform()

  /// Creates a translation, in points.
  public init(translationX x: Double, y: Double) { self.init(tx: x, ty: y) }

  /// Creates a scaling about the origin.
  public init(scaleX x: Double, y: Double) { self.init(a: x, d: y) }

  /// Creates a rotation about the origin, clockwise on screen.
  ///
  /// Takes the cosine and sine of the angle, since this module uses only exactly rounded functions.
  public init(rotationCosine cosine: Double, sine: Double) {
    self.init(a: cosine, b: sine, c: -sine, d: cosine)
  }

  /// Whether this is the identity transform.
  public var isIdentity: Bool { self == .identity }

  /// Whether all components are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// Whether the transform only translates.
  public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  /// The determinant, which is the factor of areas; negative if the transform mirrors.
  public var determinant: Double { a * d - b * c }

  /// Returns the transform that applies this one first and then another.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The inverse; `nil` if the transform is not invertible.
  public var inverse: AffineTransform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let inverse = AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    return inverse.isFinite ? inverse : nil
  }
}

extension Point {
  /// Returns the transformed point.
  public func applying(_ transform: AffineTransform) -> Point {
    Point(
      x: transform.a * x + transform.c * y + transform.tx,
      y: transform.b * x + transform.d * y + transform.ty)
  }
}

extension Rect {
  /// Returns the bounding box of the transformed rectangle.
  public func applying(_ transform: AffineTransform) -> Rect {
    let corners = corners.map { $0.applying(transform) }
    var (low, high) = (corners[0], corners[0])
    for corner in corners.dropFirst() {
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    return Rect(origin: low, size: Size(width: high.x - low.x, height: high.y - low.y))
  }

  /// Whether all components are finite.
  package var isFinite: Bool { origin.isFinite && size.width.isFinite && size.height.isFinite }
}

extension Point {
  /// Whether both coordinates are finite.
  package var isFinite: Bool { x.isFinite && y.isFinite }
}
