internal import GalleyBasics
public import GalleyGeometry

extension TextLayout {
  /// A spoiler with its rectangles.
  public struct Spoiler: Hashable, Sendable {
    /// The index of the spoiler among those of the text, in insertion order.
    public var index: Int
    /// The bytes that the spoiler covers.
    public var range: Range<Int>
    /// The rectangles of the spoiler, as from ``TextLayout/rects(of:)-(Range<Int>)``, excluding
    /// text that belongs to an overlapping spoiler.
    public var rects: [Rect]
    /// The rectangles of its words, in order; white space between words is excluded.
    public var wordRects: [Rect]
  }

  /// The spoilers, in the order of their indices.
  ///
  /// Text in several spoilers belongs to the one that was added first.
  ///
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the length of the lines with spoilers, and
  ///   *k* the number of spoilers.
  public var spoilers: [Spoiler] { spoilers(Array(text.spoilers.indices)) }

  /// Returns the spoilers with the given indices, in the same order.
  ///
  /// Text in several of these spoilers belongs to the one that comes first here.
  package func spoilers(_ indices: [Int]) -> [Spoiler] {
    let all = text.spoilers
    var spoilers: [Spoiler] = []
    var (parts, partOwners): ([Range<Int>], [Int]) = ([], [])
    var (words, wordOwners): ([Range<Int>], [Int]) = ([], [])
    var free = FreeRanges(within: indices.map { all[$0] })
    for (owner, index) in indices.enumerated() {
      let range = all[index]
      spoilers.append(Spoiler(index: index, range: range, rects: [], wordRects: []))
      free.take(range) { part in
        parts.append(part)
        partOwners.append(owner)
        for word in text.stretchesWithoutSpace(in: part) {
          words.append(word)
          wordOwners.append(owner)
        }
      }
    }
    for (owner, rects) in zip(partOwners, rects(of: parts)) { spoilers[owner].rects += rects }
    for (owner, rects) in zip(wordOwners, rects(of: words)) { spoilers[owner].wordRects += rects }
    return spoilers
  }
}

/// The parts of ranges that are not taken yet.
///
/// The ranges are split at all of their ends. Each taken piece links to the next piece that may be
/// free, as in a disjoint-set forest.
private struct FreeRanges {
  private let edges: [Int]
  private var next: [Int]

  /// Creates free ranges that cover the union of `ranges`.
  init(within ranges: [Range<Int>]) {
    edges = Array(Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] })).sorted()
    next = Array(edges.indices)
  }

  /// Takes the free parts of one of the ranges, and visits them in order.
  mutating func take(_ range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var piece = firstFree(from: index(of: range.lowerBound))
    while piece < edges.count, edges[piece] < range.upperBound {
      let start = edges[piece]
      // Adjacent free pieces are merged.
      while edges[piece] < range.upperBound, next[piece] == piece {
        next[piece] = piece + 1
        piece += 1
      }
      body(start..<edges[piece])
      piece = firstFree(from: piece)
    }
  }

  /// Returns the index of the first free piece.
  private mutating func firstFree(from piece: Int) -> Int {
    var root = piece
    while next[root] != root { root = next[root] }
    var step = piece
    while step != root {
      let following = next[step]
      next[step] = root
      step = following
    }
    return root
  }

  private func index(of edge: Int) -> Int { edges.partitioningIndex { $0 >= edge } }
}

extension AttributedText {
  /// Returns the parts of a range separated by white space, including line ends.
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
  /// Returns the length in bytes of the white space character at `offset`, or 0 if there is none.
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
