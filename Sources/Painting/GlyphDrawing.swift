internal import GalleyBasics
internal import GalleyFontTables
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels

extension PaintWorker {
  /// Draws a glyph that is missing from a strike, and caches the result.
  mutating func drawMissing(_ key: UInt32, of strike: GlyphStrike) {
    let glyph = key / UInt32(MaskTable.phases)
    let style = strike.style
    let table = strike.masks
    let isDrawn: Bool? = faces.withFace(of: strike.font) { face in
      if face.hasPicture(of: glyph, size: style.size) {
        table.insertColored(forKey: key)
        return true
      }
      let phase = Int(key) % MaskTable.phases
      switch face.render(glyph, style: style, phase: phase, limit: Limits.Glyphs.side) {
      case .blank: table.insertBlank(forKey: key)
      case .oversized: table.insertOversized(forKey: key)
      case .mask(let mask): table.insert(mask.rect, rows: mask.coverage.span, forKey: key)
      }
      return true
    }
    if isDrawn == nil { table.insertBlank(forKey: key) }
  }

  /// Returns the part of a glyph inside `area`, for a glyph too large to cache.
  mutating func drawOversized(
    _ placement: MaskPlacement, of strike: GlyphStrike, in area: PixelRect
  ) -> LooseMask? {
    let (penX, penY) = (Int(placement.x), Int(placement.y))
    return faces.withFace(of: strike.font) { face in
      guard let bounds = face.outlineBounds(of: placement.glyph, style: strike.style) else {
        return nil
      }
      // The subpixel phase may move the ink into one more column.
      let place = PixelRect(
        minX: penX + bounds[0], minY: penY + bounds[1], maxX: penX + bounds[2] + 1,
        maxY: penY + bounds[3])
      let part = place.intersection(area)
      guard !part.isEmpty else { return nil }
      let mask = face.render(
        placement.glyph, style: strike.style, phase: placement.phase,
        left: part.minX - penX, top: part.minY - penY, width: part.width, height: part.height)
      return mask.map { LooseMask(part, coverage: $0.coverage) }
    }
  }

  /// Returns the picture of a color glyph.
  mutating func picture(
    of glyph: UInt32, textColor: Color, in strike: GlyphStrike
  ) -> GlyphPicture {
    let key = PictureKey(glyph: glyph, textColor: textColor)
    if let known = strike.picture(for: key) { return known }
    let size = Int(strike.key.size)
    let drawn: GlyphPicture? = faces.withFace(of: strike.font) { face in
      face.picture(of: glyph, size: size, textColor: textColor)
    }
    noteAddition()
    return strike.insert(drawn ?? GlyphPicture(), for: key)
  }
}

extension GlyphMask {
  /// The bounds of the mask, relative to the pen.
  fileprivate var rect: PixelRect {
    PixelRect(minX: left, minY: top, maxX: left + width, maxY: top + height)
  }
}

extension Face {
  /// Returns whether a glyph has colors of its own.
  fileprivate mutating func hasPicture(of glyph: UInt32, size: Int) -> Bool {
    !colorLayers(of: glyph).isEmpty || paint(of: glyph) != nil
      || hasStrikeImage(of: glyph, size: size)
  }

  /// Returns the picture of a glyph at a size, in 64ths of a pixel per em.
  fileprivate mutating func picture(
    of glyph: UInt32, size: Int, textColor: Color
  ) -> GlyphPicture? {
    if let gradients = GradientGlyph(glyph, in: &self, textColor: textColor) {
      return gradients.picture(scale: Double(size) / 64 / Double(max(1, unitsPerEm)))
    }
    let layers = colorLayers(of: glyph)
    if !layers.isEmpty { return picture(of: layers, size: size, textColor: textColor) }
    guard let image = strikeImage(of: glyph, size: size, limit: Limits.Glyphs.side) else {
      return nil
    }
    let factor = Double(size) / Double(image.pixelsPerEm * 64)
    guard factor * Double(max(image.width, image.height)) <= Double(Limits.Glyphs.side) else {
      return nil
    }
    let place = Point(x: Double(image.left) * factor, y: Double(image.top) * factor)
    let scaled = try? Bitmap.resampling(
      image.bytes, size: (image.width, image.height), by: factor, at: place)
    return scaled.map { GlyphPicture(bitmap: $0.bitmap, x: $0.x, y: $0.y) }
  }

  /// Draws color layers, bottom to top.
  ///
  /// Layers beyond ``WorkBudget/glyph`` are omitted.
  private mutating func picture(
    of layers: [ColorLayer], size: Int, textColor: Color
  ) -> GlyphPicture? {
    let style = OutlineStyle(size: size)
    let (drawn, bounds, _) = affordable(layers, style: style)
    guard max(bounds.width, bounds.height) <= Limits.Glyphs.side,
      var bitmap = try? Bitmap(width: bounds.width, height: bounds.height)
    else { return nil }
    var batch = CoverageBatch()
    for layer in drawn {
      let rendering = render(layer.glyph, style: style, phase: 0, limit: Limits.Glyphs.side)
      guard case .mask(let mask) = rendering else { continue }
      let place = mask.rect.offset(x: -bounds.minX, y: -bounds.minY)
      batch.add(LooseMask(place, coverage: mask.coverage))
      let color = layer.argb.map(Color.init) ?? textColor
      batch.draw(into: &bitmap, color: color, isClear: false)
    }
    return GlyphPicture(bitmap: bitmap, x: bounds.minX, y: bounds.minY)
  }

  /// Returns the work to draw color layers.
  mutating func cost(of layers: [ColorLayer], style: OutlineStyle) -> GlyphCost {
    let (_, bounds, left) = affordable(layers, style: style)
    let whole = WorkBudget.glyph
    return GlyphCost(
      steps: whole.steps - left.steps, pixels: whole.pixels - left.pixels,
      ink: bounds.width * bounds.height)
  }

  /// Returns the layers within the budget, the pixels that they touch, and the remaining budget.
  private mutating func affordable(
    _ layers: [ColorLayer], style: OutlineStyle
  ) -> ([ColorLayer], PixelRect, WorkBudget) {
    var budget = WorkBudget.glyph
    var drawn: [ColorLayer] = []
    var bounds = PixelRect.empty
    for layer in layers where !budget.isExhausted {
      guard let cost = outlineCost(of: layer.glyph), budget.charge(items: 1, steps: cost),
        let box = outlineBounds(of: layer.glyph, style: style)
      else { continue }
      let area = PixelRect(minX: box[0], minY: box[1], maxX: box[2], maxY: box[3])
      guard max(area.width, area.height) <= Limits.Glyphs.side,
        budget.charge(pixels: area.width * area.height)
      else { continue }
      drawn.append(layer)
      bounds = bounds.union(area)
    }
    return (drawn, bounds, budget)
  }
}
