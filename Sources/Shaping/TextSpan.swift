/// A stretch of text with one value, which begins at the end of the previous one.
package struct TextSpan<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The UTF-8 offset of the end of the span.
  package var end: Int32
  /// The value.
  package var value: Value

  /// Creates a span.
  package init(end: Int32, value: Value) {
    self.end = end
    self.value = value
  }
}

/// A span of text in one ``ShapingStyle``.
package typealias ShapingSpan = TextSpan<ShapingStyle>

extension TextSpan where Value == ShapingStyle {
  /// The style.
  package var style: ShapingStyle { value }

  /// Creates a span in a style.
  package init(end: Int32, style: ShapingStyle) { self.init(end: end, value: style) }
}
