internal import GalleyGeometry
internal import GalleyTypesetting

/// The structure of a layout, drawn over it for debugging.
struct DebugOverlay {
  private static let lineColor = Color(argb: 0x662F_80ED)
  private static let baselineColor = Color(argb: 0xB3EB_5757)
  private static let clusterColor = Color(argb: 0x8027_AE60)
  private static let linkColor = Color(argb: 0xCCF2_994A)
  private static let spoilerColor = Color(argb: 0xCC56_CCF2)
  private static let blockColor = Color(argb: 0xCC9B_51E0)
  private static let partColor = Color(argb: 0xCCBB_6BD9)

  /// The rectangles to outline.
  private(set) var outlines: [(rect: Rect, color: Color)] = []
  /// Hairlines, as rectangles of zero width or height.
  private(set) var hairlines: [(rect: Rect, color: Color)] = []

  /// Collects the shapes of a range of lines and of everything on them.
  ///
  /// Links and attachments in spoilers that are not `revealed` are omitted.
  init(
    _ layout: TextLayout, lines: Range<Int>, revealed: RevealedSpoilers,
    scratch: inout PlacementScratch
  ) {
    outlines.append((Rect(origin: .zero, size: layout.size), Self.lineColor))
    for index in lines { addLine(index, of: layout, scratch: &scratch) }
    let links = layout.text.annotations(revealed: revealed).compactMap {
      annotation -> Range<Int>? in
      if case .link = annotation.kind { annotation.range } else { nil }
    }
    for rects in layout.rects(of: links) { outlines += rects.map { ($0, Self.linkColor) } }
    for spoiler in layout.spoilers { outlines += spoiler.rects.map { ($0, Self.spoilerColor) } }
    for block in layout.blocks {
      outlines.append((block.frame, Self.blockColor))
      outlines.append((block.contentFrame, Self.blockColor))
      let parts = [block.titleFrame, block.iconFrame, block.arrowFrame]
      outlines += parts.compactMap { $0 }.map { ($0, Self.partColor) }
    }
    outlines += layout.placedAttachments(revealed: revealed).map { ($0.frame, Self.partColor) }
    outlines += layout.placedTokens.map { ($0.frame, Self.partColor) }
    if let frame = layout.trailingFrame { outlines.append((frame, Self.partColor)) }
  }

  private mutating func addLine(
    _ index: Int, of layout: TextLayout, scratch: inout PlacementScratch
  ) {
    let line = layout.line(at: index)
    outlines.append((line.frame, Self.lineColor))
    hairlines.append(
      (Rect(x: line.x, y: line.baseline, width: line.width, height: 0), Self.baselineColor))
    var edges: [Double] = []
    layout.visitGlyphRuns(ofLine: index, scratch: &scratch) { run, glyphs in
      edges.append(run.origin.x)
      var cluster: Int32?
      for index in glyphs.indices where glyphs[index].cluster != cluster {
        cluster = glyphs[index].cluster
        edges.append(run.origin.x + Double(glyphs[index].x))
      }
      edges.append(run.origin.x + run.width)
    }
    // Short ticks at the bottom of the line: full-height ones would hide the letters.
    let height = line.height / 4
    for edge in edges {
      hairlines.append(
        (
          Rect(x: edge, y: line.y + line.height - height, width: 0, height: height),
          Self.clusterColor
        ))
    }
  }
}

extension ShapeTarget where Self: ~Copyable {
  /// Draws the structure of a layout with lines of some thickness, in points.
  mutating func paint(_ overlay: DebugOverlay, thickness: Double) {
    for (rect, color) in overlay.outlines {
      let rect = sharp(rect)
      let (width, height) = (rect.size.width, rect.size.height)
      let inner = max(0, height - 2 * thickness)
      fill(Rect(x: rect.minX, y: rect.minY, width: width, height: thickness), with: color)
      fill(
        Rect(x: rect.minX, y: rect.maxY - thickness, width: width, height: thickness), with: color)
      fill(
        Rect(x: rect.minX, y: rect.minY + thickness, width: thickness, height: inner), with: color)
      fill(
        Rect(x: rect.maxX - thickness, y: rect.minY + thickness, width: thickness, height: inner),
        with: color)
    }
    for (rect, color) in overlay.hairlines {
      fill(
        Rect(
          x: rect.minX, y: rect.minY, width: max(thickness, rect.size.width),
          height: max(thickness, rect.size.height)), with: color)
    }
  }
}
