internal import GalleyBasics
import GalleyShaping

/// A run-length list of values over a text, without gaps; empty if all text has the base value.
struct SpanList<Value: Hashable & Sendable>: Hashable, Sendable {
  typealias Span = TextSpan<Value>

  private(set) var spans: [Span] = []

  /// Returns the value at `offset`, or `nil` if all text has the base value.
  func value(at offset: Int) -> Value? {
    spans.isEmpty ? nil : spans[index(at: offset)].value
  }

  /// Returns the end of the span that contains `offset`.
  func end(at offset: Int, length: Int) -> Int {
    spans.isEmpty ? length : Int(spans[index(at: offset)].end)
  }

  /// Returns the index of the span that contains `offset`, or of the last one if it is past the
  /// end.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of spans.
  func index(at offset: Int) -> Int {
    spans.dropLast().partitioningIndex { Int($0.end) > offset }
  }

  /// Sets the value of a range within a text of some length.
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
    if Int(spans[last].end) > range.upperBound { replacement.append(spans[last]) }
    spans.replaceSubrange(first...last, with: replacement)
    mergeEqual(around: first, count: replacement.count)
    if spans.count == 1, spans[0].value == base { spans = [] }
  }

  /// Appends a value for the text between the last span and `end`, if any.
  mutating func append(_ value: Value, upTo end: Int) {
    guard end > Int(spans.last?.end ?? 0) else { return }
    if let last = spans.last, last.value == value {
      spans[spans.count - 1].end = Int32(end)
    } else {
      spans.append(Span(end: Int32(end), value: value))
    }
  }

  /// Appends the base value for the text after the last span.
  mutating func finish(base: Value, length: Int) {
    append(base, upTo: length)
    if spans.count == 1, spans[0].value == base { spans = [] }
  }

  /// Merges equal neighbors around the spans just written.
  private mutating func mergeEqual(around first: Int, count: Int) {
    var index = min(first + count, spans.count - 1)
    while index > 0, index >= first {
      if spans[index - 1].value == spans[index].value { spans.remove(at: index - 1) }
      index -= 1
    }
  }
}
