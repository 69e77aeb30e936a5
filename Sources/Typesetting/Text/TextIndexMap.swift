internal import GalleyBasics

extension AttributedText {
  /// A mapping between offsets of a source text and of the text that is laid out for it.
  ///
  /// They differ where part of the source is replaced, such as a custom emoji by one U+FFFC, or a
  /// date by its localized form. All offsets count UTF-8 bytes.
  public struct IndexMap: Hashable, Sendable {
    /// A replaced part of the source, and the position of its replacement.
    struct Replacement: Hashable, Sendable {
      var source: Range<Int>
      /// The start of the replacement.
      var offset: Int
      /// The length of the replacement, in bytes.
      var length: Int

      /// The end of the replacement.
      var end: Int { offset + length }
    }

    /// The replacements, in order.
    private(set) var replacements: [Replacement] = []

    /// Creates the identity mapping.
    public init() {}

    /// Creates the mapping of a text with replaced parts, sorted and disjoint, and the lengths of
    /// their replacements.
    init(replacing pieces: [(range: Range<Int>, length: Int)]) {
      var shift = 0
      for (range, length) in pieces {
        replacements.append(
          Replacement(source: range, offset: range.lowerBound + shift, length: length))
        shift += length - range.count
      }
    }

    /// Whether offsets are the same in both texts.
    public var isIdentity: Bool { replacements.isEmpty }

    /// Converts an offset in the source to one in the laid out text.
    ///
    /// - Parameter offset: An offset in the source.
    /// - Returns: The offset; within a replaced part, the start of its replacement.
    public func layoutOffset(ofSource offset: Int) -> Int {
      guard let last = last(where: { $0.source.lowerBound <= offset }) else { return offset }
      if offset < last.source.upperBound { return last.offset }
      return last.end + offset - last.source.upperBound
    }

    /// Converts an offset in the laid out text to one in the source.
    ///
    /// - Parameter offset: An offset in the laid out text.
    /// - Returns: The offset; within a replacement, the start of the replaced part.
    public func sourceOffset(ofLayout offset: Int) -> Int {
      guard let last = last(where: { $0.offset <= offset }) else { return offset }
      if offset < last.end { return last.source.lowerBound }
      return last.source.upperBound + offset - last.end
    }

    /// Returns the source range of a range in the laid out text.
    ///
    /// A range that ends within a replacement excludes the replaced part; one that starts within it
    /// includes all of it.
    public func sourceRange(ofLayout range: Range<Int>) -> Range<Int> {
      let start = sourceOffset(ofLayout: range.lowerBound)
      return start..<max(start, sourceOffset(ofLayout: range.upperBound))
    }

    /// Returns the laid out range of a range in the source, including the whole replacement of any
    /// part that it touches.
    public func layoutRange(ofSource range: Range<Int>) -> Range<Int> {
      let start = layoutOffset(ofSource: range.lowerBound)
      guard !range.isEmpty else { return start..<start }
      let end = range.upperBound
      guard let last = last(where: { $0.source.lowerBound <= end }) else { return start..<end }
      let isWithin = end > last.source.lowerBound && end < last.source.upperBound
      return start..<(isWithin ? last.end : layoutOffset(ofSource: end))
    }

    /// Returns the mapping of a text, at whose end in the laid out text another one begins.
    func joined(_ other: IndexMap, at start: Int) -> IndexMap {
      let sourceStart = sourceOffset(ofLayout: start)
      var result = self
      result.replacements += other.replacements.map { piece in
        let source = piece.source
        return Replacement(
          source: source.lowerBound + sourceStart..<source.upperBound + sourceStart,
          offset: piece.offset + start, length: piece.length)
      }
      return result
    }

    private func last(where isBefore: (Replacement) -> Bool) -> Replacement? {
      let end = replacements.partitioningIndex { !isBefore($0) }
      return end == 0 ? nil : replacements[end - 1]
    }
  }
}
