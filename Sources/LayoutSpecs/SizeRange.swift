public import GalleyGeometry

/// A range of permitted sizes, from a minimum to a maximum.
///
/// A maximum extent may be infinite, which means unconstrained. Invalid values are repaired on
/// creation: a minimum that is NaN, negative, infinite or beyond ``maximumExtent`` becomes 0; a
/// maximum that is NaN or negative becomes 0, and one beyond ``maximumExtent`` infinite; a maximum
/// below the minimum becomes the minimum.
public struct SizeRange: Hashable, Sendable {
  /// The minimum size, in points; finite.
  public let min: Size
  /// The maximum size, in points; not less than the minimum, and infinite where unconstrained.
  public let max: Size

  /// The maximum finite width or height, in points.
  ///
  /// The sum of a thousand such extents still has a resolution of thousandths of a point.
  public static let maximumExtent = 1_073_741_824.0

  /// The range of all sizes.
  public static let unbounded = SizeRange(width: .unbounded, height: .unbounded)

  /// Creates a range from its ends.
  public init(min: Size, max: Size) {
    self.init(
      width: ExtentRange(min: min.width, max: max.width),
      height: ExtentRange(min: min.height, max: max.height))
  }

  /// Creates the range of a single size; infinite extents are unbounded.
  public init(exactly size: Size) { self.init(min: size, max: size) }

  /// Creates the range from zero to a size.
  public init(upTo size: Size) { self.init(min: .zero, max: size) }

  init(width: ExtentRange, height: ExtentRange) {
    min = Size(width: width.min, height: height.min)
    max = Size(width: width.max, height: height.max)
  }

  var width: ExtentRange { ExtentRange(min: min.width, max: max.width) }
  var height: ExtentRange { ExtentRange(min: min.height, max: max.height) }

  /// Returns a size clamped to the range in each direction.
  public func clamp(_ size: Size) -> Size {
    Size(width: width.clamp(size.width), height: height.clamp(size.height))
  }

  /// Returns the intersection of both ranges.
  ///
  /// If they are disjoint, returns the single extent of this range nearest to the other.
  public func intersection(_ other: SizeRange) -> SizeRange {
    SizeRange(width: width.intersection(other.width), height: height.intersection(other.height))
  }

  /// Returns whether the range contains a size.
  public func contains(_ size: Size) -> Bool { clamp(size) == size }
}

/// A range of permitted extents along one axis, in points; the maximum may be infinite.
struct ExtentRange: Hashable, Sendable {
  let min: Double
  let max: Double

  /// Creates a range, repairing invalid values as ``SizeRange`` does.
  init(min: Double, max: Double) {
    let isExtent = min >= 0 && min <= SizeRange.maximumExtent
    let least = isExtent ? min : 0
    self.min = least
    // A comparison with NaN is false.
    let greatest = max > SizeRange.maximumExtent ? .infinity : max >= 0 ? max : 0
    self.max = greatest < least ? least : greatest
  }

  init(exactly extent: Double) { self.init(min: extent, max: extent) }

  static let unbounded = ExtentRange(min: 0, max: .infinity)

  /// The single extent of the range, if minimum and maximum are equal.
  var exact: Double? { min == max ? min : nil }

  func clamp(_ extent: Double) -> Double { extent > max ? max : extent >= min ? extent : min }

  func intersection(_ other: ExtentRange) -> ExtentRange {
    let (least, greatest) = (Swift.max(min, other.min), Swift.min(max, other.max))
    if least <= greatest { return ExtentRange(min: least, max: greatest) }
    return ExtentRange(exactly: other.max < min ? min : max)
  }
}
