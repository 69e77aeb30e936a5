/// What shaping needs to know of few texts: parts that stand apart, boxes among the letters, and rules
/// for where lines end.
package final class ShapingDetails: Hashable, Sendable {
  /// The segments, which partition the text; none if there is but one.
  package let segments: [TextSegment]
  /// The boxes, in the order of their places.
  package let objects: [ShapingObject]
  /// Where lines may end within words.
  package let wordBreak: WordBreak
  /// The rules by which opportunities are found.
  package let convention: LineBreakConvention
  /// Whether words may be parted with a hyphen, where the patterns of their language say so.
  package let hyphenates: Bool

  /// Makes details.
  package init(
    segments: [TextSegment] = [], objects: [ShapingObject] = [], wordBreak: WordBreak = .normal,
    convention: LineBreakConvention = .unicode, hyphenates: Bool = false
  ) {
    self.segments = segments
    self.objects = objects
    self.wordBreak = wordBreak
    self.convention = convention
    self.hyphenates = hyphenates
  }

  /// Whether two texts have the same details.
  package static func == (left: ShapingDetails, right: ShapingDetails) -> Bool {
    left === right
      || left.segments == right.segments && left.objects == right.objects
        && left.wordBreak == right.wordBreak && left.convention == right.convention
        && left.hyphenates == right.hyphenates
  }

  /// Feeds all of the details.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
    hasher.combine(objects)
    hasher.combine(wordBreak)
    hasher.combine(convention)
    hasher.combine(hyphenates)
  }
}

/// A box that stands in a line like a letter, and what stands for it in the text: one U+FFFC.
package struct ShapingObject: Hashable, Sendable {
  /// The UTF-8 offset of the U+FFFC.
  package var offset: Int32
  /// The room that the box takes in the line, in points.
  package var width: Double
  /// How high the box is, in points.
  package var height: Double
  /// How far the box reaches below the baseline, in points, or `nil` if its middle is in that between
  /// ascent and descent of its style's font.
  package var descent: Double?

  /// How many bytes U+FFFC has.
  package static let length = 3

  /// Makes an object.
  package init(offset: Int32, width: Double, height: Double = 0, descent: Double? = nil) {
    self.offset = offset
    self.width = width
    self.height = height
    self.descent = descent
  }
}
