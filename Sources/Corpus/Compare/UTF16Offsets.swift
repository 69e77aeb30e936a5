/// The offsets of a text's scalars in UTF-8 and in UTF-16.
struct UTF16Offsets {
  /// The offsets of all scalars and of the end, ascending.
  private var pairs: [(utf8: Int, utf16: Int)] = []

  init(_ text: String) {
    var pair = (utf8: 0, utf16: 0)
    for scalar in text.unicodeScalars {
      pairs.append(pair)
      pair.utf8 += UTF8.width(scalar)
      pair.utf16 += UTF16.width(scalar)
    }
    pairs.append(pair)
  }

  /// Returns the offset in UTF-16 of the scalar at or before an offset in UTF-8.
  func utf16(ofUTF8 offset: Int) -> Int { pairs[index { $0.utf8 <= offset }].utf16 }

  /// Returns the offset in UTF-8 of the scalar at or before an offset in UTF-16.
  func utf8(ofUTF16 offset: Int) -> Int { pairs[index { $0.utf16 <= offset }].utf8 }

  /// Returns the offset in UTF-8 of the scalar that an offset in UTF-8 is within.
  func rounded(utf8 offset: Int) -> Int { pairs[index { $0.utf8 <= offset }].utf8 }

  /// Returns the index of the last pair that meets a condition, which an initial part meets.
  private func index(_ isBefore: ((utf8: Int, utf16: Int)) -> Bool) -> Int {
    var (low, high) = (0, pairs.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(pairs[middle]) { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
