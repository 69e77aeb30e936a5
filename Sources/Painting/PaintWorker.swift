internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyPixels
internal import GalleyTypesetting

/// The memory, FreeType faces and cached strikes that one thread paints with.
///
/// A line is painted in two steps. `add` takes its runs one by one and computes only the pixel
/// positions of glyphs; `flushLine` then looks up the images and draws, because an underline
/// across several runs is known only when all runs are.
struct PaintWorker: ~Copyable, Sendable {
  var scratch = PlacementScratch()
  /// The colors of roles.
  var palette = Palette.plain
  /// The parts of layouts to paint.
  var parts = TextPainter.Parts.all
  /// The image source of attachments.
  var attachmentImages: AttachmentImages?
  /// The fallback texts of attachments, shaped while painting.
  var standIns: [StandInKey: TextLayout] = [:]
  var faces = FaceShelf()
  var batch = CoverageBatch()
  var others: [RejectedGlyph] = []
  var placements: [MaskPlacement] = []
  var runs: [PixelRun] = []
  /// The decoration of each element of `runs`.
  var decorations: [Decoration] = []
  var hasDecorations = false
  /// The cached ink that underlines skip.
  var crossings = CrossingCache()
  /// The layout that is being painted.
  var layout: TextLayout?
  /// The omitted glyphs of the message, once a glyph was found that may be omitted.
  var ledger: GlyphLedger?
  /// Whether images were added, so that the cache checks its budget.
  var hasAdditions = false

  // The strikes used last, to avoid the shared cache. The keys are apart from the objects, so that
  // comparing them counts no references.
  private var strikeKeys: [StrikeKey] = []
  private var strikeTimes: [UInt64] = []
  private(set) var strikes: [GlyphStrike] = []
  private var evictionCount: UInt64 = 0
  private static let strikeLimit = 16

  /// Drops the strikes that the cache has evicted.
  mutating func prepare(for cache: GlyphCache) {
    let count = cache.evictionCount
    if evictionCount != count { forgetStrikes() }
    evictionCount = count
    hasAdditions = false
  }

  /// Drops all strikes, and nothing else.
  mutating func forgetStrikes() {
    strikeKeys = []
    strikeTimes = []
    strikes = []
    crossings.removeAll()
    batch.releaseTables()
  }

  /// Returns the index of a strike in the worker, fetching it if needed; its masks have the same
  /// index.
  private mutating func strikeIndex(
    for key: StrikeKey, in cache: GlyphCache, font: () -> GlyphFont
  ) -> Int {
    let time = cache.time
    if let index = strikeKeys.firstIndex(of: key) {
      if strikeTimes[index] != time {
        strikeTimes[index] = time
        strikes[index].masks.noteUse(at: time)
      }
      return index
    }
    if strikes.count >= Self.strikeLimit, runs.isEmpty { forgetStrikes() }
    let strike = cache.strike(for: key, font: font)
    strike.masks.noteUse(at: time)
    strikeKeys.append(key)
    strikeTimes.append(time)
    strikes.append(strike)
    return batch.addTable(strike.masks)
  }

  /// Adds a run of the current line.
  mutating func add(
    _ run: GlyphRun, _ glyphs: Span<PositionedGlyph>, on canvas: borrowing PaintCanvas,
    as change: GlyphEffect? = nil
  ) {
    let isPainted =
      parts == .all || parts.contains(run.font.typeface.isColor ? .emoji : .text)
    // Decoration lines of emoji belong to the text part.
    guard isPainted || parts.contains(.text) else { return }
    let scale = canvas.grid.scale
    var key = StrikeKey(run, scale: scale, isHinted: canvas.isHinted)
    var baseline = canvas.row(run.origin.y)
    let x = run.origin.x + (change?.x ?? 0)
    if let change {
      baseline += PixelGrid.nearest(change.y * scale)
      key.stroke = Int32(truncatingIfNeeded: PixelGrid.nearest(change.stroke * scale * 64))
    }
    let strike = strikeIndex(for: key, in: canvas.cache) { GlyphFont(run.font) }
    let first = placements.count
    if isPainted {
      place(glyphs, originX: (canvas.origin.x + x) * scale, baseline: baseline, on: canvas)
      if !run.font.typeface.isTrusted {
        limitPlacements(from: first, of: strikes[strike], on: canvas)
      }
    }
    runs.append(
      PixelRun(
        strike: strike, placements: first..<placements.count, color: palette.color(run.paint.color),
        left: canvas.column(x), right: canvas.column(x + run.width), baseline: baseline,
        lineBaseline: baseline + PixelGrid.nearest(run.baselineShift * scale),
        script: run.script))
    if run.paint.isPlain || !parts.contains(.text) {
      decorations.append(Decoration())
    } else {
      decorations.append(Decoration(run, start: x))
      if run.paint.underline != nil || run.paint.strikethrough != nil { hasDecorations = true }
    }
  }

  /// Rounds positions: horizontally to quarter pixels, vertically to whole pixels.
  ///
  /// The baseline is rounded before offsets from it, so that a mark keeps its distance from its
  /// letter on every line.
  private mutating func place(
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

  /// Draws the current line, and resets the worker for the next one.
  mutating func flushLine(_ canvas: inout PaintCanvas) {
    if hasDecorations {
      drawDecoratedLine(on: &canvas)
    } else {
      drawPlainLine(on: &canvas)
    }
    resetLine()
  }

  /// Removes the runs of the current line.
  mutating func resetLine() {
    runs.removeAll(keepingCapacity: true)
    decorations.removeAll(keepingCapacity: true)
    hasDecorations = false
    placements.removeAll(keepingCapacity: true)
  }

  private mutating func drawPlainLine(on canvas: inout PaintCanvas) {
    var index = 0
    while index < runs.count {
      // Consecutive runs of one color are drawn together.
      let color = runs[index].color
      let end = runs[index...].firstIndex { $0.color != color } ?? runs.count
      for run in index..<end { addGlyphs(of: runs[run], to: &canvas) }
      canvas.draw(&batch, color: color, contrast: palette.contrast)
      index = end
    }
  }

  /// Adds a run's glyphs to the batch, and draws its color glyphs.
  mutating func addGlyphs(of run: PixelRun, to canvas: inout PaintCanvas) {
    others.removeAll(keepingCapacity: true)
    batch.add(placements, in: run.placements, fromTable: run.strike, others: &others)
    if !others.isEmpty { addOthers(of: run, to: &canvas) }
  }

  /// Adds a run's glyphs to the batch, except its color glyphs.
  mutating func addMasks(of run: PixelRun, on canvas: borrowing PaintCanvas) {
    others.removeAll(keepingCapacity: true)
    batch.add(placements, in: run.placements, fromTable: run.strike, others: &others)
    guard !others.isEmpty else { return }
    let waiting = others
    for other in waiting { _ = addMask(other, of: run, on: canvas) }
  }

  /// Adds a run's glyphs to the batch, color glyphs as opacity masks.
  mutating func addShapes(of run: PixelRun, on canvas: borrowing PaintCanvas) {
    others.removeAll(keepingCapacity: true)
    batch.add(placements, in: run.placements, fromTable: run.strike, others: &others)
    let waiting = others
    for other in waiting where !addMask(other, of: run, on: canvas) {
      let placement = placements[other.index]
      let picture = picture(of: placement.glyph, textColor: run.color, in: strikes[run.strike])
      guard let image = picture.bitmap else { continue }
      let area = picture.rect(penX: placement.penOfPicture, penY: Int(placement.y))
      batch.add(image.opacityMask(x: area.minX, y: area.minY))
    }
  }

  /// Draws the glyphs that the batch did not accept.
  @inline(never) private mutating func addOthers(of run: PixelRun, to canvas: inout PaintCanvas) {
    let waiting = others
    for other in waiting where !addMask(other, of: run, on: canvas) {
      let strike = strikes[run.strike]
      draw(placements[other.index], of: strike, textColor: run.color, on: &canvas)
    }
  }

  /// Adds a glyph that the batch did not accept, or returns `false` for a color glyph.
  private mutating func addMask(
    _ other: RejectedGlyph, of run: PixelRun, on canvas: borrowing PaintCanvas
  ) -> Bool {
    let strike = strikes[run.strike]
    let placement = placements[other.index]
    var kind = other
    if other.isMissing {
      drawMissing(placement.key, of: strike)
      hasAdditions = true
      others.removeAll(keepingCapacity: true)
      batch.add(
        placements, in: other.index..<(other.index + 1), fromTable: run.strike, others: &others)
      guard let unkept = others.first, !unkept.isMissing else { return true }
      kind = unkept
    }
    if kind.isColored { return false }
    if let mask = drawOversized(placement, of: strike, in: canvas.bounds) { batch.add(mask) }
    return true
  }

  private mutating func draw(
    _ placement: MaskPlacement, of strike: GlyphStrike, textColor: Color,
    on canvas: inout PaintCanvas
  ) {
    let picture = picture(of: placement.glyph, textColor: textColor, in: strike)
    canvas.draw(picture, penX: placement.penOfPicture, penY: Int(placement.y))
  }
}

extension MaskPlacement {
  /// The pen column of a picture.
  ///
  /// Pictures are placed on whole pixels: a quarter-pixel shift would blur their edges.
  fileprivate var penOfPicture: Int { Int(x) + (phase >= 2 ? 1 : 0) }
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
