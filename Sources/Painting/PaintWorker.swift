internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyPixels
internal import GalleyTypesetting

/// The memory, the faces and the knowledge that one thread paints with, for as long as it has them.
///
/// A line is painted in two steps. `add` takes its runs one after the other and only works out where
/// the glyphs' pixels are; `finishLine` then finds the images and draws, since an underline that goes
/// through several runs is known only when all are.
struct PaintWorker: ~Copyable, Sendable {
  var scratch = PlacementScratch()
  /// The colors of roles.
  var palette = Palette.plain
  /// What is painted.
  var parts = PaintedParts.all
  /// Where the pictures of attachments come from.
  var attachmentImages: AttachmentImages?
  /// Texts that stand for attachments, which are shaped while painting.
  var standIns: [StandInKey: TextLayout] = [:]
  var faces = FaceShelf()
  var batch = CoverageBatch()
  var others: [OtherGlyph] = []
  var placements: [MaskPlacement] = []
  var runs: [PixelRun] = []
  /// The lines of each of `runs`.
  var decorations: [Decoration] = []
  var hasDecorations = false
  /// The ink that underlines make way for.
  var crossings = CrossingCache()
  /// The message that is being painted.
  var layout: TextLayout?
  /// The glyphs of the message that are left out, once one was met that may be.
  var ledger: GlyphLedger?
  /// Whether the cache is to look whether it has become too large.
  var hasAdditions = false

  // What the worker used last, so that it need not look in the cache, where threads meet. The
  // numbers are apart from the objects: comparing must not count references.
  private var strikeKeys: [StrikeKey] = []
  private var strikeTimes: [UInt64] = []
  private(set) var strikes: [GlyphStrike] = []
  private var evictionCount: UInt64 = 0
  private static let strikeLimit = 16

  /// Forgets what the cache has forgotten.
  mutating func prepare(for cache: GlyphMaskCache) {
    let count = cache.evictionCount
    if evictionCount != count { forgetStrikes() }
    evictionCount = count
    hasAdditions = false
  }

  /// Lets go of all images, and of nothing else.
  mutating func forgetStrikes() {
    strikeKeys = []
    strikeTimes = []
    strikes = []
    crossings.removeAll()
    batch.releaseTables()
  }

  /// Which of the strikes that the worker has at hand has a key; its masks have the same number.
  private mutating func strikeIndex(
    for key: StrikeKey, in cache: GlyphMaskCache, font: () -> GlyphFont
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

  /// Adds a run of the line that is being painted.
  mutating func add(
    _ run: GlyphRun, _ glyphs: Span<PositionedGlyph>, on canvas: borrowing Canvas,
    as change: RunChange? = nil
  ) {
    let isPainted =
      parts == .all || parts.contains(run.font.typeface.isColor ? .emoji : .text)
    // What goes under and through emoji is the text's.
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

  /// Rounds positions: across to quarters of a pixel, down to whole ones.
  ///
  /// The baseline is rounded before what stands above or below it, so that a mark keeps its distance
  /// from its letter wherever the line is.
  private mutating func place(
    _ glyphs: Span<PositionedGlyph>, originX: Double, baseline: Int, on canvas: borrowing Canvas
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

  /// Draws the line whose runs were added, and makes ready for the next.
  mutating func finishLine(_ canvas: inout Canvas) {
    if hasDecorations {
      drawDecoratedLine(on: &canvas)
    } else {
      drawPlainLine(on: &canvas)
    }
    forgetLine()
  }

  /// Forgets the runs that were added.
  mutating func forgetLine() {
    runs.removeAll(keepingCapacity: true)
    decorations.removeAll(keepingCapacity: true)
    hasDecorations = false
    placements.removeAll(keepingCapacity: true)
  }

  private mutating func drawPlainLine(on canvas: inout Canvas) {
    var index = 0
    while index < runs.count {
      // Runs of one color that follow each other are drawn together.
      let color = runs[index].color
      let end = runs[index...].firstIndex { $0.color != color } ?? runs.count
      for run in index..<end { addGlyphs(of: runs[run], to: &canvas) }
      canvas.draw(&batch, color: color, contrast: palette.contrast)
      index = end
    }
  }

  /// Adds a run's glyphs to the batch, and draws those that have colors of their own.
  mutating func addGlyphs(of run: PixelRun, to canvas: inout Canvas) {
    others.removeAll(keepingCapacity: true)
    batch.add(placements, in: run.placements, fromTable: run.strike, others: &others)
    if !others.isEmpty { addOthers(of: run, to: &canvas) }
  }

  /// Adds a run's glyphs to the batch, but for those that have colors of their own.
  mutating func addMasks(of run: PixelRun, on canvas: borrowing Canvas) {
    others.removeAll(keepingCapacity: true)
    batch.add(placements, in: run.placements, fromTable: run.strike, others: &others)
    guard !others.isEmpty else { return }
    let waiting = others
    for other in waiting { _ = addMask(other, of: run, on: canvas) }
  }

  /// Adds a run's glyphs to the batch, those that have colors of their own by their opacity.
  mutating func addShapes(of run: PixelRun, on canvas: borrowing Canvas) {
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

  /// Draws the glyphs that the batch could not take.
  @inline(never) private mutating func addOthers(of run: PixelRun, to canvas: inout Canvas) {
    let waiting = others
    for other in waiting where !addMask(other, of: run, on: canvas) {
      let strike = strikes[run.strike]
      draw(placements[other.index], of: strike, textColor: run.color, on: &canvas)
    }
  }

  /// Adds a glyph that the batch could not take; `false` if it has colors of its own.
  private mutating func addMask(
    _ other: OtherGlyph, of run: PixelRun, on canvas: borrowing Canvas
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
    _ placement: MaskPlacement, of strike: GlyphStrike, textColor: Color, on canvas: inout Canvas
  ) {
    let picture = picture(of: placement.glyph, textColor: textColor, in: strike)
    canvas.draw(picture, penX: placement.penOfPicture, penY: Int(placement.y))
  }
}

extension MaskPlacement {
  /// The column of the pen for a picture.
  ///
  /// Pictures stand on whole pixels: blurring them by a quarter would cost their sharp edges.
  fileprivate var penOfPicture: Int { Int(x) + (phase >= 2 ? 1 : 0) }
}

/// A run of a line, on the grid of pixels.
struct PixelRun {
  /// Which of the worker's strikes its glyphs are of.
  let strike: Int
  /// Which of the worker's placements are its glyphs.
  let placements: Range<Int>
  let color: Color
  /// The pixel edge where the run begins.
  let left: Int
  /// The pixel edge where the run ends, which is where the next one begins.
  let right: Int
  /// The pixel edge that the glyphs stand on.
  let baseline: Int
  /// The pixel edge of the line's baseline.
  let lineBaseline: Int
  /// The ISO 15924 tag of the glyphs' script.
  let script: Tag
}
