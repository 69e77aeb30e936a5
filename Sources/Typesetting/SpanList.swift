/// Values of stretches of text, in order and without gaps; empty where all is the base value.
struct SpanList<Value: Hashable & Sendable>: Hashable, Sendable {
  /// A stretch that begins where the one before it ended.
  struct Span: Hashable, Sendable {
    var end: Int32
    var value: Value
  }

  private(set) var spans: [Span] = []

  /// The value at `offset`, or `nil` if all text has the base value.
  func value(at offset: Int) -> Value? {
    spans.isEmpty ? nil : spans[index(at: offset)].value
  }

  /// Where the stretch that `offset` is in ends.
  func end(at offset: Int, length: Int) -> Int {
    spans.isEmpty ? length : Int(spans[index(at: offset)].end)
  }

  /// The span that `offset` is in; the last one if it is past the end.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of spans.
  func index(at offset: Int) -> Int {
    var (low, high) = (0, spans.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if Int(spans[middle].end) > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Gives `range` a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - range: The offsets; they are within the text.
  ///   - base: The value of text that has none yet.
  ///   - length: How long the whole text is.
  mutating func set(_ value: Value, in range: Range<Int>, base: Value, length: Int) {
    guard !range.isEmpty else { return }
    if spans.isEmpty { spans = [Span(end: Int32(length), value: base)] }
    let first = index(at: range.lowerBound)
    let last = index(at: range.upperBound - 1)
    let firstStart = first == 0 ? 0 : Int(spans[first - 1].end)

    var replacement: [Span] = []
    if firstStart < range.lowerBound {
      replacement.append(Span(end: Int32(range.lowerBound), value: spans[first].value))
    }
    replacement.append(Span(end: Int32(range.upperBound), value: value))
    if Int(spans[last].end) > range.upperBound {
      replacement.append(spans[last])
    }
    spans.replaceSubrange(first...last, with: replacement)
    mergeEqual(around: first, count: replacement.count)
    if spans.count == 1, spans[0].value == base { spans = [] }
  }

  /// Gives a value to what lies between the last span and `end`; there may be nothing there.
  mutating func append(_ value: Value, upTo end: Int) {
    guard end > Int(spans.last?.end ?? 0) else { return }
    if let last = spans.last, last.value == value {
      spans[spans.count - 1].end = Int32(end)
    } else {
      spans.append(Span(end: Int32(end), value: value))
    }
  }

  /// Gives the base value to what lies behind the last span.
  ///
  /// - Parameters:
  ///   - base: The value of text that has none yet.
  ///   - length: How long the whole text is.
  mutating func finish(base: Value, length: Int) {
    append(base, upTo: length)
    if spans.count == 1, spans[0].value == base { spans = [] }
  }

  /// Joins neighbors of equal value around the spans that were just written.
  private mutating func mergeEqual(around first: Int, count: Int) {
    var index = min(first + count, spans.count - 1)
    while index > 0, index >= first {
      if spans[index - 1].value == spans[index].value { spans.remove(at: index - 1) }
      index -= 1
    }
  }
}
