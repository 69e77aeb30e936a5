/// What is hidden of a line, and what stands in its place.
struct LineCut: Sendable {
  /// The line.
  var line: Int
  /// The bytes of the line that are not shown; what it shows is before and behind them.
  var hidden: Range<Int>
  /// The run that what is shown behind the hidden bytes begins in.
  var suffixRun: Int
  /// The embedding level of the paragraph that the line counts as.
  var level: UInt8
  /// What the token tells.
  var kind = PlacedToken.Kind.truncation
  /// What stands in place of the hidden bytes, unless there is not even room for that.
  var token: CutToken?
}

/// A token, laid out on a line of its own.
struct CutToken: Sendable {
  /// The token's text in one line.
  var layout: TextLayout
  /// The room that the token takes, in points.
  var width: Double
}

extension FlowedText {
  /// What is hidden of a line, if it is cut.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of lines that are cut.
  func cut(ofLine index: Int) -> LineCut? {
    var (low, high) = (0, cuts.count)
    while low < high {
      let middle = (low + high) / 2
      if cuts[middle].line < index { low = middle + 1 } else { high = middle }
    }
    return low < cuts.count && cuts[low].line == index ? cuts[low] : nil
  }
}
