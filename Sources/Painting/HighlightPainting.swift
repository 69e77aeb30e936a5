internal import GalleyBasics
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyTypesetting

/// The rounded highlights behind the text of a layout.
struct HighlightShapes {
  /// The paths to fill, in points of the layout.
  private(set) var shapes: [(path: Path, color: PaintColor)] = []

  /// The minimum inset of a highlight from the edges of its line, in points, so that unrelated
  /// highlights of two lines do not touch.
  private static let margin = 1.0

  /// Collects the highlights on ranges of lines; `sharp` aligns the edges of a rectangle to pixels.
  init(
    _ layout: TextLayout, _ filter: RunFilter, lines: [Range<Int>], scratch: inout PlacementScratch,
    sharp: (Rect) -> Rect
  ) {
    let stretches = layout.highlightedStretches
    guard !stretches.isEmpty else { return }
    var rects = [[Rect]](repeating: [], count: stretches.count)
    for line in lines.joined() {
      let box = layout.line(at: line)
      var last: Int?
      var firsts: [Int: Int] = [:]
      layout.visitGlyphRuns(ofLine: line, scratch: &scratch, hidden: filter.ranges) { run, _ in
        guard filter.shows(run), run.paint.highlight != nil,
          let index = stretches.index(of: run.text.lowerBound)
        else { return last = nil }
        let rect = Self.rect(of: run, in: box)
        if last == index, let before = rects[index].last {
          rects[index][rects[index].count - 1] = before.union(rect)
        } else {
          if firsts[index] == nil { firsts[index] = rects[index].count }
          rects[index].append(rect)
        }
        last = index
      }
      for (index, first) in firsts { Self.align(&rects[index][first...]) }
    }
    for (stretch, rects) in zip(stretches, rects) where !rects.isEmpty {
      let highlight = stretch.highlight
      let outset = sharp(Rect(x: 0, y: 0, width: highlight.outset, height: 0)).size.width
      let height = rects.reduce(0) { max($0, $1.size.height) }
      let shape = Path.HighlightStyle(
        outerRadius: highlight.cornerRadius, innerRadius: highlight.cornerRadius,
        outset: Size(width: outset, height: 0), closedGap: height * 0.6)
      shapes.append((Path(highlighting: rects.map(sharp), as: shape), highlight.color))
    }
  }

  /// Makes the pieces of one line equally high.
  private static func align(_ pieces: inout ArraySlice<Rect>) {
    guard pieces.count > 1 else { return }
    let all = pieces.reduce(Rect.zero) { $0.union($1) }
    for index in pieces.indices {
      (pieces[index].origin.y, pieces[index].size.height) = (all.minY, all.size.height)
    }
  }

  /// Returns the highlight of a run: as high as its font, but lower than its line.
  private static func rect(of run: GlyphRun, in line: TextLayout.Line) -> Rect {
    let metrics = run.font.metrics
    let points = run.size / metrics.unitsPerEm
    // Color glyphs are as high as letters of their size.
    let isPictured = run.font.typeface.isColor
    let ascent = isPictured ? run.size * 0.9 : metrics.ascent * points
    let descent = isPictured ? run.size * 0.2 : metrics.descent * points
    let margin = min(Self.margin, line.height / 8)
    let top = max(run.origin.y - ascent, line.y + margin)
    let bottom = min(run.origin.y + descent, line.y + line.height - margin)
    return Rect(x: run.origin.x, y: top, width: run.width, height: max(0, bottom - top))
  }
}

extension [(range: Range<Int>, highlight: TextPaint.Highlight)] {
  /// Returns the index of the element whose range contains a byte offset.
  fileprivate func index(of offset: Int) -> Int? {
    let index = partitioningIndex { $0.range.upperBound > offset }
    return index < count && self[index].range.contains(offset) ? index : nil
  }
}
