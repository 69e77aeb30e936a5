package import GalleyHarfBuzz

/// A place between two joined letters, and how many tatweels stretch the stroke there.
package struct TatweelInsertion: Hashable, Sendable {
  /// The UTF-8 offset of the letter behind the stroke.
  package var offset: Int
  /// How many tatweels there are; at least one.
  package var count: Int

  /// Makes an insertion.
  package init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }
}

extension ShaperPool {
  /// Shapes a part of a run anew, with tatweels (U+0640) that the text does not have.
  ///
  /// - Parameters:
  ///   - range: The bytes to shape, all of them of `run`.
  ///   - insertions: Where tatweels come in, in order, each between two clusters of `range`.
  ///   - run: The run.
  ///   - text: The text that the run is of.
  /// - Returns: The glyphs in logical order, in clusters of `text`: a tatweel is of the cluster before it.
  package func reshape(
    _ range: Range<Int>, inserting insertions: [TatweelInsertion], of run: ShapedRun,
    in text: ShapedText
  ) -> [Glyph] {
    let stretched = StretchedText(
      text.input.text.string.utf8.span, range, insertions: insertions)
    var glyphs = reshape(
      stretched.bytes.span, stretched.range, context: 0..<stretched.bytes.count, of: run, in: text)
    stretched.restoreClusters(of: &glyphs)
    return glyphs
  }
}

/// A piece of a text with tatweels in it, and what is around it.
private struct StretchedText {
  private(set) var bytes: [UInt8] = []
  /// Where in the bytes the piece is.
  private(set) var range = 0..<0
  private let start: Int
  private let insertions: [TatweelInsertion]

  /// How many bytes of a tatweel there are.
  private static let tatweelLength = 2
  /// As much of the text on either side as HarfBuzz looks at, and more.
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

  /// Gives glyphs of the bytes the clusters of the text.
  ///
  /// - Complexity: O(*n*): clusters never descend.
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
