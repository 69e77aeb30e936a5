internal import GalleyBasics
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
    append(count: glyphs.count) { index, placement in
      let glyph = glyphs[index]
      let quarter = PixelGrid.quarter(originX + Double(glyph.x) * scale)
      var y = baseline
      if glyph.y != 0 {
        y &+= Int32(truncatingIfNeeded: PixelGrid.nearest(Double(glyph.y) * scale))
      }
      placement.key = glyph.id &* 4 | UInt32(truncatingIfNeeded: quarter & 3)
      placement.x = quarter &>> 2 &+ shift
      placement.y = y
    }
  }

  /// Appends a number of placements, which a closure sets.
  @inline(__always) mutating func append(count: Int, _ set: (Int, inout MaskPlacement) -> Void) {
    // Changed each time, because the initializer in another module is a call.
    var placement = MaskPlacement(key: 0, x: 0, y: 0)
    placements.append(upTo: count) { output in
      for index in 0..<count {
        set(index, &placement)
        output.append(placement)
      }
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
  /// The color in the text.
  let paintColor: PaintColor
  /// The color in the palette.
  let color: Color

  // Used for decoration lines only.

  /// The pixel edge at the start of the run.
  var left = 0
  /// The pixel edge at the end of the run, where the next one begins.
  var right = 0
  /// The pixel edge of the glyphs' baseline.
  var baseline = 0
  /// The pixel edge of the line's baseline.
  var lineBaseline = 0
  /// The ISO 15924 tag of the glyphs' script.
  var script = FontTag("Zyyy")
}
