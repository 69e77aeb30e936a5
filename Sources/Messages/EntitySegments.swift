extension NormalizedEntities {
  /// A stretch of a text in which no entity begins or ends.
  package struct Segment {
    /// The stretch, in UTF-8 offsets.
    package var range: Range<Int>
    /// The entities that the stretch is in, with their places in ``entities``: those that began first
    /// before others.
    package var entities: [(index: Int, entity: MessageEntity)]
  }

  /// The stretches of a text, in order.
  ///
  /// - Parameter length: How many bytes the text has.
  /// - Returns: The stretches; none is empty, and each begins where the one before ended.
  /// - Complexity: O(*e* log *e* + *e* · *d*), for *e* entities of which *d* are around a character.
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
