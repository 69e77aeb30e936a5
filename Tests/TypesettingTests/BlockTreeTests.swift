import GalleyGeometry
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Overlapping and nested blocks.
@Suite struct BlockTreeTests {
  private func blocks(_ ranges: [Range<Int>], length: Int = 200) -> [Range<Int>] {
    var text = AttributedText(String(repeating: "a", count: length))
    text.addBlocks(ranges.map { TextBlock(.quote, in: $0) })
    return text.blocks.map(\.range)
  }

  @Test(
    arguments: [
      ([0..<4, 2..<6], [0..<4, 2..<4, 4..<6]), ([2..<6, 0..<4], [0..<2, 2..<6, 2..<4]),
      ([0..<4, 4..<8], [0..<4, 4..<8]), ([2..<4, 0..<8], [0..<8, 2..<4]),
      ([2..<4, 2..<4], [2..<4, 2..<4]), ([2..<6, 2..<8, 4..<8], [2..<8, 2..<6, 4..<6, 6..<8]),
      ([0..<4, 6..<9, 2..<8], [0..<4, 2..<4, 4..<6, 6..<9, 6..<8]),
    ] as [([Range<Int>], [Range<Int>])])
  func `a block is split at the edges of overlapping earlier blocks`(
    given: [Range<Int>], expected: [Range<Int>]
  ) {
    #expect(blocks(given) == expected)
  }

  @Test func `the rest of a split block begins after a line end and splits later blocks`() {
    var text = AttributedText("ab\ncd\nef\ngh\nij")
    text.addBlocks([0..<5, 3..<11, 0..<8].map { TextBlock(.quote, in: $0) })
    #expect(text.blocks.map(\.range) == [0..<6, 0..<5, 3..<5, 6..<11, 6..<8])
    #expect(text.blocks.indices.map { text.parent(ofBlock: $0) } == [nil, 0, 1, nil, 3])
  }

  /// Clips each block by each earlier one, in order.
  private func cutOneByOne(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var placed: [Range<Int>] = []
    for range in ranges {
      var pieces = [range]
      for other in placed {
        pieces = pieces.flatMap { piece -> [Range<Int>] in
          let isApart = !piece.overlaps(other)
          let isInside =
            other.lowerBound <= piece.lowerBound && piece.upperBound <= other.upperBound
          let isAround =
            piece.lowerBound <= other.lowerBound && other.upperBound <= piece.upperBound
          if isApart || isInside || isAround { return [piece] }
          let edge = other.lowerBound > piece.lowerBound ? other.lowerBound : other.upperBound
          return [piece.lowerBound..<edge, edge..<piece.upperBound]
        }
      }
      placed += pieces
    }
    return placed
  }

  @Test(arguments: 0..<300)
  func `splitting blocks matches clipping each by every earlier one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let ranges = (0..<Int.random(in: 2...9, using: &random)).map { _ in
      let ends = [0, 1].map { _ in Int.random(in: 0...20, using: &random) }.sorted()
      return ends[0]..<ends[1] + 1
    }
    let found = blocks(ranges)
    #expect(
      Set(found) == Set(cutOneByOne(ranges)) && found.count == cutOneByOne(ranges).count,
      "\(ranges)")
    #expect(
      found == found.sorted { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) })
  }

  @Test func `a block that crosses many others ends after sixteen pieces`() {
    // Forty nested blocks, and one that starts inside all of them and ends after all.
    let nested = (0..<40).map { $0..<100 - $0 }
    let found = blocks(nested + [50..<150])
    #expect(found.count == 40 + 16)
    #expect(
      found.filter { $0.lowerBound >= 50 }.map(\.count) == [11] + [Int](repeating: 1, count: 15))
  }

  /// Blocks that each overlap the next, and blocks that all overlap each other.
  private func crossing(_ count: Int) -> [[Range<Int>]] {
    [
      (0..<count).map { 2 * $0..<2 * $0 + 3 },
      (0..<count).map { $0..<count + $0 + 1 },
      (0..<count / 2).map { $0..<count - $0 }
        + (0..<count / 2).map { count / 2 + $0..<2 * count - $0 },
    ]
  }

  @Test(arguments: 0..<3)
  func `splitting time is linear in the number of crossing blocks`(kind: Int) {
    expectGrowth(from: 300, to: 3_000, below: 30) { count in
      let ranges = crossing(count)[kind]
      return processorTime { #expect(blocks(ranges, length: 3 * count).count <= 16 * count) }
    }
  }

  @Test func `adjacent quotations stay separate and block attributes affect equality`() throws {
    func text(_ change: (inout TextBlock) -> Void) -> AttributedText {
      var text = AttributedText("ab\ncd\nef\ngh\nij\nkl", style: TestFonts.style())
      var block = TextBlock(.quote, in: 0..<17)
      change(&block)
      text.addBlocks([block])
      return text
    }
    let plain = text { _ in }
    let folding = text { $0.isCollapsible = true }
    let colored = text { $0.paint.fill = .fixed(.white) }
    #expect(plain != folding && plain != colored && folding != colored)
    let engine = TestFonts.engine()
    #expect(engine.layout(plain).lineCount == 6)
    #expect(engine.layout(folding).lineCount == 3)
    // They are shaped together.
    #expect(engine.layout(folding).shaped === engine.layout(colored).shaped)

    var pair = AttributedText("ab\ncd", style: TestFonts.style())
    pair.addBlocks([TextBlock(.quote, in: 0..<3), TextBlock(.quote, in: 3..<5)])
    #expect(pair.blocks.count == 2)
    let layout = engine.layout(pair)
    #expect(layout.blocks.map(\.lines) == [0..<1, 1..<2])
    #expect(layout.blocks[0].frame.maxY < layout.blocks[1].frame.minY)
  }
}
