/// The delimiters of emphasis in a text, which are paired to styles.
///
/// - SeeAlso: CommonMark 0.29, appendix, *process emphasis*.
struct MarkdownDelimiters {
  /// A run of equal delimiters.
  struct Run {
    /// The index of its piece.
    let piece: Int
    let mark: UInt8
    let count: Int
    let opens: Bool
    let closes: Bool
    /// The number of delimiters that are not paired.
    var rest: Int
    /// The last pair that the run opens.
    var opened: Int = -1
    /// The first and the last pair that the run closes.
    var firstClosed: Int = -1
    var lastClosed: Int = -1
    /// The neighbors among the runs that may still be paired.
    var previous: Int = -1
    var next: Int = -1

    init(piece: Int, mark: UInt8, count: Int, opens: Bool, closes: Bool) {
      self.piece = piece
      self.mark = mark
      self.count = count
      self.opens = opens
      self.closes = closes
      rest = count
    }
  }

  /// A style between two runs.
  private struct Pair {
    let style: RichText.Style
    /// The pair that the same run opened before.
    let previousOpened: Int
    /// The pair that the same run closes next.
    var nextClosed: Int = -1
  }

  private var runs: [Run] = []
  /// The pairs in the order in which they were found.
  private var pairs: [Pair] = []
  /// The last run that may still be paired.
  private var last = -1

  /// The number of runs.
  var count: Int { runs.count }

  mutating func append(_ run: Run) {
    var run = run
    run.previous = last
    if runs.isEmpty { runs.reserveCapacity(4) }
    if last >= 0 { runs[last].next = runs.count }
    last = runs.count
    runs.append(run)
  }

  /// Pairs the runs from an index on; the others of them become text.
  mutating func pair(from start: Int) {
    // The last run at which an opener was looked for in vain, by mark, length and role.
    var bottoms: [Int: Int] = [:]
    var closer = last
    while closer >= 0, runs[closer].previous >= start { closer = runs[closer].previous }
    if closer < start { closer = -1 }
    while closer >= 0 {
      guard runs[closer].closes else {
        closer = runs[closer].next
        continue
      }
      let key = Self.key(runs[closer])
      let bottom = max(start, bottoms[key] ?? start)
      var opener = runs[closer].previous
      while opener >= bottom, !matches(opener, closer) { opener = runs[opener].previous }
      if opener >= bottom {
        join(opener, closer)
        if runs[closer].rest == 0 {
          let next = runs[closer].next
          remove(closer)
          closer = next
        }
      } else {
        let next = runs[closer].next
        bottoms[key] = closer
        if !runs[closer].opens { remove(closer) }
        closer = next
      }
    }
    while last >= start { remove(last) }
  }

  private static func key(_ run: Run) -> Int {
    let isEmphasis = run.mark == UInt8(ascii: "*") || run.mark == UInt8(ascii: "_")
    let length = isEmphasis ? run.count % 3 : run.count
    return Int(run.mark) << 4 | length << 1 | (run.opens ? 1 : 0)
  }

  private func matches(_ opener: Int, _ closer: Int) -> Bool {
    let (first, second) = (runs[opener], runs[closer])
    guard first.opens, first.mark == second.mark else { return false }
    guard first.mark == UInt8(ascii: "*") || first.mark == UInt8(ascii: "_") else {
      return first.count == second.count
    }
    // Rules 9 and 10.
    let isAmbiguous = first.closes || second.opens
    return !isAmbiguous || !(first.count + second.count).isMultiple(of: 3)
      || first.count.isMultiple(of: 3) && second.count.isMultiple(of: 3)
  }

  /// Pairs two runs, and removes those between them.
  private mutating func join(_ opener: Int, _ closer: Int) {
    while runs[closer].previous != opener { remove(runs[closer].previous) }
    let mark = runs[closer].mark
    var width = runs[closer].count
    if mark == UInt8(ascii: "*") || mark == UInt8(ascii: "_") {
      width = runs[opener].rest >= 2 && runs[closer].rest >= 2 ? 2 : 1
    }
    let style: RichText.Style =
      switch mark {
      case UInt8(ascii: "~"): .strikethrough
      case UInt8(ascii: "="): .marked
      case UInt8(ascii: "|"): .spoiler
      default: width == 2 ? .bold : .italic
      }
    runs[opener].rest -= width
    runs[closer].rest -= width
    let pair = pairs.count
    pairs.append(Pair(style: style, previousOpened: runs[opener].opened))
    runs[opener].opened = pair
    if runs[closer].lastClosed >= 0 {
      pairs[runs[closer].lastClosed].nextClosed = pair
    } else {
      runs[closer].firstClosed = pair
    }
    runs[closer].lastClosed = pair
    if runs[opener].rest == 0 { remove(opener) }
  }

  /// Removes a run from those that may still be paired.
  private mutating func remove(_ index: Int) {
    let (previous, next) = (runs[index].previous, runs[index].next)
    if previous >= 0 { runs[previous].next = next }
    if next >= 0 { runs[next].previous = previous } else { last = previous }
  }

  /// Returns pieces with the delimiters as styles and text.
  func resolved(_ pieces: [MarkdownInline]) -> [MarkdownInline] {
    guard !runs.isEmpty else { return pieces }
    var result: [MarkdownInline] = []
    result.reserveCapacity(pieces.count + runs.count)
    var next = 0
    for (index, piece) in pieces.enumerated() {
      guard next < runs.count, runs[next].piece == index else {
        result.append(piece)
        continue
      }
      let run = runs[next]
      next += 1
      var pair = run.firstClosed
      while pair >= 0 {
        result.append(.close(pairs[pair].style))
        pair = pairs[pair].nextClosed
      }
      if run.rest > 0 {
        let mark = [UInt8](repeating: run.mark, count: run.rest)
        result.append(.text(String(decoding: mark, as: UTF8.self)))
      }
      pair = run.opened
      while pair >= 0 {
        result.append(.open(pairs[pair].style))
        pair = pairs[pair].previousOpened
      }
    }
    return result
  }
}
