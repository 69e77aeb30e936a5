import GalleyFonts
import GalleyHarfBuzz
internal import GalleySystem

/// The properties of a plain word in its font, beside its glyphs.
struct PlainWord {
  let plainness: WordPlainness
  /// The offsets within the word at which a line may break, in the text.
  let breaks: [Int]
  let palette: GlyphPalette

  /// Creates the properties of a word; returns `nil` if it is not plain.
  init?(
    _ text: Span<UInt8>, _ word: Range<Int>, setting: borrowing RunShaper.Setting,
    analyzer: inout TextAnalyzer
  ) {
    guard setting.isPlain else { return nil }
    var breaks: [Int] = []
    plainness = analyzer.plainness(
      of: text, word, script: setting.properties.script,
      coverage: setting.font.typeface.plainCoverage, breaks: &breaks)
    guard plainness.isPlain else { return nil }
    self.breaks = breaks
    palette = setting.font.palette
  }
}

extension WordCache.Word {
  /// Appends the codes, lengths and break entries of a word, which makes it plain, if its glyphs
  /// allow it: narrow ones without offsets, of which the first is safe to break before.
  ///
  /// - Parameters:
  ///   - plain: The properties of the word.
  ///   - text: The text.
  ///   - range: The bytes of the word.
  ///   - glyphs: The glyphs.
  ///   - pool: The array to append to.
  // Not inlined, because version 6.3 of the compiler then crashes.
  @inline(never) mutating func append(
    _ plain: PlainWord, of text: Span<UInt8>, _ range: Range<Int>, glyphs: Span<Glyph>,
    behind pool: inout [UInt32]
  ) {
    guard !glyphs.isEmpty, range.count <= Int(UInt8.max), format.isNarrow, !format.hasOffsets,
      !glyphs[0].isUnsafeToBreak, Int(glyphs[0].cluster) == range.lowerBound,
      Self.haveShortClusters(glyphs, upTo: range.upperBound)
    else { return }
    var entries: [UInt32] = []
    for place in plain.breaks.indices {
      let start = place == 0 ? range.lowerBound : plain.breaks[place - 1]
      guard let entry = Self.entry(of: glyphs, start..<plain.breaks[place]) else { return }
      entries.append(entry)
    }
    // `Array` would share the memory of a pool without other words, so that appending copies it.
    let words = pool[Int(first)..<Int(first) + glyphs.count].map { $0 }
    var missing: [UInt32] = []
    plain.palette.appendCodes(of: words.span, to: &pool, missing: &missing)
    Self.appendLengths(of: glyphs, upTo: range.upperBound, to: &pool)
    pool += missing
    pool += entries
    (missingCount, breakCount) = (
      UInt8(truncatingIfNeeded: missing.count), UInt8(truncatingIfNeeded: entries.count)
    )
    plainness = plain.plainness
  }

  /// Returns whether no cluster is longer than three bytes.
  private static func haveShortClusters(_ glyphs: Span<Glyph>, upTo end: Int) -> Bool {
    for index in glyphs.indices where length(ofCluster: index, in: glyphs, upTo: end) > 3 {
      return false
    }
    return true
  }

  private static func length(
    ofCluster index: Int, in glyphs: Span<Glyph>, upTo end: Int
  ) -> Int {
    let next = index + 1 < glyphs.count ? Int(glyphs[index + 1].cluster) : end
    return next - Int(glyphs[index].cluster)
  }

  /// Appends the lengths of clusters, sixteen to a word.
  private static func appendLengths(
    of glyphs: Span<Glyph>, upTo end: Int, to words: inout [UInt32]
  ) {
    var word: UInt32 = 0
    for index in glyphs.indices {
      let length = length(ofCluster: index, in: glyphs, upTo: end)
      word |= UInt32(truncatingIfNeeded: length) << UInt32(2 * (index & 15))
      if index & 15 == 15 || index == glyphs.count - 1 {
        words.append(word)
        word = 0
      }
    }
  }

  /// Returns the entry of a piece of a word, or `nil` if it is not narrow or no glyph follows.
  private static func entry(of glyphs: Span<Glyph>, _ piece: Range<Int>) -> UInt32? {
    var ink = 0
    for index in glyphs.indices where Int(glyphs[index].cluster) >= piece.lowerBound {
      let glyph = glyphs[index]
      if Int(glyph.cluster) < piece.upperBound {
        ink += Int(glyph.advance)
        continue
      }
      var coder = NarrowEntryCoder()
      return coder.word(
        of: BreakEntry(
          ink: ink, hang: 0, length: piece.count, kind: .allowed,
          isUnsafe: glyph.isUnsafeToBreak || Int(glyph.cluster) != piece.upperBound,
          endsRun: false, hasInk: true))
    }
    return nil
  }
}
