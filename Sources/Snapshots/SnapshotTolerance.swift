/// The differences of a picture from its snapshot that are accepted.
///
/// Galley draws the same pixels on every machine if the fonts are the same, so the default is
/// ``exact``. A tolerance is for pictures with parts that something else has drawn.
public struct SnapshotTolerance: Hashable, Sendable {
  /// The share of pixels that may differ by more than ``channelDifference``, from 0 to 1.
  public var pixelShare: Double
  /// The greatest difference of a color channel that is ignored, from 0 to 255.
  public var channelDifference: Int

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
}
