internal import GalleyBasics
internal import GalleyCairo
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// A painter of a layout on the page of a document.
struct DocumentPainter: ~Copyable {
  var document: Document
  /// The position of the layout's origin on the page.
  var origin: Point
  private var fonts: [UInt32: FontFace] = [:]
  private var pictures: [PictureName: DocumentPicture?] = [:]
  /// The painter that holds the options.
  var painter: TextPainter
  /// The objects of a rich text, by the offset of their placeholder.
  var objects: [Int: ComposedObject] = [:]
  /// The filter of the layout that is being painted.
  var filter = RunFilter()
  private var faces = FaceShelf()
  /// The glyphs of the message that are over budget.
  private var ledger = GlyphLedger()
  /// The remaining budget for waves and images.
  var budget = WorkBudget.document
  var scratch = PlacementScratch()

  private struct PictureName: Hashable {
    let font: UInt32
    let glyph: UInt32
    let textColor: Color
  }

  init(_ document: consuming Document, origin: Point, painter: TextPainter) {
    self.document = document
    self.painter = painter
    self.origin = origin
  }

  var palette: Palette { painter.palette }
  var masks: GlyphCache { painter.masks }

  consuming func finish() throws(CairoError) -> [UInt8] { try document.finish() }

  /// Fills a rectangle in the layout's coordinates.
  mutating func fill(_ area: Rect, with color: Color) {
    document.fill(
      x: area.minX + origin.x, y: area.minY + origin.y, width: area.size.width,
      height: area.size.height, color: color.argb)
  }

  /// Paints all lines, or some of a layout without blocks, backgrounds first.
  mutating func paint(_ layout: TextLayout, lines chosen: Range<Int>? = nil) {
    precondition(chosen == nil || !layout.isFlowed, "blocks are painted whole")
    ledger = masks.withWorker {
      $0.ledger(of: layout, scale: Self.pictureScale, isHinted: false, cache: painter.masks)
    }
    // A document shows the end state of a transition.
    var transition = painter.transition
    transition?.elapsed = .infinity
    let cover = SpoilerCover(layout.text, revealed: painter.revealed, transition: transition)
    filter = RunFilter(ranges: cover.covered)
    let lines = chosen ?? 0..<layout.lineCount
    if layout.isFlowed { paintGrounds(of: layout, palette: palette) { false } }
    for underlay in painter.underlays { fill(underlay.path, with: palette.color(underlay.color)) }
    let layers = layout.isFlowed ? LineLayers(layout, scrolls: painter.scrollOffsets) : LineLayers()
    paintBehind(layout, chosen.map { [$0] } ?? layers.otherLines(of: layout.lineCount))
    let text = Array(layout.text.string.utf8)
    if layout.isFlowed {
      paintLines(of: layout, text: text, layers)
    } else {
      for line in lines { paintText(of: layout, line: line, text: text) }
    }
    paintDust(of: layout, cover, layers)
    if painter.showsStructure {
      let overlay = DebugOverlay(
        layout, lines: lines, revealed: painter.revealed, scratch: &scratch)
      paint(overlay, thickness: 0.5)
    }
  }

  /// Paints the backgrounds of a set of lines.
  mutating func paintBehind(_ layout: TextLayout, _ ranges: [Range<Int>]) {
    let needs = layout.paintNeeds
    guard !needs.isEmpty else { return }
    let lines = ranges.joined()
    if needs.contains(.backgrounds) {
      for line in lines { paintBackgrounds(of: layout, line: line) }
    }
    if needs.contains(.highlights) {
      let highlights = HighlightShapes(
        layout, filter, lines: ranges, scratch: &scratch, sharp: { $0 })
      for (path, color) in highlights.shapes { fill(path, with: palette.color(color)) }
    }
    if needs.contains(.shadows) { for line in lines { paintShadows(of: layout, line: line) } }
    if needs.contains(.strokes) { for line in lines { paintStrokes(of: layout, line: line) } }
  }

  /// Paints a nested layout at a position in another one.
  mutating func paintPart(_ part: TextLayout, at place: Point) {
    let (outerOrigin, outerFilter) = (origin, filter)
    origin = Point(x: origin.x + place.x, y: origin.y + place.y)
    filter = RunFilter()
    let lines = 0..<part.lineCount
    paintBehind(part, [lines])
    let text = Array(part.text.string.utf8)
    for line in lines { paintText(of: part, line: line, text: text) }
    for token in part.placedTokens { paintPart(token.layout, at: token.origin) }
    (origin, filter) = (outerOrigin, outerFilter)
  }

  mutating func paintText(of layout: TextLayout, line: Int, text: [UInt8]) {
    let runs = runs(of: layout, line: line)
    var decorations = runs.map { Decoration($0.0, start: $0.0.origin.x) }
    Decoration.join(&decorations)
    let ink = inkBelow(runs, decorations)
    for (index, (run, glyphs)) in runs.enumerated() {
      let decoration = decorations[index]
      paint(decoration.underline, of: run, ink: ink[index])
      paint(run, glyphs, text: text)
      paint(decoration.strikethrough, of: run, isThrough: true)
    }
    if layout.hasAttachments { paintAttachments(of: layout, line: line) }
  }

  mutating func runs(of layout: TextLayout, line: Int) -> [(GlyphRun, [PositionedGlyph])] {
    var runs: [(GlyphRun, [PositionedGlyph])] = []
    layout.visitGlyphRuns(ofLine: line, scratch: &scratch, hidden: filter.ranges) { run, glyphs in
      if filter.shows(run) { runs.append((run, glyphs.indices.map { glyphs[$0] })) }
    }
    guard !ledger.isEmpty else { return runs }
    return runs.map { run, glyphs in
      let sizing = StrikeKey(run, scale: Self.pictureScale, isHinted: false).sizing
      guard let refused = ledger.refusals(of: sizing) else { return (run, glyphs) }
      return (run, glyphs.filter { !refused.contains($0.id) })
    }
  }

  func color(of run: GlyphRun) -> Color { palette.color(run.paint.color) }

  private mutating func paintBackgrounds(of layout: TextLayout, line: Int) {
    let box = layout.line(at: line)
    for (run, _) in runs(of: layout, line: line) {
      guard let background = run.paint.background else { continue }
      fill(
        Rect(x: run.origin.x, y: box.y, width: run.width, height: box.height),
        with: palette.color(background))
    }
  }

  private mutating func paint(_ run: GlyphRun, _ glyphs: [PositionedGlyph], text: [UInt8]) {
    let hasPictures = run.font.typeface.isColor
    let pictured = glyphs.map { hasPictures && paintPicture($0, of: run) }
    let plain = zip(glyphs, pictured).filter { !$0.1 }.map(\.0)
    guard !plain.isEmpty, var shown = shown(run, plain, color: color(of: run)) else { return }
    if plain.count == glyphs.count { shown.setText(text, of: run, plain) }
    document.show(shown)
  }

  /// Returns the glyphs of a run for the document, or `nil` if it cannot embed their font.
  mutating func shown(
    _ run: GlyphRun, _ glyphs: [PositionedGlyph], color: Color, offset: Point = .zero
  ) -> DocumentText? {
    guard let font = font(of: run.font) else { return nil }
    var shown = DocumentText(font: font, size: run.size, color: color.argb)
    shown.slant = run.font.syntheticSlant
    shown.embolden = run.font.syntheticBold
    shown.glyphs = glyphs.map { glyph in
      DocumentText.Glyph(
        id: glyph.id, x: origin.x + run.origin.x + offset.x + Double(glyph.x),
        y: origin.y + run.origin.y + offset.y + Double(glyph.y))
    }
    return shown
  }

  /// Draws a color glyph, or returns `false` if the glyph has no colors of its own.
  private mutating func paintPicture(_ glyph: PositionedGlyph, of run: GlyphRun) -> Bool {
    let textColor = color(of: run)
    let name = PictureName(font: run.font.id, glyph: glyph.id, textColor: textColor)
    let known =
      pictures[name]
      ?? faces.withFace(of: GlyphFont(run.font)) { face in
        DocumentPicture(glyph.id, in: &face, textColor: textColor)
      }
    pictures[name] = .some(known)
    let pen = Point(
      x: origin.x + run.origin.x + Double(glyph.x), y: origin.y + run.origin.y + Double(glyph.y))
    switch known {
    case .image(let picture, let left, let top, let pixelsPerEm):
      let scale = run.size / Double(pixelsPerEm)
      document.show(
        picture, x: pen.x + Double(left) * scale, y: pen.y + Double(top) * scale, scale: scale)
    case .layers(let layers):
      guard let font = font(of: run.font) else { return false }
      for layer in layers {
        var text = DocumentText(font: font, size: run.size, color: layer.argb ?? textColor.argb)
        text.glyphs = [DocumentText.Glyph(id: layer.glyph, x: pen.x, y: pen.y)]
        document.show(text)
      }
    case nil: return false
    }
    return true
  }

  private mutating func font(of instance: FontInstance) -> FontFace? {
    if let known = fonts[instance.id] { return known }
    let font = GlyphFont(instance)
    let face =
      instance.typeface.isEmbeddable
      ? try? FontFace(file: font.file, index: font.faceIndex, variations: font.settings)
      : try? FontFace(drawing: font.file, index: font.faceIndex, variations: font.settings)
    fonts[instance.id] = face
    return face
  }
}

/// A color glyph in a document.
private enum DocumentPicture: Sendable {
  /// An image and its position at the given size: left, top, pixels per em.
  case image(DocumentImage, Int, Int, Int)
  /// Filled outlines, bottom to top.
  case layers([ColorLayer])

  /// The resolution of images of gradient glyphs, in pixels per em.
  private static let gradientSize = 256

  init?(_ glyph: UInt32, in face: inout Face, textColor: Color) {
    if let gradients = GradientGlyph(glyph, in: &face, textColor: textColor) {
      let scale = Double(Self.gradientSize) / Double(max(1, face.unitsPerEm))
      guard let drawn = gradients.picture(scale: scale), let picture = drawn.bitmap?.picture else {
        return nil
      }
      self = .image(picture, drawn.x, drawn.y, Self.gradientSize)
      return
    }
    let layers = face.colorLayers(of: glyph)
    guard layers.isEmpty else {
      self = .layers(layers)
      return
    }
    // The largest strike: a page has no resolution to match.
    guard
      let image = face.strikeImage(of: glyph, size: Face.largestSize, limit: Limits.Glyphs.side),
      let picture = try? DocumentImage(bytes: image.bytes, width: image.width, height: image.height)
    else { return nil }
    self = .image(picture, image.left, image.top, image.pixelsPerEm)
  }
}

extension DocumentText {
  /// Sets the text that the glyphs represent, cluster by cluster in logical order.
  fileprivate mutating func setText(_ bytes: [UInt8], of run: GlyphRun, _ glyphs: [PositionedGlyph])
  {
    guard !run.text.isEmpty else { return }
    text = Array(bytes[run.text])
    isBackward = run.isRightToLeft
    let offsets = (isBackward ? glyphs.reversed() : glyphs).map { Int($0.cluster) }
    var start = run.text.lowerBound
    var count = 0
    for (index, offset) in offsets.enumerated() {
      if offset > start, count > 0, offsets[index - 1] < offset {
        clusters.append(Cluster(bytes: offset - start, glyphs: count))
        (start, count) = (offset, 0)
      }
      count += 1
    }
    clusters.append(Cluster(bytes: run.text.upperBound - start, glyphs: count))
  }
}
