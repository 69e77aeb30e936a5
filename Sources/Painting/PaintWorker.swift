internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyPixels
internal import GalleyTypesetting

/// The memory, FreeType faces and cached strikes that one thread paints with.
///
/// A line is painted in two steps. `appendRun` takes its runs one by one and computes only the
/// pixel positions of glyphs; `flushLine` then looks up the images and draws, because an underline
/// across several runs is known only when all runs are.
struct PaintWorker: ~Copyable, Sendable {
  /// The settings of the painting in progress.
  var job = PaintJob()
  /// The runs of the line in progress.
  var current = PixelLine()
  /// The glyphs and shapes to draw next in one color.
  var batch = CoverageBatch()
  /// The strikes used last.
  var strikes = StrikeShelf()
  /// The faces that draw missing glyphs.
  var faces = FaceShelf()
  /// The cached ink that underlines skip.
  var crossings = CrossingCache()
  /// The fallback texts of attachments.
  var standIns = StandInCache()
  var scratch = PlacementScratch()
  /// Whether images were added, so that the cache checks its budget.
  private(set) var hasAdditions = false
  private var rejected: [RejectedGlyph] = []

  /// Drops the strikes that the cache has evicted.
  mutating func prepare(for cache: GlyphCache) {
    if strikes.isOutdated(in: cache) { forgetStrikes() }
    hasAdditions = false
  }

  /// Drops all strikes, and nothing else.
  mutating func forgetStrikes() {
    strikes.removeAll()
    crossings.removeAll()
    batch.releaseTables()
  }

  /// Notes that an image was added to the cache.
  mutating func noteAddition() { hasAdditions = true }

  /// Returns the index of a strike, fetching it if needed; its masks have the same index in the
  /// batch.
  mutating func strikeIndex(
    for key: StrikeKey, in cache: GlyphCache, strike: () -> GlyphStrike
  ) -> Int {
    if let index = strikes.index(of: key, at: cache.time) { return index }
    if strikes.isFull, current.runs.isEmpty { forgetStrikes() }
    let strike = strike()
    strikes.append(strike, at: cache.time)
    return batch.addTable(strike.masks)
  }

  /// Adds a run of the current line.
  mutating func appendRun(
    _ run: GlyphRun, _ glyphs: Span<PositionedGlyph>, on canvas: borrowing PaintCanvas,
    as effect: GlyphEffect? = nil
  ) {
    let isPainted =
      job.parts == .all || job.parts.contains(run.font.typeface.isColor ? .emoji : .text)
    // Decoration lines of emoji belong to the text part.
    guard isPainted || job.parts.contains(.text) else { return }
    let scale = canvas.grid.scale
    var key = StrikeKey(run, scale: scale, isHinted: canvas.isHinted)
    var baseline = canvas.row(run.origin.y)
    let x = run.origin.x + (effect?.x ?? 0)
    if let effect {
      baseline += PixelGrid.nearest(effect.y * scale)
      key.stroke = Int32(truncatingIfNeeded: PixelGrid.nearest(effect.stroke * scale * 64))
    }
    let strike = strikeIndex(for: key, in: canvas.cache) {
      canvas.cache.strike(for: key) { GlyphFont(run.font) }
    }
    let first = current.placements.count
    if isPainted {
      current.place(glyphs, originX: (canvas.origin.x + x) * scale, baseline: baseline, on: canvas)
      if !run.font.typeface.isTrusted {
        limitPlacements(from: first, of: strikes[strike], on: canvas)
      }
    }
    let runDecoration =
      run.paint.isPlain || !job.parts.contains(.text) ? Decoration() : Decoration(run, start: x)
    current.append(
      PixelRun(
        strike: strike, placements: first..<current.placements.count, paintColor: run.paint.color,
        color: job.palette.color(run.paint.color), left: canvas.column(x),
        right: canvas.column(x + run.width), baseline: baseline,
        lineBaseline: baseline + PixelGrid.nearest(run.baselineShift * scale), script: run.script),
      runDecoration)
  }

  /// Draws the current line, and resets the worker for the next one.
  mutating func flushLine(_ canvas: inout PaintCanvas) {
    if current.hasDecorations {
      drawDecoratedLine(on: &canvas)
    } else {
      drawPlainLine(on: &canvas)
    }
    current.reset()
  }

  private mutating func drawPlainLine(on canvas: inout PaintCanvas) {
    let runs = current.runs
    var index = 0
    while index < runs.count {
      // Consecutive runs of one color are drawn together.
      let color = runs[index].color
      repeat {
        addToBatch(runs[index].placements, fromTable: runs[index].strike)
        if !rejected.isEmpty { addOthers(of: runs[index], to: &canvas) }
        index += 1
      } while index < runs.count && runs[index].color == color
      canvas.draw(&batch, color: color, contrast: job.palette.contrast)
    }
  }

  /// Adds a run's glyphs to the batch, and draws its color glyphs.
  mutating func addGlyphs(of run: PixelRun, to canvas: inout PaintCanvas) {
    addToBatch(run.placements, fromTable: run.strike)
    if !rejected.isEmpty { addOthers(of: run, to: &canvas) }
  }

  /// Adds a run's glyphs to the batch, except its color glyphs.
  mutating func addMasks(of run: PixelRun, on canvas: borrowing PaintCanvas) {
    addToBatch(run.placements, fromTable: run.strike)
    let waiting = rejected
    for other in waiting { _ = addMask(other, of: run, on: canvas) }
  }

  /// Adds a run's glyphs to the batch, color glyphs as opacity masks.
  mutating func addShapes(of run: PixelRun, on canvas: borrowing PaintCanvas) {
    addToBatch(run.placements, fromTable: run.strike)
    let waiting = rejected
    for other in waiting where !addMask(other, of: run, on: canvas) {
      let placement = current.placements[other.index]
      let picture = picture(of: placement.glyph, textColor: run.color, in: strikes[run.strike])
      guard let image = picture.bitmap else { continue }
      let area = picture.rect(penX: placement.penOfPicture, penY: Int(placement.y))
      batch.add(image.opacityMask(x: area.minX, y: area.minY))
    }
  }

  /// Adds glyphs of a strike to the batch, and collects those that it rejects.
  @inline(__always) private mutating func addToBatch(
    _ placements: Range<Int>, fromTable table: Int
  ) {
    if !rejected.isEmpty { rejected.removeAll(keepingCapacity: true) }
    batch.add(current.placements, in: placements, fromTable: table, others: &rejected)
  }

  /// Draws the glyphs that the batch did not accept.
  @inline(never) private mutating func addOthers(of run: PixelRun, to canvas: inout PaintCanvas) {
    let waiting = rejected
    for other in waiting where !addMask(other, of: run, on: canvas) {
      let strike = strikes[run.strike]
      draw(current.placements[other.index], of: strike, textColor: run.color, on: &canvas)
    }
  }

  /// Adds a glyph that the batch did not accept, or returns `false` for a color glyph.
  private mutating func addMask(
    _ other: RejectedGlyph, of run: PixelRun, on canvas: borrowing PaintCanvas
  ) -> Bool {
    let strike = strikes[run.strike]
    let placement = current.placements[other.index]
    var kind = other
    if other.isMissing {
      drawMissing(placement.key, of: strike)
      noteAddition()
      addToBatch(other.index..<(other.index + 1), fromTable: run.strike)
      guard let unkept = rejected.first, !unkept.isMissing else { return true }
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
