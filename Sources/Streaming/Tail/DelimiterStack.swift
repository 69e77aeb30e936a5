/// The delimiters of emphasis in a text, of which pairs are matched.
///
/// - SeeAlso: CommonMark 0.29, appendix "An algorithm for parsing nested emphasis and links".
struct DelimiterStack {
  /// A run of delimiters.
  struct Run: Hashable {
    /// The byte of the delimiters.
    var mark: UInt8
    /// The place of the run in the text.
    var range: Range<Int>
    /// The place of the delimiters that are not matched.
    var rest: Range<Int>
    var flanking: Flanking

    /// Whether the run matches only as a whole, with another of two bytes.
    var isPair: Bool { mark != UInt8(ascii: "*") && mark != UInt8(ascii: "_") }
  }

  /// The runs that are not completely matched, in order.
  private(set) var runs: [Run] = []
  /// The places of matched pairs, with their delimiters, in the order of their ends.
  private(set) var pairs: [Range<Int>] = []
  /// The steps taken, the measure of time.
  private(set) var steps = 0

  /// Adds a run of delimiters.
  mutating func push(_ range: Range<Int>, in text: [UInt8]) {
    let mark = text[range.lowerBound]
    let flanking = Flanking(of: range, in: text)
    guard flanking.canOpen || flanking.canClose else { return }
    runs.append(Run(mark: mark, range: range, rest: range, flanking: flanking))
  }

  /// Matches the runs from an index up to another, and removes those that stay unmatched inside of
  /// a pair.
  ///
  /// - Complexity: O(*n*) for *n* runs.
  mutating func match(from bottom: Int, to top: Int? = nil) {
    let behind = runs[min(top ?? runs.count, runs.count)...]
    // For each kind of closing run, the index below which no opening run matches.
    var bottoms: [Int: Int] = [:]
    var stack = Array(runs[..<bottom])
    for var closer in runs[bottom..<behind.startIndex] {
      let kind = Int(closer.mark) << 3 | (closer.flanking.canOpen ? 4 : 0) | closer.range.count % 3
      while closer.flanking.canClose, !closer.rest.isEmpty {
        var index = stack.count - 1
        let floor = max(bottom, bottoms[kind] ?? 0)
        while index >= floor, !Self.matches(stack[index], closer) {
          index -= 1
          steps += 1
        }
        guard index >= floor else {
          bottoms[kind] = stack.count
          break
        }
        let opener = stack[index]
        let count =
          closer.isPair || opener.rest.count >= 2 && closer.rest.count >= 2 ? 2 : 1
        stack.removeSubrange((index + 1)...)
        let start = opener.rest.upperBound - count
        pairs.append(start..<closer.rest.lowerBound + count)
        stack[index].rest = opener.rest.lowerBound..<start
        closer.rest = closer.rest.lowerBound + count..<closer.rest.upperBound
        if stack[index].rest.isEmpty { stack.removeLast() }
        for key in bottoms.keys where bottoms[key] ?? 0 > stack.count {
          bottoms[key] = stack.count
        }
        steps += 1
      }
      if !closer.rest.isEmpty { stack.append(closer) }
    }
    runs = stack + behind
  }

  /// Matches the runs from an index on, and removes those that stay unmatched.
  mutating func close(from bottom: Int) {
    match(from: bottom)
    runs.removeSubrange(bottom...)
  }

  /// Removes the runs from an offset of the text on.
  mutating func removeRuns(from offset: Int) {
    runs.removeAll { $0.range.lowerBound >= offset }
  }

  private static func matches(_ opener: Run, _ closer: Run) -> Bool {
    guard opener.mark == closer.mark, opener.flanking.canOpen else { return false }
    return closer.isPair || obeysRuleOfThree(opener, closer.flanking.canOpen, closer.range.count)
  }

  /// Returns whether the lengths of two runs let them match: if one of them could both open and
  /// close emphasis, their sum is not a multiple of three, unless both lengths are.
  static func obeysRuleOfThree(_ opener: Run, _ closerCanOpen: Bool, _ count: Int) -> Bool {
    guard opener.flanking.canClose || closerCanOpen else { return true }
    return (opener.range.count + count) % 3 != 0
      || opener.range.count % 3 == 0 && count % 3 == 0
  }
}
