package import GalleyHarfBuzz

/// The tatweels to insert between two joined letters.
package struct TatweelInsertion: Hashable, Sendable {
  /// The UTF-8 offset of the letter after the stroke.
  package var offset: Int
  /// The number of tatweels; at least one.
  package var count: Int

  /// Creates an insertion.
  package init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }
}

extension ShaperPool {
  /// Reshapes a part of a run with inserted tatweels (U+0640), in order and each between two
  /// clusters of `range`.
  ///
  /// - Returns: The glyphs in logical order, with clusters of `text`; a tatweel belongs to the
  ///   cluster before it.
  package func reshape(
    _ range: Range<Int>, inserting insertions: [TatweelInsertion], of run: ShapedRun,
    in text: ShapedText
  ) -> [Glyph] {
    let stretched = StretchedText(text.input.text.string.utf8.span, range, insertions: insertions)
    var glyphs = reshape(
      stretched.bytes.span, stretched.range, context: 0..<stretched.bytes.count, of: run, in: text)
    stretched.restoreClusters(of: &glyphs)
    return glyphs
  }
}

/// A piece of a text with inserted tatweels and context.
private struct StretchedText {
  private(set) var bytes: [UInt8] = []
  /// The range of the piece in ``bytes``.
  private(set) var range = 0..<0
  private let start: Int
  private let insertions: [TatweelInsertion]

  /// The length of a tatweel in bytes.
  private static let tatweelLength = 2
  /// The length of the context on either side, in bytes; more than HarfBuzz uses.
  private static let contextLength = 64

  init(_ text: Span<UInt8>, _ range: Range<Int>, insertions: [TatweelInsertion]) {
    self.insertions = insertions
    var first = max(0, range.lowerBound - StretchedText.contextLength)
    while first < range.lowerBound, text[first] & 0xC0 == 0x80 { first += 1 }
    var last = min(text.count, range.upperBound + StretchedText.contextLength)
    while last > range.upperBound, last < text.count, text[last] & 0xC0 == 0x80 { last -= 1 }
    start = first

    var index = first
    func copy(to end: Int, into bytes: inout [UInt8]) {
      while index < end {
        bytes.append(text[index])
        index += 1
      }
    }
    for insertion in insertions {
      copy(to: insertion.offset, into: &bytes)
      for _ in 0..<insertion.count { bytes += [0xD9, 0x80] }  // U+0640
    }
    copy(to: range.upperBound, into: &bytes)
    let end = bytes.count
    copy(to: last, into: &bytes)
    self.range = range.lowerBound - first..<end
  }

  /// Maps the clusters of glyphs back to the original text.
  ///
  /// - Complexity: O(*n*), because clusters never descend.
  func restoreClusters(of glyphs: inout [Glyph]) {
    var (next, added) = (0, 0)
    for index in glyphs.indices {
      let place = Int(glyphs[index].cluster)
      var isTatweel = false
      while next < insertions.count {
        let first = insertions[next].offset - start + added
        guard place >= first else { break }
        let length = insertions[next].count * StretchedText.tatweelLength
        isTatweel = place < first + length
        if isTatweel { break }
        added += length
        next += 1
      }
      glyphs[index].cluster =
        isTatweel && index > 0
        ? glyphs[index - 1].cluster : Int32(truncatingIfNeeded: place - added + start)
    }
  }
}
