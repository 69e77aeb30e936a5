import GalleyGeometry
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Wide blocks in narrow containers: the part that scrolls is at least 160 points wide.
@Suite struct ScrollOwnerTests {
  private static let table = RichBlock.table(
    RichBlock.Table([
      (0..<8).map { RichBlock.Table.Cell(.plain("abcdefgh\($0)")) }
    ]))

  private static func list(_ blocks: [RichBlock]) -> RichBlock {
    .list(RichBlock.List([RichBlock.List.Item([.paragraph("x")] + blocks, marker: .bullet)]))
  }

  private static let container = RichMessage.BlockPath([0, 0])

  @Test(arguments: [false, true])
  func `a table with less than 160 points scrolls together with its item`(
    isRightToLeft: Bool
  ) throws {
    let sample = RichSample(
      [Self.list([Self.table])], width: 170, isRightToLeft: isRightToLeft)
    let layout = sample.layout
    let area = try #require(layout.scrollAreas.first)
    #expect(layout.scrollAreas.count == 1 && area.path == Self.container)
    #expect(area.viewport == Rect(x: 0, y: 0, width: 170, height: area.viewport.size.height))
    #expect(layout.size.height == area.viewport.size.height + 8)
    // The item's text keeps its place, and the end of the table can be reached.
    let text = try #require(layout.texts.first)
    let last = try #require(layout.texts.last)
    let end = layout.scrolled(Self.container, to: .greatestFiniteMagnitude)
    let moved = try #require(end.texts.last)
    if isRightToLeft {
      #expect(text.origin.x == 0)
      #expect(last.origin.x < 0 && moved.origin.x == 8)
    } else {
      #expect(text.origin.x == 19)
      #expect(last.origin.x > 170 && moved.origin.x + moved.layout.size.width == 170 - 8)
    }
  }

  @Test func `a table with 160 points scrolls alone`() {
    let areas = RichSample([Self.list([Self.table])], width: 179).layout.scrollAreas
    #expect(areas.map(\.path) == [RichMessage.BlockPath([0, 0, 1])])
    #expect(areas.map(\.viewport.size.width) == [160])
  }

  @Test func `a table scrolls alone if no container is wide enough`() {
    let areas = RichSample([Self.list([Self.table])], width: 159).layout.scrollAreas
    #expect(areas.map(\.path) == [RichMessage.BlockPath([0, 0, 1])])
    #expect(areas.map(\.viewport.size.width) == [140])
  }

  @Test func `the nearest container that is wide enough scrolls`() {
    // The rooms are 200, 181 in the first item, and 160 in the quotation or 162 in its list.
    let inner = RichBlock.quotation(RichBlock.Quotation([Self.table]))
    let areas = RichSample([Self.list([inner])], width: 200).layout.scrollAreas
    #expect(areas.map(\.path) == [RichMessage.BlockPath([0, 0, 1, 0])])
    let narrow = RichSample([Self.list([inner])], width: 190).layout.scrollAreas
    #expect(narrow.map(\.path) == [RichMessage.BlockPath([0, 0, 1])])
    #expect(narrow.map(\.viewport.size.width) == [171])
    let outer = RichSample([Self.list([inner])], width: 170).layout.scrollAreas
    #expect(outer.map(\.path) == [Self.container])
  }

  @Test(arguments: [false, true])
  func `the ground of a quotation and the frame of details stay`(isQuotation: Bool) throws {
    let block: RichBlock =
      isQuotation
      ? .quotation(RichBlock.Quotation([Self.table]))
      : .details(RichBlock.Details("s", blocks: [Self.table], isOpen: true))
    let sample = RichSample([block], width: 170)
    let area = try #require(sample.layout.scrollAreas.first)
    #expect(area.path == RichMessage.BlockPath([0]))
    #expect(area.viewport.size.width == 170 && area.contentWidth > 170)
    let frames = sample.items.compactMap { placed -> Rect? in
      switch placed.item {
      case .quotation(let rect, _, _), .outline(let rect, _, _, _): rect
      default: nil
      }
    }
    #expect(frames.first?.size == sample.layout.size)
  }

  @Test(arguments: 0..<40)
  func `every part that scrolls is 160 points wide, or no container is`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var block = Self.table
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      switch Int.random(in: 0...2, using: &random) {
      case 0: block = Self.list([block])
      case 1: block = .quotation(RichBlock.Quotation([block]))
      default: block = .details(RichBlock.Details("s", blocks: [block], isOpen: true))
      }
    }
    let width = Double(Int.random(in: 100...320, using: &random))
    let layout = RichSample(
      [block], width: width, isRightToLeft: Bool.random(using: &random)
    ).layout
    for area in layout.scrollAreas {
      #expect(area.viewport.size.width >= 160 || width < 160)
      #expect(area.viewport.minX >= 0 && area.viewport.maxX <= layout.size.width)
    }
    #expect(layout.scrollAreas.count == 1)
    #expect(layout.size.width <= width)
  }
}
