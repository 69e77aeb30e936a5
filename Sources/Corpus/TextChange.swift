/// The change from one text to another: a range of each, between a common beginning and end.
package struct TextChange: Hashable, Sendable {
  /// The changed range of the old text, in UTF-8.
  package let old: Range<Int>
  /// The changed range of the new text, in UTF-8.
  package let new: Range<Int>
  /// The change in words.
  package let words: String

  /// The maximum number of bytes by which a range grows to whole words.
  private static let wordLimit = 32
  /// The maximum number of characters that are quoted.
  private static let quoteLimit = 40

  /// Compares two texts, or returns `nil` if they are equal.
  ///
  /// The ranges consist of whole words, unless these are very long.
  package init?(from old: String, to new: String) {
    let (before, after) = (Array(old.utf8), Array(new.utf8))
    guard before != after else { return nil }
    let start = zip(before, after).prefix { $0 == $1 }.count
    let end = min(
      zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count,
      min(before.count, after.count) - start)
    let isStart = { (offset: Int) in
      offset == 0 || Self.isSpace(before[offset - 1])
        || [before, after].allSatisfy { offset == $0.count || Self.isSpace($0[offset]) }
    }
    let isEnd = { (length: Int) in
      length == 0 || Self.isSpace(before[before.count - length])
        || [before, after].allSatisfy { text in
          length == text.count || Self.isSpace(text[text.count - length - 1])
        }
    }
    // Ranges begin and end with whole words, or at least with whole scalars.
    let first =
      (max(0, start - Self.wordLimit)...start).last(where: isStart)
      ?? (0...start).last { $0 == before.count || $0 == after.count || !Self.isPart(before[$0]) }
      ?? 0
    let last =
      (max(0, end - Self.wordLimit)...end).last(where: isEnd)
      ?? (0...end).last { $0 == 0 || !Self.isPart(before[before.count - $0]) } ?? 0
    self.old = first..<before.count - last
    self.new = first..<after.count - last
    words = Self.words(before[self.old], after[self.new], at: first)
  }

  /// Returns the offset in the new text of an offset in the old one; one in the changed range
  /// becomes that of its end.
  package func moved(_ offset: Int) -> Int {
    if offset <= old.lowerBound { return offset }
    return new.upperBound + max(0, offset - old.upperBound)
  }

  private static func words(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>, at offset: Int
  ) -> String {
    switch (quoted(old), quoted(new)) {
    case (nil, nil): "the white space at byte \(offset) differs"
    case (let old?, nil): "\(old) is gone"
    case (nil, let new?): "\(new) is new"
    case (let old?, let new?): "\(old) became \(new)"
    }
  }

  /// Returns a text in quotation marks, without white space around it; `nil` if nothing is left.
  private static func quoted(_ bytes: ArraySlice<UInt8>) -> String? {
    let start = bytes.drop(while: isSpace)
    guard let end = start.lastIndex(where: { !isSpace($0) }) else { return nil }
    let text = String(decoding: start[...end], as: UTF8.self)
    return text.count > quoteLimit ? "'\(text.prefix(quoteLimit))…'" : "'\(text)'"
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Whether a byte continues a scalar.
  private static func isPart(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
