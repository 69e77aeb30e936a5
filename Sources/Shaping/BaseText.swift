/// A text with the style, direction and language that hold where nothing else is said.
///
/// An attributed text, its shaping input and its layouts share one object.
package final class BaseText: Hashable, Sendable {
  /// The text.
  package let text: UTF8Text
  /// The style of text outside all spans, whose metrics determine the line pitch.
  package let style: ShapingStyle
  /// The rule for the base direction of each paragraph.
  package let direction: BaseDirection
  /// The language of the text as a BCP 47 tag, or `nil` if unknown.
  package let language: String?

  /// Creates a text.
  package init(
    _ text: UTF8Text, style: ShapingStyle, direction: BaseDirection = .auto, language: String? = nil
  ) {
    self.text = text
    self.style = style
    self.direction = direction
    self.language = language
  }

  /// Returns whether two texts are equal.
  package static func == (left: BaseText, right: BaseText) -> Bool {
    left === right
      || left.text == right.text && left.style == right.style && left.direction == right.direction
        && left.language == right.language
  }

  /// Hashes all of the properties.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(style)
    hasher.combine(direction)
    hasher.combine(language)
  }
}
