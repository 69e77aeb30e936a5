/// The rarely used inputs of shaping: segments, inline objects, and line break rules.
package final class ShapingDetails: Hashable, Sendable {
  /// The segments, which partition the text; empty if there is only one.
  package let segments: [TextSegment]
  /// The inline objects, in order of their offsets.
  package let objects: [ShapingObject]
  /// The rule for breaks within words.
  package let wordBreak: WordBreakRule
  /// The rules that determine break opportunities.
  package let convention: LineBreakConvention
  /// Whether words are hyphenated, if there are patterns for their language.
  package let hyphenates: Bool

  /// Creates details.
  package init(
    segments: [TextSegment] = [], objects: [ShapingObject] = [], wordBreak: WordBreakRule = .normal,
    convention: LineBreakConvention = .unicode, hyphenates: Bool = false
  ) {
    self.segments = segments
    self.objects = objects
    self.wordBreak = wordBreak
    self.convention = convention
    self.hyphenates = hyphenates
  }

  /// Returns whether two texts have the same details.
  package static func == (left: ShapingDetails, right: ShapingDetails) -> Bool {
    left === right
      || left.segments == right.segments && left.objects == right.objects
        && left.wordBreak == right.wordBreak && left.convention == right.convention
        && left.hyphenates == right.hyphenates
  }

  /// Hashes all of the details.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
    hasher.combine(objects)
    hasher.combine(wordBreak)
    hasher.combine(convention)
    hasher.combine(hyphenates)
  }
}

/// An inline object, represented by one U+FFFC in the text.
package struct ShapingObject: Hashable, Sendable {
  /// The UTF-8 offset of the U+FFFC.
  package var offset: Int32
  /// The width of the object, in points.
  package var width: Double
  /// The height of the object, in points.
  package var height: Double
  /// The depth of the object below the baseline, in points, or `nil` to center it between the
  /// ascent and descent of its style's font.
  package var descent: Double?

  /// The length of U+FFFC in bytes.
  package static let length = 3

  /// Creates an object.
  package init(offset: Int32, width: Double, height: Double, descent: Double? = nil) {
    self.offset = offset
    self.width = width
    self.height = height
    self.descent = descent
  }
}
