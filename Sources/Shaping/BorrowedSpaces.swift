import GalleyFonts
import GalleyHarfBuzz
import GalleyUnicode

/// The advances of white space in runs of fallback fonts.
///
/// CSS takes each white-space character from the first font that has it, nearly always the primary
/// font. A run of a fallback font keeps its spaces, so that it is not split, and gives them the
/// advances of that font. Letters are not affected: the text between two borrowed spaces is shaped
/// separately, as in CSS, where it is a run of its own. A space with a mark stays in the fallback
/// font.
///
/// - SeeAlso: [CSS Fonts 4, section 5.3](https://www.w3.org/TR/css-fonts-4/#cluster-matching).
struct BorrowedSpaces {
  /// The fonts of the run's style.
  let fonts: FontSet

  /// The maximum advance of a borrowed space, in design units, which fits a break entry with letter
  /// spacing.
  private static let maximumAdvance = 32_000

  /// Returns the advance of a space, rounded to design units of the run's font.
  func advance(of space: UInt32, script: FontTag, in font: FontInstance) -> Int32 {
    let lender = fonts.font(ofSpace: space, script: script)
    guard lender !== font else { return font.advance(ofSpace: space) }
    let (to, from) = (font.typeface.unitsPerEm, lender.typeface.unitsPerEm)
    let units = (2 * Int(lender.advance(ofSpace: space)) * to + from) / (2 * from)
    return Int32(min(max(units, 0), BorrowedSpaces.maximumAdvance))
  }

  /// Returns whether a character is white space whose advance may be borrowed.
  @inline(__always) static func isSpace(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0xA0 || (0x2000...0x200A).contains(scalar) || scalar == 0x202F
      || scalar == 0x3000
  }
}

extension RunShaper {
  /// Shapes a piece of a run of a fallback font word by word, with borrowed spaces between.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - range: The bytes to shape.
  ///   - context: The bytes whose letters may join those of `range`, which they include.
  ///   - setting: The properties of the run.
  ///   - options: The flags for the piece's edges, or `nil` for none.
  ///   - spaces: The advances of white space.
  ///   - analyzer: The source of character properties.
  ///   - encoder: The encoder of the run, which has begun.
  /// - Returns: The ink reach of the glyphs.
  mutating func shape(
    _ text: Span<UInt8>, _ range: Range<Int>, context: Range<Int>, setting: Setting,
    options: ShapingOptions?, spaces: BorrowedSpaces, analyzer: inout TextAnalyzer,
    into encoder: inout GlyphEncoder
  ) -> InkReach {
    var reach = InkReach()
    let key = cacheContext(of: setting)
    var index = range.lowerBound
    var advance: (scalar: UInt32, units: Int32)?
    encoder.append(capacity: range.count) { run, words, parts in
      while index < range.upperBound {
        let (scalar, length) = text.scalar(at: index)
        if isBorrowed(scalar, upTo: index + length, in: text, &analyzer) {
          if advance?.scalar != scalar {
            let units = spaces.advance(
              of: scalar, script: setting.properties.script, in: setting.font)
            advance = (scalar, units)
          }
          let space = space(scalar, advance?.units ?? 0, at: index, setting: setting)
          let end = Int32(truncatingIfNeeded: length)
          guard run.append(space, length: end, to: &words, &parts) else { return false }
          index += length
          continue
        }
        let end = wordEnd(in: text, index + length..<range.upperBound, &analyzer)
        let word = appendWord(
          text, index..<end, WordKey(text, index..<end, context: key), in: range, context: context,
          setting: setting, options: index == range.lowerBound ? options : nil,
          analyzer: &analyzer, to: &run, &words, &parts)
        guard let word else { return false }
        reach.formUnion(word)
        index = end
      }
      return true
    }
    return reach
  }

  private func wordEnd(
    in text: Span<UInt8>, _ range: Range<Int>, _ analyzer: inout TextAnalyzer
  ) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, length) = text.scalar(at: index)
      if isBorrowed(scalar, upTo: index + length, in: text, &analyzer) { return index }
      index += length
    }
    return index
  }

  /// Returns whether a character is a space without a mark.
  @inline(__always) private func isBorrowed(
    _ scalar: UInt32, upTo end: Int, in text: Span<UInt8>, _ analyzer: inout TextAnalyzer
  ) -> Bool {
    guard BorrowedSpaces.isSpace(scalar) else { return false }
    guard end < text.count, text[end] >= 0xCC else { return true }
    return !analyzer.learnExtendsCluster(text.scalar(at: end).value)
  }

  private func space(
    _ scalar: UInt32, _ advance: Int32, at offset: Int, setting: borrowing Setting
  ) -> Glyph {
    let id =
      scalar == 0x20
      ? setting.font.space.id
      : setting.font.font.glyph(for: scalar)?.rawValue ?? setting.font.space.id
    var glyph = Glyph(id: id, cluster: Int32(truncatingIfNeeded: offset), advance: advance)
    if setting.spacing != 0, advance > 0 {
      let spacing = max(setting.spacing, -advance)
      glyph.advance += spacing
      if setting.properties.isRightToLeft { glyph.xOffset += spacing }
    }
    return glyph
  }
}
