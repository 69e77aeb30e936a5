/// A value on a variation axis.
package struct Variation: Hashable, Sendable {
  /// The axis, such as `wght`.
  package var axis: FontTag
  /// The value, in user coordinates.
  package var value: Float

  /// Creates a setting of an axis.
  package init(axis: FontTag, value: Float) {
    self.axis = axis
    self.value = value
  }
}

/// A variation axis of a variable font.
package struct VariationAxis: Hashable, Sendable {
  /// The axis, such as `wght`.
  package let tag: FontTag
  /// The font's name for the axis.
  package let name: String
  /// The minimum value, in user coordinates.
  package let minimum: Double
  /// The default value, in user coordinates.
  package let defaultValue: Double
  /// The maximum value, in user coordinates.
  package let maximum: Double
}

/// A named point of the design space.
package struct NamedInstance: Hashable, Sendable {
  /// The name, such as "SemiBold Condensed".
  package let name: String
  /// The values on the font's axes, in order.
  package let coordinates: [Double]
}
