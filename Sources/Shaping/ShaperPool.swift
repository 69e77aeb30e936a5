package import GalleyFonts
package import GalleyHarfBuzz
import Synchronization

/// Hands each thread a ``Shaper`` of its own for as long as it shapes.
package final class ShaperPool: Sendable {
  private let fonts: FontCollection
  private let idle = Mutex<[Shaper]>([])

  /// Makes a pool without shapers; they are made as they are needed.
  package init(fonts: FontCollection) {
    self.fonts = fonts
  }

  /// Shapes a text.
  package func shape(_ input: ShapingInput) -> ShapedText {
    withShaper { $0.shape(input, fonts: fonts, pool: self) }
  }

  /// The font that a style asks for in a text, whatever characters there are.
  package func font(of style: ShapingStyle, in input: ShapingInput) -> FontInstance {
    fonts.fontSet(for: style.font, language: style.language ?? input.language).primary
  }

  /// Shapes a part of a run anew, because a line begins or ends there.
  ///
  /// - Parameters:
  ///   - range: The bytes to shape, all of them of `run`.
  ///   - context: The bytes whose letters may join those of `range`.
  ///   - run: The run.
  ///   - text: The text that the run is of.
  /// - Returns: The glyphs, in logical order.
  package func reshape(
    _ range: Range<Int>, context: Range<Int>, of run: ShapedRun, in text: ShapedText
  ) -> [Glyph] {
    reshape(text.input.text.string.utf8.span, range, context: context, of: run, in: text)
  }

  /// Shapes bytes as if they were of a run.
  func reshape(
    _ bytes: Span<UInt8>, _ range: Range<Int>, context: Range<Int>, of run: ShapedRun,
    in text: ShapedText
  ) -> [Glyph] {
    let style = text.style(of: run)
    let font = text.font(of: run)
    let spaces =
      run.borrowsSpaces
      ? BorrowedSpaces(
        fonts: fonts.fontSet(for: style.font, language: style.language ?? text.input.language))
      : nil
    return withShaper { shaper in
      shaper.withRunShaper { runShaper, analyzer, fontSets, glyphs in
        let setting = RunShaper.Setting(
          font: font,
          properties: SegmentProperties(
            script: run.script,
            language: fontSets.language(style.language ?? text.input.language, for: font),
            isRightToLeft: run.isRightToLeft),
          style: style)
        if let spaces {
          _ = runShaper.shape(
            bytes, range, context: context, setting: setting, options: nil, spaces: spaces,
            analyzer: &analyzer, into: &glyphs)
        } else {
          runShaper.shape(bytes, range, context: context, setting: setting, into: &glyphs)
        }
        // Not the array itself, whose memory goes back to the pool with its shaper.
        return glyphs.map { $0 }
      }
    }
  }

  /// The places in `range` where a character, as users see it, ends.
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

  private func withShaper<Result>(_ body: (Shaper) -> Result) -> Result {
    let shaper = idle.withLock { $0.popLast() } ?? Shaper()
    defer { idle.withLock { $0.append(shaper) } }
    return body(shaper)
  }
}
