/// What shaping needs to know of few texts: parts that stand apart.
package final class ShapingDetails: Hashable, Sendable {
  /// The segments, which partition the text; none if there is but one.
  package let segments: [TextSegment]

  /// Makes details.
  package init(segments: [TextSegment] = []) {
    self.segments = segments
  }

  /// Whether two texts have the same details.
  package static func == (left: ShapingDetails, right: ShapingDetails) -> Bool {
    left === right || left.segments == right.segments
  }

  /// Feeds all of the details.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
  }
}
