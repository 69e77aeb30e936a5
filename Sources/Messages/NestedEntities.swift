internal import GalleyBasics

/// A text with entities as properly nested elements, for writers of markup.
///
/// Elements of lower rank are outside; entities that overlap others in part are split.
package struct NestedEntities {
  /// A step through the text.
  package enum Step: Hashable {
    /// A part of the text, in UTF-8 offsets; not empty.
    case text(Range<Int>)
    /// The start of an element.
    case open(MessageEntity)
    /// The end of the innermost open element.
    case close(MessageEntity)
  }

  /// The steps from the start to the end of the text.
  package let steps: [Step]

  /// Nests entities.
  ///
  /// - Parameters:
  ///   - entities: The entities in normal form.
  ///   - length: The length of the text, in UTF-8 code units.
  ///   - plainCode: Whether code blocks contain no elements.
  ///   - rank: Returns the nesting rank of a kind, 0 for the outermost; `nil` if the markup has no
  ///     element for it. Elements that must not be split have the lowest ranks.
  package init(
    _ entities: [MessageEntity], length: Int, plainCode: Bool = false,
    rank: (MessageEntity.Kind) -> Int?
  ) {
    let elements = entities.filter { rank($0.kind) != nil }
    let edges = elements.flatMap { [$0.range.lowerBound, $0.range.upperBound] }.sorted()
    var (steps, written, next): ([Step], Int, Int) = ([], 0, 0)
    /// The elements at the current offset, and those of them that are written, outermost first.
    var (active, open): ([MessageEntity], [MessageEntity]) = ([], [])
    var last = -1
    for edge in edges where edge > last {
      last = edge
      active.removeAll { $0.range.upperBound <= edge }
      while next < elements.count, elements[next].range.lowerBound == edge {
        // After those of the same rank: of two blocks, the one that begins first is the outer one.
        let own = rank(elements[next].kind) ?? 0
        let place = active.partitioningIndex { rank($0.kind) ?? 0 > own }
        active.insert(elements[next], at: place)
        next += 1
      }
      var wanted = active[...]
      if plainCode, let code = active.firstIndex(where: \.kind.isPre) { wanted = active[...code] }
      let kept = zip(open, wanted).prefix { $0 == $1 }.count
      guard kept < open.count || kept < wanted.count else { continue }
      if edge > written { steps.append(.text(written..<edge)) }
      written = edge
      steps += open[kept...].reversed().map { .close($0) }
      steps += wanted.dropFirst(kept).map { .open($0) }
      open = Array(wanted)
    }
    if written < length { steps.append(.text(written..<length)) }
    self.steps = steps
  }
}
