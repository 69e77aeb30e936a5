internal import GalleyCHarfBuzz

/// An OpenType feature that is switched on or off for a whole run.
///
/// - SeeAlso: OpenType 1.9, "Registered features".
public struct Feature: Hashable, Sendable {
  /// The feature, such as `liga`.
  public var tag: Tag
  /// Zero for off, one for on, and more to choose among alternates.
  public var value: UInt32

  /// Makes a setting of a feature; on, unless told otherwise.
  public init(_ tag: Tag, value: UInt32 = 1) {
    self.tag = tag
    self.value = value
  }

  /// The setting as HarfBuzz has it, for all of the text.
  var raw: hb_feature_t {
    hb_feature_t(tag: tag.rawValue, value: value, start: 0, end: UInt32.max)
  }
}
