/// Leads from offsets of a text to those of the text that is laid out for it, and back.
///
/// They differ where something stands for a piece of text, as a custom emoji does: that piece has
/// one U+FFFC in its place. All offsets count UTF-8 bytes.
public struct TextIndexMap: Hashable, Sendable {
  /// A piece of text and the place of what stands for it.
  struct Replacement: Hashable, Sendable {
    var source: Range<Int>
    /// Where the U+FFFC begins.
    var offset: Int
  }

  /// In order.
  private(set) var replacements: [Replacement] = []

  /// How many bytes U+FFFC has.
  static let objectLength = 3

  /// The map of texts that are the same.
  public init() {}

  /// The map of a text in which `ranges` are replaced.
  ///
  /// - Parameter ranges: In order, and without overlaps.
  init(replacing ranges: [Range<Int>]) {
    var shift = 0
    for range in ranges {
      replacements.append(Replacement(source: range, offset: range.lowerBound + shift))
      shift += Self.objectLength - range.count
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
    return last.offset + Self.objectLength + offset - last.source.upperBound
  }

  /// The offset in the source.
  ///
  /// - Parameter offset: An offset in the text that is laid out.
  /// - Returns: The offset; within a U+FFFC, the start of what that stands for.
  public func sourceOffset(ofLayout offset: Int) -> Int {
    guard let last = last(where: { $0.offset <= offset }) else { return offset }
    if offset < last.offset + Self.objectLength { return last.source.lowerBound }
    return last.source.upperBound + offset - last.offset - Self.objectLength
  }

  /// The bytes of the source that a range of the laid out text stands for.
  public func sourceRange(ofLayout range: Range<Int>) -> Range<Int> {
    let start = sourceOffset(ofLayout: range.lowerBound)
    return start..<max(start, sourceOffset(ofLayout: range.upperBound))
  }

  /// The bytes of the laid out text that stand for a range of the source; whole objects for parts.
  public func layoutRange(ofSource range: Range<Int>) -> Range<Int> {
    let start = layoutOffset(ofSource: range.lowerBound)
    guard !range.isEmpty else { return start..<start }
    let last = layoutOffset(ofSource: range.upperBound)
    let isWithin = sourceOffset(ofLayout: last) < range.upperBound
    return start..<(isWithin ? last + Self.objectLength : last)
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
