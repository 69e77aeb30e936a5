internal import GalleyPixels
internal import GalleyTypesetting

/// The glyphs of a layout's lines on the pixel grid, kept for layouts that are painted again.
///
/// Positions are without the canvas's shift, and colors are those of the text, so that tiles and
/// palettes share them.
final class PlacedText: Sendable {
  /// A run without decoration lines.
  struct Run {
    /// The index of its strike.
    fileprivate let strike: Int
    let color: PaintColor
    /// The index after its last glyph.
    fileprivate let end: Int
  }

  /// A glyph at a position that fits into 16 bits.
  fileprivate struct Glyph {
    let key: UInt32
    let x: Int16
    let y: Int16
  }

  private let runs: [Run]
  private let glyphs: [Glyph]
  private let strikes: [GlyphStrike]
  /// The index after the last run of each line.
  private let lineEnds: [Int]
  /// The layout; `nil` if that has ended, and another one may be at its address.
  private weak let layout: TextLayout?

  /// Creates the text of a layout whose lines have all been recorded, or returns `nil` if they have
  /// not.
  init?(_ recorder: PlacementRecorder, of layout: TextLayout) {
    guard recorder.lineEnds.count == layout.lineCount else { return nil }
    // Copied, because the arrays that grew may be twice as large.
    runs = Array(recorder.runs[...])
    glyphs = Array(recorder.glyphs[...])
    strikes = recorder.strikes
    lineEnds = recorder.lineEnds
    self.layout = layout
  }

  /// The memory of a glyph, in bytes.
  static let glyphSize = MemoryLayout<Glyph>.stride

  /// The memory of the text and of its entry in a cache, in bytes.
  var byteCount: Int {
    runs.count * MemoryLayout<Run>.stride + glyphs.count * MemoryLayout<Glyph>.stride
      + (strikes.count + lineEnds.count) * MemoryLayout<Int>.stride + 500
  }

  /// Whether the text is that of a layout that ended, so that nothing needs it.
  var isStale: Bool { layout == nil }

  /// Returns whether the text is that of a layout.
  func isPlaced(_ layout: TextLayout) -> Bool { self.layout === layout }

  /// The indices of the runs of a line.
  func runs(ofLine line: Int) -> Range<Int> {
    (line == 0 ? 0 : lineEnds[line - 1])..<lineEnds[line]
  }

  /// Returns the key of a run's strike, and the color of the run.
  func style(ofRun index: Int) -> (strike: StrikeKey, color: PaintColor) {
    let run = runs[index]
    return (strikes[run.strike].key, run.color)
  }

  /// Returns the strike of a run.
  func strike(ofRun index: Int) -> GlyphStrike { strikes[runs[index].strike] }

  /// Appends the glyphs of a run to those of a line on a canvas.
  func appendGlyphs(ofRun index: Int, to line: inout PixelLine, on canvas: borrowing PaintCanvas) {
    let range = (index == 0 ? 0 : runs[index - 1].end)..<runs[index].end
    let x = Int32(truncatingIfNeeded: canvas.shiftX)
    let y = Int32(truncatingIfNeeded: canvas.shiftY)
    let array = glyphs
    let glyphs = array.span
    line.append(count: range.count) { number, placement in
      let glyph = glyphs[range.lowerBound &+ number]
      placement.key = glyph.key
      placement.x = Int32(glyph.x) &+ x
      placement.y = Int32(glyph.y) &+ y
    }
  }
}

/// A recorder of the lines of a layout while they are placed.
struct PlacementRecorder {
  fileprivate var runs: [PlacedText.Run] = []
  fileprivate var glyphs: [PlacedText.Glyph] = []
  fileprivate var strikes: [GlyphStrike] = []
  fileprivate var lineEnds: [Int] = []

  /// Creates a recorder of a layout, which is short.
  init(of layout: TextLayout) {
    // Most texts have at most one glyph per byte.
    glyphs.reserveCapacity(layout.textLength)
    lineEnds.reserveCapacity(layout.lineCount)
  }

  /// Records the next line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - shelf: The strikes of its runs.
  ///   - canvas: The canvas on which the line was placed.
  /// - Returns: `false` if the line cannot be recorded, because it has decoration lines or a
  ///   position is too large.
  mutating func append(
    _ line: PixelLine, of shelf: StrikeShelf, on canvas: borrowing PaintCanvas
  ) -> Bool {
    guard !line.hasDecorations else { return false }
    for run in line.runs {
      for placement in line.placements[run.placements] {
        guard let x = Int16(exactly: Int(placement.x) - canvas.shiftX),
          let y = Int16(exactly: Int(placement.y) - canvas.shiftY)
        else { return false }
        glyphs.append(PlacedText.Glyph(key: placement.key, x: x, y: y))
      }
      let strike = shelf[run.strike]
      let index = strikes.firstIndex { $0 === strike } ?? strikes.count
      if index == strikes.count { strikes.append(strike) }
      runs.append(PlacedText.Run(strike: index, color: run.paintColor, end: glyphs.count))
    }
    lineEnds.append(runs.count)
    return true
  }
}
