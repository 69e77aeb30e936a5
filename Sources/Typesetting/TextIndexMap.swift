/// Leads from offsets of a text to those of the text that is laid out for it, and back.
///
/// They differ where something stands for a piece of text: a custom emoji, for which there is one
/// U+FFFC, or a date as the reader writes it. All offsets count UTF-8 bytes.
public struct TextIndexMap: Hashable, Sendable {
  /// A piece of text and the place of what stands for it.
  struct Replacement: Hashable, Sendable {
    var source: Range<Int>
    /// Where what stands for it begins.
    var offset: Int
    /// How many bytes that has.
    var length: Int

    /// Behind what stands for it.
    var end: Int { offset + length }
  }

  /// In order.
  private(set) var replacements: [Replacement] = []

  /// How many bytes U+FFFC has.
  static let objectLength = 3

  /// The map of texts that are the same.
  public init() {}

  /// The map of a text in which pieces are replaced.
  ///
  /// - Parameter pieces: The pieces and how many bytes stand for each; in order, without overlaps.
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

  /// The offset in the text that is laid out.
  ///
  /// - Parameter offset: An offset in the source.
  /// - Returns: The offset; within a replaced piece, the start of what stands for it.
  public func layoutOffset(ofSource offset: Int) -> Int {
    guard let last = last(where: { $0.source.lowerBound <= offset }) else { return offset }
    if offset < last.source.upperBound { return last.offset }
    return last.end + offset - last.source.upperBound
  }

  /// The offset in the source.
  ///
  /// - Parameter offset: An offset in the text that is laid out.
  /// - Returns: The offset; within what stands for a piece, the start of that.
  public func sourceOffset(ofLayout offset: Int) -> Int {
    guard let last = last(where: { $0.offset <= offset }) else { return offset }
    if offset < last.end { return last.source.lowerBound }
    return last.source.upperBound + offset - last.end
  }

  /// The bytes of the source that a range of the laid out text stands for.
  ///
  /// Of what stands for a piece, the part at its start stands for nothing, and the rest for all of it.
  public func sourceRange(ofLayout range: Range<Int>) -> Range<Int> {
    let start = sourceOffset(ofLayout: range.lowerBound)
    return start..<max(start, sourceOffset(ofLayout: range.upperBound))
  }

  /// The bytes of the laid out text that stand for a range of the source; all of what stands for a
  /// piece of which the range has a part.
  public func layoutRange(ofSource range: Range<Int>) -> Range<Int> {
    let start = layoutOffset(ofSource: range.lowerBound)
    guard !range.isEmpty else { return start..<start }
    let end = range.upperBound
    guard let last = last(where: { $0.source.lowerBound <= end }) else { return start..<end }
    let isWithin = end > last.source.lowerBound && end < last.source.upperBound
    return start..<(isWithin ? last.end : layoutOffset(ofSource: end))
  }

  private func last(where isBefore: (Replacement) -> Bool) -> Replacement? {
    var (low, high) = (0, replacements.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(replacements[middle]) { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : replacements[low - 1]
  }
}
