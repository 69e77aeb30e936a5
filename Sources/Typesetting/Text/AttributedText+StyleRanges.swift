import GalleyShaping

extension AttributedText {
  /// Returns the range around an offset in which all text has one style.
  ///
  /// - Parameter offset: A UTF-8 offset, clamped to the text.
  /// - Returns: UTF-8 offsets; empty only if there is no text.
  /// - Complexity: O(log *n*), where *n* is the number of spans.
  package func styleRange(at offset: Int) -> Range<Int> {
    let offset = min(max(offset, 0), max(length - 1, 0))
    let (shaping, paint) = (
      shapingSpans.range(at: offset, length: length), paintSpans.range(at: offset, length: length)
    )
    return shaping.clamped(to: paint)
  }
}

extension SpanList {
  /// Returns the span that contains `offset`.
  fileprivate func range(at offset: Int, length: Int) -> Range<Int> {
    guard !spans.isEmpty else { return 0..<length }
    let index = index(at: offset)
    return (index == 0 ? 0 : Int(spans[index - 1].end))..<Int(spans[index].end)
  }
}
