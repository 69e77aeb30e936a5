internal import GalleyCHarfBuzz

/// A setting of an OpenType feature for a whole run.
///
/// - SeeAlso: OpenType 1.9, "Registered features".
public struct FontFeature: Hashable, Sendable {
  /// The feature, such as `liga`.
  public var tag: FontTag
  /// The value: zero for off, one for on, and more to select an alternate.
  public var value: UInt32

  /// Creates a setting of a feature; on by default.
  public init(_ tag: FontTag, value: UInt32 = 1) {
    self.tag = tag
    self.value = value
  }

  /// The setting in HarfBuzz's form, for the whole text.
  var raw: hb_feature_t {
    hb_feature_t(tag: tag.rawValue, value: value, start: 0, end: UInt32.max)
  }
}
