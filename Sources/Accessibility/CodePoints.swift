/// A text whose code points can be counted: assistive technology counts code points, layouts count
/// UTF-8 bytes.
struct CodePoints: Hashable, Sendable {
  /// The UTF-8 bytes of the text.
  let bytes: [UInt8]
  /// The number of code points.
  let count: Int

  init(_ string: String) {
    bytes = Array(string.utf8)
    count = Self.count(bytes[...])
  }

  /// Returns the number of code points that begin before a byte offset.
  func index(ofByte offset: Int) -> Int {
    let offset = min(max(offset, 0), bytes.count)
    return count == bytes.count ? offset : Self.count(bytes[..<offset])
  }

  /// Returns the byte offset of a code point; indices are clamped to the text.
  func byte(ofIndex index: Int) -> Int {
    if index >= count { return bytes.count }
    if index <= 0 || count == bytes.count { return max(index, 0) }
    var rest = index
    // The first byte is never a continuation.
    for offset in 1..<bytes.count where !Self.isContinuation(bytes[offset]) {
      rest -= 1
      if rest == 0 { return offset }
    }
    return bytes.count
  }

  /// Returns the byte range of a range of code points, which is clamped to the text.
  func bytes(ofIndices range: Range<Int>) -> Range<Int> {
    let start = byte(ofIndex: range.lowerBound)
    return start..<max(start, byte(ofIndex: range.upperBound))
  }

  /// Returns the code points that a byte range touches.
  func indices(ofBytes range: Range<Int>) -> Range<Int> {
    let start = index(ofByte: range.lowerBound)
    return start..<max(start, index(ofByte: range.upperBound))
  }

  /// Returns the text of a byte range, whose ends are those of code points.
  func string(ofBytes range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func count(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 + (isContinuation($1) ? 0 : 1) }
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
