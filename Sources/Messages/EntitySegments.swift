extension NormalizedEntities {
  /// A segment of a text between two adjacent entity boundaries.
  package struct Segment {
    /// The range of the segment, in UTF-8 offsets.
    package var range: Range<Int>
    /// The entities that contain the segment, in order of their start, with their indices in
    /// ``entities``.
    package var entities: [(index: Int, entity: MessageEntity)]
  }

  /// Returns the segments of a text of `length` bytes, in order; they are nonempty and contiguous.
  ///
  /// - Complexity: O(*e* log *e* + *e* · *d*), for *e* entities that overlap at most *d* deep.
  package func segments(length: Int) -> [Segment] {
    var edges = entities.flatMap { [$0.range.lowerBound, $0.range.upperBound] } + [length]
    edges.sort()
    var result: [Segment] = []
    var active: [(index: Int, entity: MessageEntity)] = []
    var (start, next) = (0, 0)
    for edge in edges where edge > start {
      active.removeAll { $0.entity.range.upperBound <= start }
      while next < entities.count, entities[next].range.lowerBound <= start {
        active.append((next, entities[next]))
        next += 1
      }
      result.append(Segment(range: start..<edge, entities: active))
      start = edge
    }
    return result
  }
}
