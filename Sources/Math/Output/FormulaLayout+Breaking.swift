extension FormulaLayout {
  /// Returns the parts between the breaks of a formula in a line of text, in order.
  ///
  /// A formula that is no wider than a limit is one part. A wider one is divided after relations,
  /// and sides of relations that are wider than the limit also after binary operators; the order is
  /// that of TeX's penalties.
  ///
  /// - Parameter limit: The width up to which parts stay together, in ems.
  /// - Returns: The parts, of which none is empty.
  /// - Complexity: O(*n*), where *n* is the number of breaks, runs and shapes.
  package func segments(unbrokenUpTo limit: Double) -> [Segment] {
    let pieces = segments
    let whole = pieces[...].joined
    guard whole.width > limit else { return [whole] }
    var parts: [Segment] = []
    var start = 0
    for index in pieces.indices where index == breaks.count || breaks[index].isAfterRelation {
      let side = pieces[start...index]
      let joined = side.joined
      parts += joined.width > limit ? Array(side) : [joined]
      start = index + 1
    }
    return parts
  }
}

extension FormulaLayout.Segment {
  fileprivate var width: Double { end - start }
}

extension ArraySlice<FormulaLayout.Segment> {
  /// The segments, of which there is at least one, as one.
  fileprivate var joined: FormulaLayout.Segment {
    var whole = self[startIndex]
    for segment in dropFirst() {
      whole.end = segment.end
      whole.ascent = Swift.max(whole.ascent, segment.ascent)
      whole.descent = Swift.max(whole.descent, segment.descent)
      whole.sourceEnd = segment.sourceEnd
      whole.runs = whole.runs.lowerBound..<segment.runs.upperBound
      whole.shapes = whole.shapes.lowerBound..<segment.shapes.upperBound
    }
    return whole
  }
}
