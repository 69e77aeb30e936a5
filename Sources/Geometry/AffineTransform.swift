/// A map of the plane that keeps lines straight and parallels parallel.
///
/// A point moves to `(a·x + c·y + tx, b·x + d·y + ty)`, in points, with y growing downward.
public struct AffineTransform: Hashable, Sendable {
  /// How far x goes to the right for each point of x.
  public var a: Double
  /// How far y goes down for each point of x.
  public var b: Double
  /// How far x goes to the right for each point of y.
  public var c: Double
  /// How far y goes down for each point of y.
  public var d: Double
  /// How far everything goes to the right, in points.
  public var tx: Double
  /// How far everything goes down, in points.
  public var ty: Double

  /// Makes a transform from its numbers.
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

  /// The transform that moves nothing.
  public static let identity = AffineTransform()

  /// Makes a transform that moves everything by a distance, in points.
  public init(translationX x: Double, y: Double) {
    self.init(tx: x, ty: y)
  }

  /// Makes a transform that stretches everything away from the origin.
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, d: y)
  }

  /// Makes a transform that turns everything around the origin, clockwise as seen.
  ///
  /// It is given the cosine and sine of the angle, since this module computes with exact functions
  /// only.
  public init(rotationCosine cosine: Double, sine: Double) {
    self.init(a: cosine, b: sine, c: -sine, d: cosine)
  }

  /// Whether nothing moves.
  public var isIdentity: Bool { self == .identity }

  /// Whether all the numbers are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// Whether everything only moves by the same distance.
  public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  /// The area that a square of one point comes to have; negative if the transform mirrors.
  public var determinant: Double { a * d - b * c }

  /// The transform that does this one first and the other then.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The transform that takes everything back; `nil` if this one makes the plane flat.
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
  /// Where a transform moves the point.
  public func applying(_ transform: AffineTransform) -> Point {
    Point(
      x: transform.a * x + transform.c * y + transform.tx,
      y: transform.b * x + transform.d * y + transform.ty)
  }
}

extension Rect {
  /// The least rectangle that holds what a transform makes of this one.
  public func applying(_ transform: AffineTransform) -> Rect {
    let corners = [
      origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY),
    ].map { $0.applying(transform) }
    var (low, high) = (corners[0], corners[0])
    for corner in corners.dropFirst() {
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    return Rect(origin: low, size: Size(width: high.x - low.x, height: high.y - low.y))
  }

  /// Whether all four numbers are finite.
  package var isFinite: Bool {
    origin.isFinite && size.width.isFinite && size.height.isFinite
  }
}

extension Point {
  /// Whether both numbers are finite.
  package var isFinite: Bool { x.isFinite && y.isFinite }
}
