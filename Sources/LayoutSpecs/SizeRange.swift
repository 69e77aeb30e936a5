public import GalleyGeometry

/// The sizes that something may have: at least so large, and at most so large.
///
/// A greatest extent may be infinite, which stands for "as much as it likes". Numbers that are no
/// extents are put right when a range is made: a least extent that is NaN, negative, infinite or
/// beyond ``largestExtent`` becomes 0, a greatest one that is NaN or negative becomes 0, one beyond
/// ``largestExtent`` infinite, and where the least is more than the greatest, the least wins.
public struct SizeRange: Hashable, Sendable {
  /// The least size, in points; finite.
  public let min: Size
  /// The greatest size, in points; not less than the least, and infinite where nothing bounds it.
  public let max: Size

  /// The greatest width or height that layout computes with, in points; more is not a size.
  ///
  /// The sum of a thousand such extents still tells thousandths of a point apart.
  public static let largestExtent = 1_073_741_824.0

  /// Any size at all.
  public static let unbounded = SizeRange(
    min: .zero, max: Size(width: .infinity, height: .infinity))

  /// Makes a range from its ends.
  public init(min: Size, max: Size) {
    self.init(
      width: ExtentRange(min: min.width, max: max.width),
      height: ExtentRange(min: min.height, max: max.height))
  }

  /// Makes the range of one size; an extent that is infinite is unbounded.
  public init(exactly size: Size) {
    self.init(min: size, max: size)
  }

  /// Makes the range from nothing to a size.
  public init(upTo size: Size) {
    self.init(min: .zero, max: size)
  }

  init(width: ExtentRange, height: ExtentRange) {
    min = Size(width: width.min, height: height.min)
    max = Size(width: width.max, height: height.max)
  }

  var width: ExtentRange { ExtentRange(min: min.width, max: max.width) }
  var height: ExtentRange { ExtentRange(min: min.height, max: max.height) }

  /// The size of the range that is nearest to `size`, in each direction.
  public func clamp(_ size: Size) -> Size {
    Size(width: width.clamp(size.width), height: height.clamp(size.height))
  }

  /// What both ranges allow.
  ///
  /// Where they have nothing in common, the receiver wins: the result is the one extent of its own
  /// that is nearest to the other range.
  public func intersection(_ other: SizeRange) -> SizeRange {
    SizeRange(
      width: width.intersection(other.width), height: height.intersection(other.height))
  }

  /// Whether a size is within the range.
  public func contains(_ size: Size) -> Bool {
    clamp(size) == size
  }
}

/// The extents that something may have in one direction, in points; the greatest may be infinite.
struct ExtentRange: Hashable, Sendable {
  let min: Double
  let max: Double

  /// Makes a range, putting right what is no extent as ``SizeRange`` says.
  init(min: Double, max: Double) {
    let isExtent = min >= 0 && min <= SizeRange.largestExtent
    let least = isExtent ? min : 0
    self.min = least
    // A comparison with NaN is false.
    let greatest = max > SizeRange.largestExtent ? .infinity : max >= 0 ? max : 0
    self.max = greatest < least ? least : greatest
  }

  init(exactly extent: Double) {
    self.init(min: extent, max: extent)
  }

  static let unbounded = ExtentRange(min: 0, max: .infinity)

  /// The only extent, if there is but one.
  var exact: Double? { min == max ? min : nil }

  func clamp(_ extent: Double) -> Double {
    extent > max ? max : extent >= min ? extent : min
  }

  func intersection(_ other: ExtentRange) -> ExtentRange {
    let (least, greatest) = (Swift.max(min, other.min), Swift.min(max, other.max))
    if least <= greatest { return ExtentRange(min: least, max: greatest) }
    return ExtentRange(exactly: other.max < min ? min : max)
  }
}
