/// The differences of a picture from its snapshot that are accepted.
///
/// Galley draws the same pixels on every machine if the fonts are the same, so the default is
/// ``exact``. A tolerance is for pictures with parts that something else has drawn.
///
/// A pixel differs if a channel differs by more than ``channelDifference`` and its color by more
/// than ``colorDifference``. The picture is accepted if no more pixels than ``pixelShare`` differ.
public struct SnapshotTolerance: Hashable, Sendable {
  /// The share of pixels that may differ, from 0 to 1.
  public var pixelShare: Double
  /// The greatest difference of a color channel that is ignored, from 0 to 255.
  public var channelDifference: Int
  /// The greatest color difference that is ignored, in units of CIEDE2000 (ΔE00).
  ///
  /// A difference of 1 is about the smallest that is seen with both colors side by side; black and
  /// white differ by 100. Transparent pixels are compared over black and over white.
  ///
  /// - SeeAlso: ISO/CIE 11664-6.
  public var colorDifference = 0.0

  /// No differences.
  public static let exact = SnapshotTolerance()

  /// Creates a tolerance.
  ///
  /// - Parameters:
  ///   - pixelShare: The share of pixels that may differ by any amount, from 0 to 1.
  ///   - channelDifference: The greatest difference of a color channel, from 0 to 255, that does
  ///     not count as a difference of the pixel.
  public init(pixelShare: Double = 0, channelDifference: Int = 0) {
    self.pixelShare = pixelShare
    self.channelDifference = channelDifference
  }

  /// Returns a tolerance for differences that are hardly seen.
  ///
  /// - Parameters:
  ///   - colorDifference: The greatest color difference, in units of CIEDE2000, that does not count
  ///     as a difference of the pixel; see ``colorDifference``.
  ///   - pixelShare: The share of pixels that may differ by any amount, from 0 to 1.
  /// - Returns: The tolerance.
  public static func perceptual(
    _ colorDifference: Double, pixelShare: Double = 0
  ) -> SnapshotTolerance {
    var tolerance = SnapshotTolerance(pixelShare: pixelShare)
    tolerance.colorDifference = colorDifference
    return tolerance
  }
}
