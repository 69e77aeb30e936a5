internal import GalleyBasics

/// An unchecked entity range, in UTF-16 code units.
struct EntityRange: Hashable {
  var offset: Int
  var length: Int

  /// Validates the ranges and converts them to UTF-8 offsets, in one pass over the text.
  ///
  /// - Returns: One range per element, in the same order; empty for ranges of length 0, wherever
  ///   they are.
  /// - Throws: `MessageError` for the first range, in the order given, that exceeds the text or
  ///   splits a surrogate pair.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* ranges.
  static func utf8Ranges(
    of ranges: [EntityRange], in text: String
  ) throws(MessageError) -> [Range<Int>] {
    guard !ranges.isEmpty else { return [] }
    let textLength = text.utf16.count
    for (index, range) in ranges.enumerated() {
      try range.check(index: index, textLength: textLength)
    }
    let boundaries = Boundaries(ranges.flatMap { [$0.offset, $0.offset + $0.length] }, in: text)
    var result: [Range<Int>] = []
    for (index, range) in ranges.enumerated() {
      if range.length == 0 {
        result.append(0..<0)
        continue
      }
      let end = range.offset + range.length
      guard let lower = boundaries[range.offset] else {
        throw .entitySplitsCharacter(index: index, field: "offset", value: range.offset)
      }
      guard let upper = boundaries[end] else {
        throw .entitySplitsCharacter(index: index, field: "length", value: range.length)
      }
      result.append(lower..<upper)
    }
    return result
  }

  private func check(index: Int, textLength: Int) throws(MessageError) {
    guard offset >= 0, offset <= textLength else {
      throw .entityOutOfBounds(index: index, field: "offset", value: offset, textLength: textLength)
    }
    guard length >= 0, length <= textLength - offset else {
      throw .entityOutOfBounds(index: index, field: "length", value: length, textLength: textLength)
    }
  }
}

/// A mapping from UTF-16 to UTF-8 offsets.
private struct Boundaries {
  private var units: [Int]
  private var bytes: [Int] = []

  init(_ offsets: [Int], in text: String) {
    let sorted = offsets.sorted()
    units = []
    var (unit, byte, next) = (0, 0, 0)
    for lead in text.utf8 where lead & 0xC0 != 0x80 {
      while next < sorted.count, sorted[next] < unit { next += 1 }  // Within a surrogate pair.
      while next < sorted.count, sorted[next] == unit {
        units.append(unit)
        bytes.append(byte)
        next += 1
      }
      guard next < sorted.count else { return }
      unit += lead >= 0xF0 ? 2 : 1
      byte += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }
    units.append(unit)
    bytes.append(byte)
  }

  /// The UTF-8 offset, or `nil` if `unit` is inside a character.
  subscript(unit: Int) -> Int? {
    let index = units.partitioningIndex { $0 >= unit }
    return index < units.count && units[index] == unit ? bytes[index] : nil
  }
}
