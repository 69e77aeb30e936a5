import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Agreement of drawing and queries.
@Suite struct PlacementPropertyTests {
  let boxes = TestFonts.engine()
  let noto = NotoFonts.engine()

  /// Returns a random layout of any direction, with blocks, limits, cutouts and insets.
  private func layout(_ seed: UInt64, _ random: inout SplitMix64) -> TextLayout {
    switch seed % 4 {
    case 0:
      boxes.layout(.random(using: &random), options: .random(using: &random))
    case 1:
      boxes.layout(.randomFlow(using: &random), options: .randomFlow(using: &random))
    case 2:
      boxes.layout(.random(using: &random), options: .randomLimits(using: &random))
    default:
      noto.layout(.randomInManyScripts(using: &random), options: .randomFlow(using: &random))
    }
  }

  @Test(arguments: 0..<300)
  func `glyph runs are within the rectangles of their text`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let layout = layout(seed, &random)
    let ends = layout.text.string.characterBoundaries.sorted()
    var scratch = PlacementScratch()
    for (index, line) in layout.lines.enumerated() {
      layout.visitGlyphRuns(ofLine: index, scratch: &scratch) { run, _ in
        guard run.width > 1e-6, !run.text.isEmpty else { return }
        let (left, right) = (run.origin.x, run.origin.x + run.width)
        // A character with several colors is drawn in the first.
        let start = ends.last { $0 <= run.text.lowerBound } ?? 0
        let end = ends.first { $0 >= run.text.upperBound } ?? start
        let rects = layout.rects(of: start..<end).filter { abs($0.minY - line.y) < 1e-9 }
        let about = "\(layout.text.string.debugDescription) \(run.text) \(left)..\(right) \(rects)"
        #expect(rects.contains { $0.minX <= left + 1e-6 && right <= $0.maxX + 1e-6 }, "\(about)")
        #expect(line.frame.minX <= left + 1e-6 && right <= line.frame.maxX + 1e-6, "\(about)")
        let middle = Point(x: (left + right) / 2, y: line.y + line.height / 2)
        guard let hit = layout.character(at: middle, slop: 0) else { return }
        #expect(line.range.contains(hit.lowerBound), "\(about) \(hit)")
      }
    }
  }

  @Test(arguments: 0..<300)
  func `a character is hit in the middle of its rectangle`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let layout = layout(seed, &random)
    let ends = layout.text.string.characterBoundaries.sorted()
    for (start, end) in zip(ends, ends.dropFirst()) where end - start < 40 {
      let rects = layout.rects(of: start..<end)
      // Marks that move the pen back make characters overlap.
      guard rects.count == 1, let rect = rects.first, rect.size.width > 0.5 else { continue }
      let middle = Point(x: rect.minX + rect.size.width / 2, y: rect.minY + rect.size.height / 2)
      let hit = layout.character(at: middle, slop: 0)
      let isCovered = (start..<end).contains { offset in
        hit?.contains(offset) ?? false
      }
      if !isCovered {
        let others = hit.map { layout.rects(of: $0) } ?? []
        #expect(
          others.contains { $0.minX <= middle.x && middle.x <= $0.maxX },
          "\(layout.text.string.debugDescription) \(start..<end) \(rect) \(String(describing: hit))"
        )
      }
    }
  }
}
