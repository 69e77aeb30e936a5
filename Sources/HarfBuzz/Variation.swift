/// A value on a variation axis.
package struct Variation: Hashable, Sendable {
  /// The axis, such as `wght`.
  package var axis: Tag
  /// The value, in user coordinates.
  package var value: Float

  /// Creates a setting of an axis.
  package init(axis: Tag, value: Float) {
    self.axis = axis
    self.value = value
  }
}

/// A variation axis of a variable font.
public struct VariationAxis: Hashable, Sendable {
  /// The axis, such as `wght`.
  public let tag: Tag
  /// The font's name for the axis.
  public let name: String
  /// The minimum value, in user coordinates.
  public let minimum: Double
  /// The default value, in user coordinates.
  public let defaultValue: Double
  /// The maximum value, in user coordinates.
  public let maximum: Double
}

/// A named point of the design space.
public struct NamedInstance: Hashable, Sendable {
  /// The name, such as "SemiBold Condensed".
  public let name: String
  /// The values on the font's axes, in order.
  public let coordinates: [Double]
}
