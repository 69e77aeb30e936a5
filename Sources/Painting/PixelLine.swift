internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyPixels
internal import GalleyTypesetting

/// The runs of a line on the pixel grid, while they are collected.
struct PixelLine {
  private(set) var runs: [PixelRun] = []
  /// The decoration of each element of `runs`.
  private(set) var decorations: [Decoration] = []
  /// Whether any run has an underline or a strikethrough.
  private(set) var hasDecorations = false
  /// The positions of all glyphs.
  private(set) var placements: [MaskPlacement] = []

  /// Appends a run, whose glyphs are placed already.
  mutating func append(_ run: PixelRun, _ decoration: Decoration) {
    runs.append(run)
    decorations.append(decoration)
    if decoration.underline != nil || decoration.strikethrough != nil { hasDecorations = true }
  }

  /// Rounds positions: horizontally to quarter pixels, vertically to whole pixels.
  ///
  /// The baseline is rounded before offsets from it, so that a mark keeps its distance from its
  /// letter on every line.
  mutating func place(
    _ glyphs: Span<PositionedGlyph>, originX: Double, baseline: Int,
    on canvas: borrowing PaintCanvas
  ) {
    let scale = canvas.grid.scale
    let shift = Int32(truncatingIfNeeded: canvas.shiftX)
    let baseline = Int32(truncatingIfNeeded: baseline)
    for index in glyphs.indices {
      let glyph = glyphs[index]
      let quarter = PixelGrid.quarter(originX + Double(glyph.x) * scale)
      var y = baseline
      if glyph.y != 0 {
        y &+= Int32(truncatingIfNeeded: PixelGrid.nearest(Double(glyph.y) * scale))
      }
      placements.append(
        MaskPlacement(
          key: glyph.id &* 4 | UInt32(truncatingIfNeeded: quarter & 3), x: quarter &>> 2 &+ shift,
          y: y))
    }
  }

  /// Removes the placements of some glyphs, starting at an index.
  mutating func removePlacements(from first: Int, where isRefused: (MaskPlacement) -> Bool) {
    placements.replaceSubrange(first..., with: placements[first...].filter { !isRefused($0) })
  }

  /// Joins the decorations of adjacent runs.
  mutating func joinDecorations() { Decoration.join(&decorations) }

  /// Removes the runs.
  mutating func reset() {
    runs.removeAll(keepingCapacity: true)
    decorations.removeAll(keepingCapacity: true)
    hasDecorations = false
    placements.removeAll(keepingCapacity: true)
  }
}

/// A run of a line on the pixel grid.
struct PixelRun {
  /// The index of its strike in the worker.
  let strike: Int
  /// The range of its glyphs in the worker's placements.
  let placements: Range<Int>
  let color: Color
  /// The pixel edge at the start of the run.
  let left: Int
  /// The pixel edge at the end of the run, where the next one begins.
  let right: Int
  /// The pixel edge of the glyphs' baseline.
  let baseline: Int
  /// The pixel edge of the line's baseline.
  let lineBaseline: Int
  /// The ISO 15924 tag of the glyphs' script.
  let script: FontTag
}
