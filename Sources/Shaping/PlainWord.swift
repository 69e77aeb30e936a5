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
  mutating func append(
    _ plain: PlainWord, of text: Span<UInt8>, _ range: Range<Int>, glyphs: Span<Glyph>,
    behind pool: inout [UInt32]
  ) {
    guard !glyphs.isEmpty, range.count <= Int(UInt8.max), format.isNarrow, !format.hasOffsets,
      !glyphs[0].isUnsafeToBreak, Int(glyphs[0].cluster) == range.lowerBound,
      let lengths = lengths(of: glyphs, upTo: range.upperBound),
      let entries = entries(of: glyphs, range, plain.breaks)
    else { return }
    var missing: [UInt32] = []
    plain.palette.appendCodes(
      of: pool[Int(first)..<Int(first) + glyphs.count].span, to: &pool, missing: &missing)
    pool += lengths
    pool += missing
    pool += entries
    (missingCount, breakCount) = (
      UInt8(truncatingIfNeeded: missing.count), UInt8(truncatingIfNeeded: entries.count)
    )
    plainness = plain.plainness
  }

  /// Returns the lengths of clusters, sixteen to a word, or `nil` if one is longer than three bytes.
  private func lengths(of glyphs: Span<Glyph>, upTo end: Int) -> [UInt32]? {
    var words = [UInt32](repeating: 0, count: (glyphs.count + 15) / 16)
    for index in glyphs.indices {
      let next = index + 1 < glyphs.count ? Int(glyphs[index + 1].cluster) : end
      let length = next - Int(glyphs[index].cluster)
      guard length <= 3 else { return nil }
      words[index / 16] |= UInt32(length) << UInt32(2 * (index & 15))
    }
    return words
  }

  /// Returns the narrow entries of all pieces but the last, or `nil` if one is not narrow or the
  /// last has no glyph.
  private func entries(
    of glyphs: Span<Glyph>, _ range: Range<Int>, _ breaks: [Int]
  ) -> [UInt32]? {
    var coder = NarrowEntryCoder()
    var (words, index, start): ([UInt32], Int, Int) = ([], 0, range.lowerBound)
    for end in breaks {
      var ink = 0
      while index < glyphs.count, Int(glyphs[index].cluster) < end {
        ink += Int(glyphs[index].advance)
        index += 1
      }
      guard index < glyphs.count else { return nil }
      let isUnsafe = glyphs[index].isUnsafeToBreak || Int(glyphs[index].cluster) != end
      let entry = BreakEntry(
        ink: ink, hang: 0, length: end - start, kind: .allowed, isUnsafe: isUnsafe, endsRun: false,
        hasInk: true)
      guard let word = coder.word(of: entry) else { return nil }
      words.append(word)
      start = end
    }
    return words
  }
}
