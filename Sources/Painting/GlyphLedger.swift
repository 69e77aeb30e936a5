internal import GalleyBasics
internal import GalleyFontTables
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

/// A ledger of the glyphs in a message that exceed its drawing budget.
///
/// Only untrusted fonts are examined, and among these only glyphs that take more work than those of
/// usual fonts. They are charged to ``WorkBudget/drawing`` in the order of the text, regardless of
/// what is visible or cached, so that the same glyphs are drawn each time; glyphs beyond the budget
/// are omitted.
struct GlyphLedger: Sendable {
  /// A font at a size, in 64ths of a pixel per em.
  struct Sizing: Hashable, Sendable {
    let font: UInt32
    let size: Int32
  }

  /// The ink area that a glyph may fill without being charged on each use, in square ems.
  private static let freeInk = 16

  private var budget: WorkBudget
  private var costs: [Sizing: [UInt32: GlyphCost]] = [:]
  private var refused: [Sizing: Set<UInt32>] = [:]

  /// Creates a ledger without charges.
  init(_ budget: WorkBudget = .drawing) { self.budget = budget }

  /// Whether all glyphs are drawn.
  var isEmpty: Bool { refused.isEmpty }

  /// Returns the omitted glyphs of a font, or `nil` if there are none.
  func refusals(of sizing: Sizing) -> Set<UInt32>? { refused[sizing] }

  /// Charges one use of a glyph in a font at a size.
  ///
  /// `cost` returns the work to draw the glyph, and is called on its first use only. With
  /// `isUsualOnly`, the budget is exhausted and it may return `nil` for a glyph that takes more
  /// than the usual work.
  mutating func charge(
    _ glyph: UInt32, of sizing: Sizing, _ cost: (_ isUsualOnly: Bool) -> GlyphCost?
  ) {
    let known = costs[sizing]?[glyph]
    guard let own = known ?? cost(budget.isExhausted) else {
      refused[sizing, default: []].insert(glyph)
      return
    }
    guard !own.isUsual(size: sizing.size) else { return }
    let em = Int(sizing.size >> 6) + 1
    let ink = max(0, own.ink - Self.freeInk * em * em)
    var isAffordable = budget.charge(pixels: ink)
    if known == nil {
      costs[sizing, default: [:]][glyph] = own
      isAffordable = budget.charge(pixels: own.pixels, steps: own.steps) && isAffordable
    }
    if !isAffordable { refused[sizing, default: []].insert(glyph) }
  }
}

/// The work to draw a glyph.
struct GlyphCost: Hashable, Sendable {
  /// The steps to load it.
  var steps = 0
  /// The pixels to fill for its image.
  var pixels = 0
  /// The pixels of its image.
  var ink = 0
  /// Whether the glyph may have colors of its own.
  var isColored = false

  /// The maximum steps of a glyph in a usual font; an ideograph has half as many instructions.
  static let usualSteps = 1_024

  /// Returns whether the work is within that of a glyph in a usual font whose em has a size in
  /// 64ths of a pixel; `false` for every glyph of a color font.
  func isUsual(size: Int32) -> Bool {
    let side = 2 * (Int(size >> 6) + 4)
    return !isColored && steps <= Self.usualSteps && max(pixels, ink) <= side * side
  }
}

extension Face {
  /// Returns the work that ``PaintWorker`` needs to draw a glyph.
  fileprivate mutating func drawingCost(of glyph: UInt32, style: OutlineStyle) -> GlyphCost {
    var cost = coloredCost(of: glyph, style: style) ?? outlinedCost(of: glyph, style: style)
    cost.isColored = mayHaveColors
    return cost
  }

  private mutating func coloredCost(of glyph: UInt32, style: OutlineStyle) -> GlyphCost? {
    guard mayHaveColors else { return nil }
    if let gradients = GradientGlyph(glyph, in: &self, textColor: .black) {
      let scale = Double(style.size) / 64 / Double(max(1, unitsPerEm))
      return gradients.cost(scale: scale)
    }
    let layers = colorLayers(of: glyph)
    if !layers.isEmpty { return cost(of: layers, style: style) }
    return strikePixelCount(of: glyph, size: style.size).map { GlyphCost(pixels: $0) }
  }

  private mutating func outlinedCost(of glyph: UInt32, style: OutlineStyle) -> GlyphCost {
    // Rejecting a glyph that is too complex takes as long as drawing one that is not.
    guard let steps = outlineCost(of: glyph) else {
      return GlyphCost(steps: WorkBudget.glyph.steps)
    }
    guard let bounds = outlineBounds(of: glyph, style: style) else {
      return GlyphCost(steps: steps)
    }
    let (width, height) = (bounds[2] - bounds[0], bounds[3] - bounds[1])
    // A larger glyph is not cached; only its part on the bitmap is drawn.
    let isKept = max(width, height) <= Limits.Glyphs.side
    let ink = min(width * height, WorkBudget.glyph.pixels)
    return GlyphCost(steps: steps, pixels: isKept ? ink : 0, ink: ink)
  }
}

extension PaintWorker {
  /// Removes the placements of omitted glyphs of an unknown font, starting at an index.
  ///
  /// Charging starts with the first unusual glyph: usual ones are never omitted.
  mutating func limitPlacements(
    from first: Int, of strike: GlyphStrike, on canvas: borrowing PaintCanvas
  ) {
    if job.ledger == nil {
      guard let layout = job.layout, hasUnusual(current.placements[first...], of: strike) else {
        return
      }
      job.ledger = ledger(
        of: layout, scale: canvas.grid.scale, isHinted: canvas.isHinted, cache: canvas.cache)
    }
    guard let refused = job.ledger?.refusals(of: strike.key.sizing) else { return }
    current.removePlacements(from: first) { refused.contains($0.glyph) }
  }

  /// Returns whether any glyph takes more work than those of usual fonts.
  private mutating func hasUnusual(
    _ placements: ArraySlice<MaskPlacement>, of strike: GlyphStrike
  ) -> Bool {
    let usual = strike.usualGlyphs
    return placements.contains { placement in
      let glyph = placement.glyph
      return !usual.contains(glyph)
        && !cost(of: glyph, in: strike).isUsual(size: strike.key.size)
    }
  }

  /// Returns the work to draw a glyph, or `nil` if a quick check finds it unusual.
  private mutating func usualCost(of glyph: UInt32, in strike: GlyphStrike) -> GlyphCost? {
    let isUsual = faces.withFace(of: strike.font) { face in
      !face.mayHaveColors && face.isAffordable(glyph, within: GlyphCost.usualSteps)
    }
    return isUsual ?? true ? cost(of: glyph, in: strike) : nil
  }

  private mutating func cost(of glyph: UInt32, in strike: GlyphStrike) -> GlyphCost {
    strike.cost(of: glyph) {
      faces.withFace(of: strike.font) { $0.drawingCost(of: glyph, style: strike.style) }
        ?? GlyphCost()
    }
  }

  /// Returns a ledger charged with the glyphs of a layout at a scale.
  mutating func ledger(
    of layout: TextLayout, scale: Double, isHinted: Bool, cache: GlyphCache
  ) -> GlyphLedger {
    var ledger = GlyphLedger()
    charge(layout, to: &ledger, scale: scale, isHinted: isHinted, cache: cache)
    return ledger
  }

  /// Charges the glyphs of a layout, and of the layouts nested in it, at a scale.
  mutating func charge(
    _ layout: TextLayout, to ledger: inout GlyphLedger, scale: Double, isHinted: Bool,
    cache: GlyphCache
  ) {
    guard layout.usesUnknownFonts else { return }
    for line in 0..<layout.lineCount {
      chargeLine(line, of: layout, to: &ledger, scale: scale, isHinted: isHinted, cache: cache)
    }
    for part in parts(of: layout) {
      charge(part, to: &ledger, scale: scale, isHinted: isHinted, cache: cache)
    }
  }

  /// Returns the layouts nested in a layout.
  private mutating func parts(of layout: TextLayout) -> [TextLayout] {
    var parts = layout.placedTokens.map(\.layout)
    if layout.isFlowed { parts += layout.blocks.compactMap(\.title) }
    guard layout.hasAttachments else { return parts }
    for line in 0..<layout.lineCount {
      for placed in attachments(of: layout, line: line, RunFilter()) {
        if let (part, _) = standIn(for: placed, of: layout) { parts.append(part) }
      }
    }
    return parts
  }

  private mutating func chargeLine(
    _ line: Int, of layout: TextLayout, to ledger: inout GlyphLedger, scale: Double,
    isHinted: Bool, cache: GlyphCache
  ) {
    visit(layout, line: line, RunFilter()) { worker, run, glyphs in
      guard !run.font.typeface.isTrusted else { return }
      let key = StrikeKey(run, scale: scale, isHinted: isHinted)
      let strike = cache.strike(for: key) { GlyphFont(run.font) }
      for index in glyphs.indices {
        let glyph = glyphs[index].id
        ledger.charge(glyph, of: key.sizing) { isUsualOnly in
          isUsualOnly
            ? worker.usualCost(of: glyph, in: strike) : worker.cost(of: glyph, in: strike)
        }
      }
    }
  }
}

extension StrikeKey {
  /// Creates the key of a run drawn without changes.
  init(_ run: GlyphRun, scale: Double, isHinted: Bool) {
    let size = PixelGrid.nearest(run.size * scale * 64)
    self.init(font: run.font.id, size: Int32(truncatingIfNeeded: size), isHinted: isHinted)
  }

  /// The font and its size.
  var sizing: GlyphLedger.Sizing { GlyphLedger.Sizing(font: font, size: size) }
}
