public import GalleyGeometry
internal import Glibc
internal import Synchronization

/// How much of each pixel a round corner leaves, to 1/255: the one place that says so.
///
/// The compositor's round corners, those that are cut into a bitmap and those that are laid over moving
/// contents in the background's color all take their coverage from here, so that they look the same at
/// every scale. It is the exact area of the pixel within the circle.
///
/// Columns and rows are counted from the corner's tip inward, so that all four corners are one.
public struct CornerMask: Sendable {
  /// One of the corners of a rectangle.
  public enum Corner: Hashable, Sendable, CaseIterable {
    /// The corner at the upper left.
    case topLeft
    /// The corner at the upper right.
    case topRight
    /// The corner at the lower left.
    case bottomLeft
    /// The corner at the lower right.
    case bottomRight

    /// Whether columns are counted from the right.
    public var isRight: Bool { self == .topRight || self == .bottomRight }
    /// Whether rows are counted from below.
    public var isBottom: Bool { self == .bottomLeft || self == .bottomRight }
  }

  /// The radius in pixels.
  public let radius: Double
  /// How many columns and rows have pixels that are not whole.
  public let side: Int
  /// For each row, the first column with anything in it, and the first from which all is whole.
  private let rows: [(touched: Int32, whole: Int32, start: Int32)]
  /// The coverage from the first touched column to the first whole one, row after row.
  private let partial: [UInt8]

  /// The largest radius, in pixels: that of the largest bitmap's side.
  public static let radiusLimit = 16_384.0

  /// Makes a mask.
  ///
  /// - Parameters:
  ///   - radius: The radius in points; what is not above 0 makes a square corner.
  ///   - scale: The pixels to a point.
  public init(radius: Double, scale: Double) {
    self = Self.cache.mask(radius: radius * scale)
  }

  fileprivate init(pixels: Double) {
    let radius = pixels > 0 ? min(pixels, Self.radiusLimit) : 0
    self.radius = radius
    side = PixelGrid(scale: 1).pixelsTouched(by: Rect(x: 0, y: 0, width: radius, height: 0)).maxX
    let circle = Circle(radius: radius)
    var rows: [(touched: Int32, whole: Int32, start: Int32)] = []
    var partial: [UInt8] = []
    for y in 0..<side {
      let touched = Int(circle.edge(at: Double(y + 1)))
      var whole = touched
      let start = Int32(partial.count)
      while whole < side {
        let share = circle.coverage(x: whole, y: y)
        guard share < 255 else { break }
        partial.append(share)
        whole += 1
      }
      rows.append((Int32(touched), Int32(whole), start))
    }
    self.rows = rows
    self.partial = partial
  }

  /// How much of a pixel remains, of 255.
  ///
  /// - Parameters:
  ///   - x: The column, counted from the corner's tip.
  ///   - y: The row, counted from the corner's tip.
  /// - Returns: 0 outside of the corner, 255 wherever it does not reach.
  public func coverage(x: Int, y: Int) -> UInt8 {
    guard x >= 0, y >= 0 else { return 0 }
    guard y < side else { return 255 }
    let row = rows[y]
    if x >= Int(row.whole) { return 255 }
    return x < Int(row.touched) ? 0 : partial[Int(row.start) + x - Int(row.touched)]
  }

  /// The first column of a row from which on all pixels are whole.
  package func firstWhole(inRow y: Int) -> Int { y < side && y >= 0 ? Int(rows[y].whole) : 0 }

  /// The first column of a row with anything in it.
  package func firstTouched(inRow y: Int) -> Int { y < side && y >= 0 ? Int(rows[y].touched) : 0 }

  private static let cache = CornerMaskCache()
}

/// The masks that were made last.
private final class CornerMaskCache: Sendable {
  private let masks = Mutex<[Double: CornerMask]>([:])
  private static let limit = 64

  func mask(radius: Double) -> CornerMask {
    guard radius > 0, radius.isFinite else { return CornerMask(pixels: 0) }
    if let mask = masks.withLock({ $0[radius] }) { return mask }
    let mask = CornerMask(pixels: radius)
    masks.withLock { masks in
      if masks.count >= Self.limit { masks.removeAll() }
      masks[radius] = mask
    }
    return mask
  }
}

/// A quarter of a circle that touches the lines x = 0 and y = 0.
private struct Circle {
  let radius: Double

  /// Where the circle is at a height; it is its own mirror image at the diagonal.
  func edge(at height: Double) -> Double {
    guard height < radius else { return 0 }
    let rest = radius - height
    return radius - max(0, radius * radius - rest * rest).squareRoot()
  }

  /// The part of a pixel within the circle or beyond its middle, of 255.
  func coverage(x: Int, y: Int) -> UInt8 {
    // The same for a pixel and its mirror image, to the last bit.
    let (left, top) = (Double(max(x, y)), Double(min(x, y)))
    // Below its lower edge the circle leaves the pixel's column empty, above its upper one full.
    let start = min(max(edge(at: top + 1), left), left + 1)
    let end = min(max(edge(at: top), left), left + 1)
    let under = area(radius - start) - area(radius - end)
    let curved = (end - start) * (top + 1 - radius) + under
    return UInt8(min(max(curved + left + 1 - end, 0), 1) * 255 + 0.5)
  }

  /// The area under the circle from its middle out to a distance.
  private func area(_ distance: Double) -> Double {
    let share = min(max(distance / radius, -1), 1)
    return radius * radius / 2 * (share * (1 - share * share).squareRoot() + asin(share))
  }
}

extension CornerRadii {
  /// The radius of one corner.
  public subscript(corner: CornerMask.Corner) -> Double {
    switch corner {
    case .topLeft: topLeft
    case .topRight: topRight
    case .bottomLeft: bottomLeft
    case .bottomRight: bottomRight
    }
  }
}
