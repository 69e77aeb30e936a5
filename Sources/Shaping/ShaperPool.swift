package import GalleyFonts
package import GalleyHarfBuzz
import Synchronization

/// A pool that lends each thread a ``Shaper`` while it shapes.
package final class ShaperPool: Sendable {
  private let fonts: FontCollection
  private let idle = Mutex<[Shaper]>([])

  /// Creates an empty pool; shapers are created on demand.
  package init(fonts: FontCollection) { self.fonts = fonts }

  /// Shapes a text.
  package func shape(_ input: ShapingInput) -> ShapedText {
    shape(input, isStale: { false }).text
  }

  /// Shapes a text until it is no longer needed.
  ///
  /// - Parameters:
  ///   - input: The text.
  ///   - isStale: Returns whether the text is no longer needed; called before each piece of at most
  ///     4,000 bytes. When it has returned `true`, the rest of the text gets no glyphs.
  /// - Returns: The text, and whether all of it has glyphs.
  package func shape(
    _ input: ShapingInput, isStale: @Sendable () -> Bool
  ) -> (text: ShapedText, isComplete: Bool) {
    withShaper { $0.shape(input, fonts: fonts, pool: self, isStale: isStale) }
  }

  /// Returns the primary font of a style in a text, regardless of its characters.
  package func font(of style: ShapingStyle, in input: ShapingInput) -> FontInstance {
    fonts.fontSet(for: style.font, language: style.language ?? input.language).primary
  }

  /// Reshapes a part of a run, because a line begins or ends there, and returns the glyphs in
  /// logical order.
  ///
  /// `context` has the bytes whose letters may join those of `range`. Controls and line ends, which
  /// only follow the other characters of a run, have no glyphs.
  package func reshape(
    _ range: Range<Int>, context: Range<Int>, of run: ShapedRun, in text: ShapedText
  ) -> [Glyph] {
    let bytes = text.input.text.string.utf8.span
    var end = range.upperBound
    while end > range.lowerBound, PlainCharacters.isControl(bytes.scalar(before: end)) {
      end = bytes.scalarStart(at: end - 1)
    }
    guard end > range.lowerBound else { return [] }
    return reshape(bytes, range.lowerBound..<end, context: context, of: run, in: text)
  }

  /// Shapes bytes as if they were part of a run.
  func reshape(
    _ bytes: Span<UInt8>, _ range: Range<Int>, context: Range<Int>, of run: ShapedRun,
    in text: ShapedText
  ) -> [Glyph] {
    let style = text.style(of: run)
    let font = text.font(of: run)
    return withShaper { shaper in
      shaper.withRunShaper { runShaper, analyzer, fontSets, encoder in
        let setting = RunShaper.Setting(
          font: font,
          properties: SegmentProperties(
            script: run.script,
            language: fontSets.language(style.language ?? text.input.language, for: font),
            isRightToLeft: run.isRightToLeft),
          style: style)
        // As the run was shaped, part of which stays on other lines.
        let isContinued =
          (run.borrowsSpaces || !setting.shapesWordsAlone) && text.isContinuation(run)
        let options = isContinued ? ShapingOptions.withoutDottedCircle : []
        guard run.borrowsSpaces else {
          var glyphs: [Glyph] = []
          runShaper.shape(
            bytes, range, context: context, setting: setting, options: options, into: &glyphs)
          return glyphs
        }
        let fontSet = fontSets.set(for: style, language: text.input.language, in: fonts)
        encoder.beginRun(at: Int32(truncatingIfNeeded: range.lowerBound))
        _ = runShaper.shape(
          bytes, range, context: context, setting: setting,
          options: options.isEmpty ? nil : options, spaces: BorrowedSpaces(fonts: fontSet),
          analyzer: &analyzer, into: &encoder)
        return encoder.endRun(length: range.count).glyphs(in: encoder.words.span)
      }
    }
  }

  /// Returns the ends of the grapheme clusters in `range`.
  ///
  /// - Returns: UTF-8 offsets in order, the last of them `range`'s end.
  /// - SeeAlso: UAX #29, section 3.
  package func graphemeBoundaries(of text: UTF8Text, in range: Range<Int>) -> [Int32] {
    withShaper { shaper in
      var boundaries: [Int32] = []
      shaper.appendGraphemeBoundaries(of: text.string.utf8.span, in: range, to: &boundaries)
      return boundaries
    }
  }

  /// Lends a shaper while a closure runs.
  func withShaper<Result>(_ body: (Shaper) -> Result) -> Result {
    let shaper = idle.withLock { $0.popLast() } ?? Shaper()
    defer { idle.withLock { $0.append(shaper) } }
    return body(shaper)
  }
}
