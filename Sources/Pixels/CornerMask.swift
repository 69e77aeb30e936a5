package import GalleyGeometry
internal import Glibc
internal import Synchronization

/// The coverage of pixels by a rounded corner, in steps of 1/255.
///
/// This is the only source of corner coverage: the compositor's rounded corners, those clipped from
/// a bitmap, and those drawn over moving contents in the background color look the same at every
/// scale. The coverage is the exact area of the pixel inside the circle.
///
/// Columns and rows are counted from the tip of the corner inward, so that all four corners share
/// one mask.
package struct CornerMask: Sendable {
  /// A corner of a rectangle.
  package enum Corner: Hashable, Sendable, CaseIterable {
    /// The corner at the upper left.
    case topLeft
    /// The corner at the upper right.
    case topRight
    /// The corner at the lower left.
    case bottomLeft
    /// The corner at the lower right.
    case bottomRight

    /// Whether columns are counted from the right.
    package var isRight: Bool { self == .topRight || self == .bottomRight }
    /// Whether rows are counted from the bottom.
    package var isBottom: Bool { self == .bottomLeft || self == .bottomRight }
  }

  /// The radius, in pixels.
  package let radius: Double
  /// The number of columns and rows with partially covered pixels.
  package let side: Int
  /// The first touched column and the first fully covered one of each row.
  private let rows: [(touched: Int32, whole: Int32, start: Int32)]
  /// The coverage from the first touched column to the first fully covered one, row by row.
  private let partial: [UInt8]

  /// The maximum radius, in pixels: that of the largest bitmap's side.
  package static let radiusLimit = 16_384.0

  /// Creates a mask with a radius in points, at a scale in pixels per point; a radius not above 0
  /// makes a square corner.
  package init(radius: Double, scale: Double) {
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

  /// Returns the coverage of a pixel, counted from the tip of the corner, out of 255: 0 outside of
  /// the corner, and 255 beyond its extent.
  package func coverage(x: Int, y: Int) -> UInt8 {
    guard x >= 0, y >= 0 else { return 0 }
    guard y < side else { return 255 }
    let row = rows[y]
    if x >= Int(row.whole) { return 255 }
    return x < Int(row.touched) ? 0 : partial[Int(row.start) + x - Int(row.touched)]
  }

  /// Returns the first fully covered column of a row.
  package func firstWhole(inRow y: Int) -> Int { y < side && y >= 0 ? Int(rows[y].whole) : 0 }

  private static let cache = CornerMaskCache()
}

/// A cache of the most recent masks.
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

/// A quarter circle tangent to the lines x = 0 and y = 0.
private struct Circle {
  let radius: Double

  /// Returns the x coordinate of the circle at a height; the circle is symmetric about the
  /// diagonal.
  func edge(at height: Double) -> Double {
    guard height < radius else { return 0 }
    let rest = radius - height
    return radius - max(0, radius * radius - rest * rest).squareRoot()
  }

  /// Returns the part of a pixel inside the circle or beyond its center, out of 255.
  func coverage(x: Int, y: Int) -> UInt8 {
    // Bitwise the same for a pixel and its mirror image.
    let (left, top) = (Double(max(x, y)), Double(min(x, y)))
    // The pixel's column is empty below the circle's lower edge, and full above its upper one.
    let start = min(max(edge(at: top + 1), left), left + 1)
    let end = min(max(edge(at: top), left), left + 1)
    let under = area(radius - start) - area(radius - end)
    let curved = (end - start) * (top + 1 - radius) + under
    return UInt8(min(max(curved + left + 1 - end, 0), 1) * 255 + 0.5)
  }

  /// Returns the area under the circle from its center to a distance.
  private func area(_ distance: Double) -> Double {
    let share = min(max(distance / radius, -1), 1)
    return radius * radius / 2 * (share * (1 - share * share).squareRoot() + asin(share))
  }
}

extension CornerRadii {
  /// The radius of one corner.
  package subscript(corner: CornerMask.Corner) -> Double {
    switch corner {
    case .topLeft: topLeft
    case .topRight: topRight
    case .bottomLeft: bottomLeft
    case .bottomRight: bottomRight
    }
  }
}
