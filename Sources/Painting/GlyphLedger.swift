internal import GalleyBudgets
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

/// The glyphs of a message that are too much work to draw, all of it together.
///
/// Only fonts that nobody vouches for are looked at. Their glyphs are charged to
/// ``WorkBudget/drawing`` in the order of the text, whatever is drawn of it and whatever is cached, so
/// that the same glyphs are drawn each time; those beyond are left out.
struct GlyphLedger: Sendable {
  /// A font at a size, in 64ths of a pixel to the em.
  struct Sizing: Hashable, Sendable {
    let font: UInt32
    let size: Int32
  }

  /// The ink of a glyph that costs nothing each time that it is drawn, in square ems.
  private static let freeInk = 16

  private var budget: WorkBudget
  private var costs: [Sizing: [UInt32: GlyphCost]] = [:]
  private var refused: [Sizing: Set<UInt32>] = [:]

  /// Creates a ledger in which nothing is charged yet.
  init(_ budget: WorkBudget = .drawing) { self.budget = budget }

  /// Whether all glyphs are drawn.
  var isEmpty: Bool { refused.isEmpty }

  /// The glyphs of a font that are left out; `nil` if there are none.
  func refusals(of sizing: Sizing) -> Set<UInt32>? { refused[sizing] }

  /// Charges a glyph each time that it is drawn.
  ///
  /// - Parameters:
  ///   - glyph: The glyph.
  ///   - sizing: Its font and size.
  ///   - cost: Returns the work to draw it, asked for the first time only.
  mutating func charge(_ glyph: UInt32, of sizing: Sizing, _ cost: () -> GlyphCost) {
    let known = costs[sizing]?[glyph]
    if known == nil, budget.isExhausted {
      refused[sizing, default: []].insert(glyph)
      return
    }
    let own = known ?? cost()
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
}

extension Face {
  /// Returns the work to draw a glyph, as ``PaintWorker`` does.
  fileprivate mutating func drawingCost(of glyph: UInt32, style: OutlineStyle) -> GlyphCost {
    if let gradients = GradientGlyph(glyph, in: &self, textColor: .black) {
      let scale = Double(style.size) / 64 / Double(max(1, unitsPerEm))
      return gradients.cost(scale: scale)
    }
    let layers = colorLayers(of: glyph)
    if !layers.isEmpty { return cost(of: layers, style: style) }
    if let pixels = strikePixelCount(of: glyph, size: style.size) {
      return GlyphCost(pixels: pixels)
    }
    // To see that a glyph is too much takes as long as to draw one that is not.
    guard let steps = outlineCost(of: glyph) else {
      return GlyphCost(steps: WorkBudget.glyph.steps)
    }
    guard let bounds = outlineBounds(of: glyph, style: style) else {
      return GlyphCost(steps: steps)
    }
    let (width, height) = (bounds[2] - bounds[0], bounds[3] - bounds[1])
    // Of a larger glyph no image is made, only the part of it that is on the bitmap.
    let isKept = max(width, height) <= glyphImageSideLimit
    let ink = min(width * height, WorkBudget.glyph.pixels)
    return GlyphCost(steps: steps, pixels: isKept ? ink : 0, ink: ink)
  }
}

extension PaintWorker {
  /// Charges the glyphs of a layout at a scale.
  mutating func ledger(
    of layout: TextLayout, scale: Double, isHinted: Bool, cache: GlyphMaskCache
  ) -> GlyphLedger {
    var ledger = GlyphLedger()
    charge(layout, to: &ledger, scale: scale, isHinted: isHinted, cache: cache)
    return ledger
  }

  /// Charges the glyphs of a layout, and of those within it, at a scale.
  mutating func charge(
    _ layout: TextLayout, to ledger: inout GlyphLedger, scale: Double, isHinted: Bool,
    cache: GlyphMaskCache
  ) {
    guard layout.usesUnknownFonts else { return }
    for line in 0..<layout.lineCount {
      chargeLine(line, of: layout, to: &ledger, scale: scale, isHinted: isHinted, cache: cache)
    }
    for part in parts(of: layout) {
      charge(part, to: &ledger, scale: scale, isHinted: isHinted, cache: cache)
    }
  }

  /// The layouts within a layout.
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
    isHinted: Bool, cache: GlyphMaskCache
  ) {
    var scratch = PlacementScratch()
    swap(&scratch, &self.scratch)
    layout.visitGlyphRuns(ofLine: line, scratch: &scratch, hidden: []) { run, glyphs in
      guard !run.font.typeface.isTrusted else { return }
      let key = StrikeKey(run, scale: scale, isHinted: isHinted)
      let strike = cache.strike(for: key) { GlyphFont(run.font) }
      for index in glyphs.indices {
        let glyph = glyphs[index].id
        ledger.charge(glyph, of: key.sizing) {
          strike.cost(of: glyph) {
            faces.withFace(of: strike.font) { $0.drawingCost(of: glyph, style: strike.style) }
              ?? GlyphCost()
          }
        }
      }
    }
    swap(&scratch, &self.scratch)
  }

  /// Removes the placements from an index on that are of glyphs to be left out.
  mutating func removePlacements(from first: Int, of refused: Set<UInt32>) {
    placements.replaceSubrange(
      first..., with: placements[first...].filter { !refused.contains($0.glyph) })
  }
}

extension StrikeKey {
  /// The key of a run that is drawn as it is.
  init(_ run: GlyphRun, scale: Double, isHinted: Bool) {
    let size = PixelGrid.nearest(run.size * scale * 64)
    self.init(
      font: run.font.id, size: Int32(truncatingIfNeeded: size), isHinted: isHinted)
  }

  /// The font and its size.
  var sizing: GlyphLedger.Sizing { GlyphLedger.Sizing(font: font, size: size) }
}
