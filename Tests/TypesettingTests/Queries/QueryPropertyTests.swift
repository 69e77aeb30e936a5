import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Properties of queries that hold for every text and width.
///
/// A failing test names its seed.
@Suite struct QueryPropertyTests {
  let engine = TestFonts.engine()
  let noto = NotoFonts.engine()

  private func random(_ seed: UInt64) -> (layout: TextLayout, random: SplitMix64) {
    var random = SplitMix64(seed: seed)
    // Every other text has blocks, some of them collapsed; others are truncated at any end.
    switch seed % 8 {
    case 0, 4:
      let text = AttributedText.random(using: &random)
      return (engine.layout(text, options: .random(using: &random)), random)
    case 1, 3, 5:
      let text = AttributedText.randomFlow(using: &random)
      return (engine.layout(text, options: .randomFlow(using: &random)), random)
    case 2, 6:
      let text = AttributedText.random(using: &random)
      return (engine.layout(text, options: .randomLimits(using: &random)), random)
    default:
      let text = AttributedText.randomInManyScripts(using: &random)
      return (noto.layout(text, options: .randomFlow(using: &random)), random)
    }
  }

  @Test(arguments: seeds(50, long: 250))
  func `rectangles of adjacent ranges cover the same area as their union`(seed: UInt64) {
    var (layout, random) = random(seed)
    for _ in 0..<4 {
      let ends = (0..<3).map { _ in Int.random(in: 0...layout.text.length, using: &random) }
        .sorted()
      let parts = layout.rects(of: ends[0]..<ends[1]) + layout.rects(of: ends[1]..<ends[2])
      let whole = layout.rects(of: ends[0]..<ends[2])
      #expect(parts.coverage == whole.coverage, "\(ends) \(layout.text.string.debugDescription)")
    }
  }

  @Test(arguments: seeds(50, long: 250))
  func `querying many ranges at once gives the same rectangles as each alone`(seed: UInt64) {
    var (layout, random) = random(seed)
    let ranges = (0..<8).map { _ in
      let ends = (0..<2).map { _ in Int.random(in: -3...layout.text.length + 3, using: &random) }
      return min(ends[0], ends[1])..<max(ends[0], ends[1])
    }
    #expect(layout.rects(of: ranges) == ranges.map { layout.rects(of: $0) })
  }

  @Test(arguments: seeds(50, long: 250))
  func `a point on a caret maps back to the caret's location`(seed: UInt64) {
    var (layout, random) = random(seed)
    for _ in 0..<6 {
      let place = TextPosition(
        offset: Int.random(in: 0...layout.text.length, using: &random),
        affinity: Bool.random(using: &random) ? .upstream : .downstream)
      guard let caret = layout.caret(at: place) else { return }
      #expect(layout.caret(at: caret.position) == caret)
      let y = caret.frame.minY + caret.frame.size.height / 2
      let hit = layout.caret(at: layout.position(at: Point(x: caret.frame.minX, y: y)))
      // Where marks move the pen back, a caret may stand within another character.
      let distance = abs((hit?.frame.minX ?? .infinity) - caret.frame.minX)
      #expect(distance < 1e-6, "\(place) \(layout.text.string.debugDescription)")
      #expect(hit?.line == caret.line)
    }
  }

  @Test(arguments: seeds(50, long: 250))
  func `a point beside a caret in plain letters maps to its exact position`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let string =
      (0..<Int.random(in: 1...30, using: &random)).map { _ in
        ["a", "b", "א", "ב", "1", " c", "ג "].randomElement(using: &random) ?? ""
      }.joined() + "z"
    let layout = engine.layout(AttributedText(string, style: TestFonts.style()))
    for offset in string.characterBoundaries.sorted() {
      for affinity in [TextPosition.Affinity.downstream, .upstream] {
        guard let caret = layout.caret(at: .init(offset: offset, affinity: affinity)) else {
          return
        }
        let isBehind = caret.position.affinity == .upstream || offset == string.utf8.count
        let step = isBehind != caret.isRightToLeft ? -1e-4 : 1e-4
        let hit = layout.position(at: Point(x: caret.frame.minX + step, y: 5))
        #expect(hit == caret.position, "\(string) \(offset) \(affinity)")
      }
    }
  }

  @Test(arguments: seeds(50, long: 250))
  func `moving right along a line visits each character boundary once`(seed: UInt64) {
    var (layout, random) = random(seed)
    guard layout.lineCount > 0 else { return }
    let index = Int.random(in: 0..<layout.lineCount, using: &random)
    let line = layout.line(at: index)
    var visited: [TextPosition] = []
    var next = layout.position(from: layout.middle(ofLine: index), moving: .lineLeft)
    while visited.count < 500, visited.last != next, layout.caret(at: next)?.line == index {
      visited.append(next)
      next = layout.position(from: next, moving: .right)
    }
    #expect(Set(visited).count == visited.count)
    let places = visited.compactMap { layout.caret(at: $0)?.frame.minX }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 })
    // And back again, except at a line end that is also the start of the next line.
    var back = [visited[visited.count - 1]]
    while back.count < visited.count {
      back.append(layout.position(from: back[back.count - 1], moving: .left))
    }
    #expect(Array(back.reversed().dropFirst()) == Array(visited.dropFirst()))
    let offsets = Set(visited.map(\.offset))
    // Both ends of a hidden range are one caret position.
    let hidden = layout.hiddenRanges
    let missing = layout.text.string.characterBoundaries.filter { offset in
      line.range.contains(offset) && !offsets.contains(offset)
        && !hidden.contains { $0.lowerBound <= offset && offset <= $0.upperBound }
    }
    #expect(missing == [], "line \(index) \(layout.text.string.debugDescription)")
  }

  @Test(arguments: seeds(50, long: 250))
  func `moving by characters visits each visible character boundary`(seed: UInt64) {
    let (layout, _) = random(seed)
    guard layout.lineCount > 0 else { return }
    var position = TextPosition(offset: 0)
    var offsets = [0]
    while position.offset < layout.text.length, offsets.count < 1_000 {
      position = layout.position(from: position, moving: .forward(.character))
      offsets.append(position.offset)
    }
    let hidden = layout.hiddenRanges
    let seen = layout.text.string.characterBoundaries.filter { offset in
      !hidden.contains { $0.lowerBound < offset && offset < $0.upperBound }
    }
    #expect(Set(offsets) == Set(seen))
    var back = [position.offset]
    while position.offset > 0, back.count < 1_000 {
      position = layout.position(from: position, moving: .backward(.character))
      back.append(position.offset)
    }
    #expect(back.reversed() == offsets)
  }

  @Test(arguments: seeds(50, long: 200))
  func `source and layout offset maps are inverse`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let source = String((0..<40).map { _ in "aéжא😀".randomElement(using: &random) ?? "a" })
    let boundaries = source.characterBoundaries.sorted()
    var pieces: [(range: Range<Int>, attachment: TextAttachment)] = []
    var next = 0
    while next + 1 < boundaries.count {
      let end = min(boundaries.count - 1, next + Int.random(in: 1...3, using: &random))
      if Int.random(in: 0..<3, using: &random) == 0 {
        pieces.append(
          (boundaries[next]..<boundaries[end], .customEmoji(id: "1", fontSize: 17, text: "")))
      }
      next = end
    }
    let text = AttributedText(source, replacing: pieces)
    let map = text.indexMap
    for offset in boundaries {
      let back = map.sourceOffset(ofLayout: map.layoutOffset(ofSource: offset))
      let piece = pieces.first { $0.range.contains(offset) }
      #expect(back == piece?.range.lowerBound ?? offset)
    }
    for offset in text.string.characterBoundaries {
      #expect(map.layoutOffset(ofSource: map.sourceOffset(ofLayout: offset)) == offset)
    }
    for piece in pieces {
      let range = map.layoutRange(ofSource: piece.range)
      #expect(range.count == 3)
      #expect(map.sourceRange(ofLayout: range) == piece.range)
    }
    #expect(map.sourceRange(ofLayout: 0..<text.length) == 0..<source.utf8.count)
  }
}

extension TextLayout {
  /// Returns a random position on a line.
  fileprivate func middle(ofLine index: Int) -> TextPosition {
    let box = line(at: index)
    return position(at: Point(x: box.x + box.width / 2, y: box.y + box.height / 2))
  }
}

extension [Rect] {
  /// The covered intervals at each height, to a thousandth, with adjacent ones merged.
  fileprivate var coverage: [String] {
    var rows: [(y: Double, intervals: [(Double, Double)])] = []
    for rect in self where rect.size.width > 1e-6 {
      if let row = rows.firstIndex(where: { $0.y == rect.minY }) {
        rows[row].intervals.append((rect.minX, rect.maxX))
      } else {
        rows.append((rect.minY, [(rect.minX, rect.maxX)]))
      }
    }
    return rows.sorted { $0.y < $1.y }.map { row in
      var merged: [(Double, Double)] = []
      for interval in row.intervals.sorted(by: { $0.0 < $1.0 }) {
        if let last = merged.last, interval.0 <= last.1 + 1e-6 {
          merged[merged.count - 1].1 = Swift.max(last.1, interval.1)
        } else {
          merged.append(interval)
        }
      }
      return "\(row.y) "
        + merged.map { "\($0.0.thousandths)-\($0.1.thousandths)" }.joined(separator: " ")
    }
  }
}
