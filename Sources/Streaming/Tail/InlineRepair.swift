/// The changes that make the ordinary parser show the open constructs of a text.
///
/// Styles are closed, links get a destination that leads nowhere, and what could still become
/// another mark is left out.
struct InlineRepair: Hashable {
  /// The destination of links whose real one is incomplete.
  static let pendingDestination = "galley-pending:"

  /// The bytes to insert at offsets, in order.
  private(set) var inserts: [Insert] = []
  /// The offset from which the text is left out.
  private(set) var cut: Int
  /// The bytes to append.
  private(set) var suffix: [UInt8] = []
  /// The offset before which later text changes nothing.
  private(set) var stable = 0
  /// The marks that are open at the end of the text, in order.
  private(set) var openMarks: [Range<Int>] = []
  /// The steps taken, the measure of time.
  private(set) var steps = 0
  /// Whether the text ends in a code span or formula, where a backslash is text.
  private var isVerbatim = false

  /// Bytes to insert.
  struct Insert: Hashable {
    var offset: Int
    var bytes: [UInt8]
  }

  /// A construct that is closed at the end of the text.
  private struct Closer {
    var start: Int
    /// The end of the opening mark.
    var end: Int
    var bytes: [UInt8]
    /// The run of delimiters, if the construct is emphasis.
    var run: DelimiterStack.Run?
  }

  /// Repairs a text.
  ///
  /// - Parameters:
  ///   - text: The text of a paragraph from its start, or from white space outside of all
  ///     constructs.
  ///   - isExpired: Whether marks at the very end were waited for long enough, and become text.
  ///   - isItem: Whether the text begins a list item, where brackets may be a checkbox.
  init(_ text: [UInt8], isExpired: Bool, isItem: Bool = false) {
    cut = text.count
    var scan = InlineScan(text, isExpired: isExpired)
    var inner: [UInt8] = []
    end(at: scan.ending, of: text, isExpired: isExpired, inner: &inner)
    if isItem, !isExpired, Self.isCheckbox(text) { cut = 0 }
    trim(text)
    var closers = Self.closers(of: &scan, in: text)
    steps = scan.steps + closers.count
    // Marks without text behind them are left out, too.
    while let last = closers.last, inner.isEmpty, last.end >= cut {
      closers.removeLast()
      guard last.start < cut || last.run == nil else { continue }
      cut = min(cut, last.start)
      trim(text)
    }
    suffix += inner
    let last = cut > 0 && inner.isEmpty ? text[cut - 1] : 0
    let lastCount = text[..<cut].reversed().prefix { $0 == last }.count
    var unclosable = Self.unclosable(closers, after: last, count: lastCount)
    unclosable.formUnion(closers.dropLast(InlineScan.mostClosed).map(\.start))
    unclosable.formUnion(Self.outerPairs(closers))
    for closer in closers.reversed() where !unclosable.contains(closer.start) {
      suffix += closer.bytes
    }
    for closer in closers where unclosable.contains(closer.start) {
      escape(closer.start..<closer.end, of: text)
    }
    if !suffix.isEmpty { escapeLast(scan, of: text) }
    inserts.sort { $0.offset < $1.offset }
    findStable(scan, text: text)
  }

  /// Applies the ending of a scan.
  private mutating func end(
    at ending: InlineScan.Ending, of text: [UInt8], isExpired: Bool, inner: inout [UInt8]
  ) {
    switch ending {
    case .none: break
    case .held(let start):
      if isExpired { escape(start..<text.count, of: text) } else { cut = start }
    case .tag(let start), .image(let start): cut = start
    case .link(let textEnd): cut = textEnd
    case .formula(let opening):
      isVerbatim = true
      inserts.append(Insert(offset: opening.lowerBound, bytes: [UInt8(ascii: "`")]))
      inner = [UInt8(ascii: "`")]
    case .code(let opening):
      while cut > opening.upperBound, HTMLTag.isSpace(text[cut - 1]) || text[cut - 1] == 0x60 {
        cut -= 1
      }
      if cut == opening.upperBound {
        cut = opening.lowerBound
      } else {
        isVerbatim = true
        inner = Array(repeating: UInt8(ascii: "`"), count: opening.count)
      }
    }
  }

  /// Puts a backslash before each mark of a range.
  private mutating func escape(_ marks: Range<Int>, of text: [UInt8]) {
    for offset in marks where offset < text.count && LinkParts.isPunctuation(text[offset]) {
      inserts.append(Insert(offset: offset, bytes: [UInt8(ascii: "\\")]))
    }
  }

  /// Keeps marks at the end that are text from joining the marks behind them.
  private mutating func escapeLast(_ scan: InlineScan, of text: [UInt8]) {
    let ends = (scan.spans + scan.delimiters.pairs).map(\.upperBound)
    guard cut > 0, "*_~=|$".utf8.contains(text[cut - 1]), !ends.contains(cut), !isVerbatim else {
      return
    }
    var start = cut
    while start > 0, text[start - 1] == text[cut - 1] { start -= 1 }
    let slashes = text[..<start].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    let marks = start + slashes % 2..<cut
    if !inserts.contains(where: { marks.contains($0.offset) }) { escape(marks, of: text) }
  }

  /// Leaves out white space before the cut, and a backslash before it.
  private mutating func trim(_ text: [UInt8]) {
    while cut > 0, HTMLTag.isSpace(text[cut - 1]) { cut -= 1 }
    guard !isVerbatim, !inserts.contains(where: { $0.offset == cut - 1 }) else { return }
    let slashes = text[..<cut].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    if slashes % 2 == 1 { cut -= 1 }
  }

  /// Returns whether a text is a checkbox, or the beginning of one.
  private static func isCheckbox(_ text: [UInt8]) -> Bool {
    guard text.count <= 3, text.first == UInt8(ascii: "[") else { return false }
    return zip(text.dropFirst(), [" xX", "]"]).allSatisfy { $1.utf8.contains($0) }
  }

  /// Returns the constructs to close, in the order of their marks.
  private static func closers(of scan: inout InlineScan, in text: [UInt8]) -> [Closer] {
    let link = scan.matchDelimiters()
    var closers: [Closer] = scan.delimiters.runs.filter(\.flanking.canOpen).map { run in
      Closer(
        start: run.rest.lowerBound, end: run.rest.upperBound,
        bytes: Array(repeating: run.mark, count: run.rest.count), run: run)
    }
    if let link {
      closers.append(
        Closer(
          start: link.lowerBound, end: link.upperBound,
          bytes: Array("](\(pendingDestination))".utf8)))
    }
    closers += scan.tags.map { tag in
      Closer(
        start: tag.range.lowerBound, end: tag.range.lowerBound,
        bytes: Array("</\(tag.name)>".utf8))
    }
    return closers.sorted { $0.start < $1.start }
  }

  /// Returns the starts of the runs that delimiters at the end would not match, because of the rule
  /// of three, or because they join a run at the end.
  ///
  /// - Parameters:
  ///   - closers: The constructs to close.
  ///   - last: The last byte of the text.
  ///   - count: The number of these bytes at the end of the text.
  /// - Returns: The starts.
  private static func unclosable(_ closers: [Closer], after last: UInt8, count: Int) -> Set<Int> {
    var unclosable: Set<Int> = []
    var index = closers.count - 1
    while index >= 0, let run = closers[index].run, run.isPair, run.mark == last {
      unclosable.insert(closers[index].start)
      index -= 1
    }
    let joins = index
    while index >= 0 {
      guard let run = closers[index].run, !run.isPair else {
        index -= 1
        continue
      }
      var first = index
      while first > 0, closers[first - 1].run?.mark == run.mark { first -= 1 }
      let group = closers[first...index].compactMap(\.run)
      let before = index == joins && run.mark == last ? count : 0
      let count = group.reduce(before) { $0 + $1.rest.count }
      let hasWrong = group.contains { !DelimiterStack.obeysRuleOfThree($0, false, count) }
      if hasWrong { unclosable.formUnion(closers[first...index].map(\.start)) }
      index = first - 1
    }
    return unclosable
  }

  /// Returns the starts of the runs of two that contain another of the same kind, which a run at
  /// the end closes instead.
  private static func outerPairs(_ closers: [Closer]) -> [Int] {
    var marks: Set<UInt8> = []
    var starts: [Int] = []
    for closer in closers.reversed() {
      guard let run = closer.run, run.isPair, !marks.insert(run.mark).inserted else { continue }
      starts.append(closer.start)
    }
    return starts
  }

  /// Finds the last white space outside of all constructs, before the first one that is open.
  private mutating func findStable(_ scan: InlineScan, text: [UInt8]) {
    openMarks =
      scan.delimiters.runs.filter(\.flanking.canOpen).map(\.rest)
      + scan.brackets.map(\.range) + scan.tags.map(\.range) + scan.ending.marks
    let spans = (scan.spans + scan.delimiters.pairs).sorted { $0.upperBound < $1.upperBound }
    var end = min(cut, openMarks.map(\.lowerBound).min() ?? cut)
    var index = spans.count - 1
    while end > 0 {
      while index >= 0, spans[index].lowerBound >= end { index -= 1 }
      if index >= 0, spans[index].upperBound > end {
        end = spans[index].lowerBound
      } else if HTMLTag.isSpace(text[end - 1]), end == 1 || text[end - 2] != 0x5C {
        break
      } else {
        end -= 1
      }
    }
    stable = end
  }
}

extension InlineScan.Ending {
  /// The mark that begins the construct.
  fileprivate var marks: [Range<Int>] {
    switch self {
    case .code(let opening), .formula(let opening): [opening]
    case .tag(let start), .image(let start), .held(let start): [start..<start + 1]
    case .none, .link: []
    }
  }
}
