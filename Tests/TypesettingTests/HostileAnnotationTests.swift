import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Hostile numbers of overlapping spoilers, links and blocks.
@Suite struct HostileAnnotationTests {
  let engine = TestFonts.engine()

  /// Annotations that overlap in all possible ways.
  enum Kind: CaseIterable {
    case all, nested, crossing, apart

    func range(_ index: Int, of count: Int) -> Range<Int> {
      let length = 4 * count
      return switch self {
      case .all: 0..<length
      case .nested: index..<length - index
      case .crossing: 2 * index..<2 * index + 2 * count
      case .apart: 4 * index..<4 * index + 3
      }
    }
  }

  private func text(_ count: Int, _ kind: Kind, collapsing: Bool = false) -> AttributedText {
    var text = AttributedText(String(repeating: "ab\nc", count: count), style: TestFonts.style())
    for index in 0..<count {
      let range = kind.range(index, of: count)
      text.annotate(range, as: .spoiler)
      text.annotate(range, as: .link(type: "url", url: nil))
      text.annotate(range, as: .other(type: "x", value: nil))
    }
    if collapsing {
      text.addBlocks(
        (0..<count / 4).map { TextBlock(.quote, in: 16 * $0..<16 * $0 + 16, isCollapsible: true) })
    }
    return text
  }

  /// Checks that counting takes time linear in the number of elements.
  private func expectLinear(_ kind: Kind, collapsing: Bool = false, _ count: (TextLayout) -> Int) {
    expectGrowth(from: 150, to: 1_500, below: 30) { number in
      let layout = engine.layout(
        text(number, kind, collapsing: collapsing), options: LayoutOptions(width: 200))
      // Lazily created data.
      _ = layout.annotations(at: 0)
      return processorTime { #expect(count(layout) > 0) }
    }
  }

  @Test(arguments: Kind.allCases)
  func `computing spoilers takes linear time`(kind: Kind) {
    expectLinear(kind) { $0.spoilers.count }
  }

  @Test(arguments: Kind.allCases)
  func `computing accessibility elements and lines takes linear time`(kind: Kind) {
    expectLinear(kind) { $0.accessibilityElements().count }
    expectLinear(kind) { $0.accessibilityElements(revealed: .all).count }
    expectLinear(kind) { $0.accessibilityLines().count }
  }

  @Test func `accessibility and copying take linear time over collapsed blocks`() {
    expectLinear(.apart, collapsing: true) { $0.accessibilityLines().count }
    expectLinear(.apart, collapsing: true) { $0.accessibilityElements().count }
    expectLinear(.apart, collapsing: true) { layout in
      stride(from: 0, to: layout.text.length, by: 16).count { offset in
        !layout.visibleText(of: offset..<offset + 4, revealed: .all).isEmpty
      }
    }
  }
}
