package import GalleyGeometry

/// A value of a property of layers and nodes.
package protocol LayerValue: Equatable, Sendable {
  /// Whether properties accept the value: all its numbers are finite, and no length is negative.
  ///
  /// Setting an invalid value has no effect.
  var isValid: Bool { get }
}

extension LayerValue {
  package var isValid: Bool { true }
}

extension Bool: LayerValue {}
extension Layer.ContentsGravity: LayerValue {}
extension Optional: LayerValue where Wrapped == Color {}
extension CornerRadii: LayerValue {}
extension Double: LayerValue { package var isValid: Bool { isFinite } }
extension Point: LayerValue { package var isValid: Bool { isFinite } }
extension Rect: LayerValue { package var isValid: Bool { isFinite } }
extension AffineTransform: LayerValue { package var isValid: Bool { isFinite } }

extension Insets: LayerValue {
  package var isValid: Bool { [top, left, bottom, right].allSatisfy(\.isFinite) }
}

extension Layer.Border: LayerValue {
  package var isValid: Bool { width.isFinite && width >= 0 }
}

extension Layer.Shadow: LayerValue {
  package var isValid: Bool {
    [opacity, offset.width, offset.height, radius].allSatisfy(\.isFinite) && radius >= 0
  }
}

extension LayerState {
  /// Returns bounds or a frame whose negative sides become zero; `nil` if it is not finite.
  package static func valid(box rect: Rect) -> Rect? {
    guard rect.isFinite else { return nil }
    let size = Size(width: max(0, rect.size.width), height: max(0, rect.size.height))
    return Rect(origin: rect.origin, size: size)
  }

  /// Returns an opacity clamped to 0...1; `nil` for NaN.
  package static func valid(opacity number: Double) -> Double? {
    number.isNaN ? nil : min(max(number, 0), 1)
  }

  /// Returns a scale; `nil` if it is not positive and finite.
  package static func valid(scale number: Double) -> Double? {
    number.isFinite && number > 0 ? number : nil
  }
}
