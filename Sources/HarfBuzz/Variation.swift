/// Where a font stands on one of its variation axes.
package struct Variation: Hashable, Sendable {
  /// The axis, such as `wght`.
  package var axis: Tag
  /// The place on the axis, in user coordinates.
  package var value: Float

  /// Makes a setting of an axis.
  package init(axis: Tag, value: Float) {
    self.axis = axis
    self.value = value
  }
}

/// One of the directions in which a variable font can vary.
public struct VariationAxis: Hashable, Sendable {
  /// The axis, such as `wght`.
  public let tag: Tag
  /// What the font calls the axis.
  public let name: String
  /// The least place on the axis, in user coordinates.
  public let minimum: Double
  /// The place that the font stands at unless told otherwise.
  public let defaultValue: Double
  /// The greatest place on the axis.
  public let maximum: Double
}

/// A point of the design space that the font's makers gave a name.
public struct NamedInstance: Hashable, Sendable {
  /// The name, such as "SemiBold Condensed".
  public let name: String
  /// The place on each axis, in the order of the font's axes.
  public let coordinates: [Double]
}
