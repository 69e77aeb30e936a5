public import GalleyGeometry

/// A spoiler and where it stands.
public struct LayoutSpoiler: Hashable, Sendable {
  /// The number of the spoiler: its place among those of the text, in the order in which they were
  /// added.
  public var index: Int
  /// The bytes that the spoiler covers.
  public var range: Range<Int>
  /// What it covers, as ``TextLayout/rects(of:)-(Range<Int>)`` has it.
  public var rects: [Rect]
  /// What each of its words covers, in order; the white space between words is left out.
  public var wordRects: [Rect]
}

extension TextLayout {
  /// The spoilers, in the order of their numbers.
  ///
  /// - Complexity: O(*n*) but for sorting, where *n* is the length of the lines with spoilers.
  public var spoilers: [LayoutSpoiler] {
    let ranges = text.spoilers
    guard !ranges.isEmpty else { return [] }
    let rects = rects(of: ranges)
    var words: [Range<Int>] = []
    var owners: [Int] = []
    for (index, range) in ranges.enumerated() {
      for word in text.stretchesWithoutSpace(in: range) {
        words.append(word)
        owners.append(index)
      }
    }
    var spoilers = ranges.indices.map {
      LayoutSpoiler(index: $0, range: ranges[$0], rects: rects[$0], wordRects: [])
    }
    for (owner, rects) in zip(owners, self.rects(of: words)) {
      spoilers[owner].wordRects += rects
    }
    return spoilers
  }
}

extension AttributedText {
  /// The parts of a range between which there is white space, line ends included.
  func stretchesWithoutSpace(in range: Range<Int>) -> [Range<Int>] {
    let bytes = string.utf8.span
    var stretches: [Range<Int>] = []
    var start = range.lowerBound
    var offset = start
    while offset < range.upperBound {
      let length = bytes.whitespaceLength(at: offset)
      if length > 0 {
        if start < offset { stretches.append(start..<offset) }
        start = offset + length
      }
      offset += max(1, length)
    }
    if start < range.upperBound { stretches.append(start..<range.upperBound) }
    return stretches
  }
}

extension Span<UInt8> {
  /// How many bytes the character at `offset` has if it is white space, or 0.
  ///
  /// - SeeAlso: `White_Space` in Unicode's `PropList.txt`.
  func whitespaceLength(at offset: Int) -> Int {
    switch self[offset] {
    case 0x09...0x0D, 0x20: 1
    case 0xC2: self[offset + 1] == 0x85 || self[offset + 1] == 0xA0 ? 2 : 0
    case 0xE1: self[offset + 1] == 0x9A && self[offset + 2] == 0x80 ? 3 : 0  // U+1680
    case 0xE2:
      switch (self[offset + 1], self[offset + 2]) {
      case (0x80, 0x80...0x8A), (0x80, 0xA8), (0x80, 0xA9), (0x80, 0xAF), (0x81, 0x9F): 3
      default: 0
      }
    case 0xE3: self[offset + 1] == 0x80 && self[offset + 2] == 0x80 ? 3 : 0  // U+3000
    default: 0
    }
  }
}
