import GalleyGeometry
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Blocks that are wider than the message.
@Suite struct ScrollingTests {
  private static let path = RichMessage.BlockPath([1])

  private static func blocks(columns: Int = 12) -> [RichBlock] {
    let row = (0..<columns).map { RichBlock.Table.Cell(.plain("abcdef\($0 % 10)")) }
    return [.paragraph("x"), .table(RichBlock.Table([row, row]))]
  }

  private static func layout(width: Double = 300, isRightToLeft: Bool = false) -> RichLayout {
    RichSample(blocks(), width: width, isRightToLeft: isRightToLeft).layout
  }

  @Test func `a table that is too wide scrolls, and the message does not`() throws {
    let layout = Self.layout()
    #expect(layout.size.width <= 300)
    let area = try #require(layout.scrollAreas.first)
    #expect(layout.scrollAreas.count == 1 && area.path == Self.path)
    #expect(area.contentWidth > 300 && area.viewport.size.width == layout.size.width)
    #expect(area.offset == 0 && area.contentX == area.viewport.minX)
    #expect(RichSample([.paragraph("abc")]).layout.scrollAreas.isEmpty)
  }

  @Test(arguments: [false, true])
  func `offsets count from the start side, within limits`(isRightToLeft: Bool) throws {
    let layout = Self.layout(isRightToLeft: isRightToLeft)
    let first = try #require(layout.texts.first { $0.composed.text.string == "abcdef0" })
    let area = try #require(layout.scrollAreas.first)
    #expect(isRightToLeft ? first.origin.x > 150 : first.origin.x < 150)
    let scrolled = layout.scrolled(Self.path, to: 50)
    let moved = try #require(scrolled.texts.first { $0.composed.text.string == "abcdef0" })
    #expect(moved.origin.x - first.origin.x == (isRightToLeft ? 50 : -50))
    #expect(scrolled.root === layout.root)
    for (wanted, offset) in [(-7, 0), (1e9, area.maximumOffset), (.nan, 0), (.infinity, 0)] {
      #expect(layout.scrolled(Self.path, to: wanted).scrollAreas[0].offset == offset)
    }
    let end = layout.scrolled(Self.path, to: 1e9).scrollAreas[0]
    let edge = isRightToLeft ? end.contentX : end.contentX + end.contentWidth
    #expect(edge == (isRightToLeft ? end.viewport.minX : end.viewport.maxX))
  }

  @Test func `rectangles and hits follow the contents, inside of the viewport`() throws {
    let layout = Self.layout().scrolled(Self.path, to: 120)
    for rect in layout.rects(of: layout.positions) {
      #expect(rect.minX >= 0 && rect.maxX <= layout.size.width)
    }
    let view = layout.scrollAreas[0].viewport
    let text = try #require(
      layout.texts.first { $0.origin.x > view.minX + 5 && $0.path == Self.path })
    let point = Point(x: text.origin.x + 12, y: text.origin.y + 5)
    let hit = layout.hit(at: point)
    #expect(hit.path == Self.path)
    #expect(hit.text?.character == 1..<2)
  }

  @Test(arguments: [false, true])
  func `another width shows the same column`(isRightToLeft: Bool) throws {
    func column(_ layout: RichLayout) throws -> String {
      let view = layout.scrollAreas[0].viewport
      let visible = layout.texts.filter {
        $0.path == Self.path && $0.origin.x + $0.layout.size.width > view.minX
          && $0.origin.x < view.maxX
      }
      let start = visible.min {
        isRightToLeft ? $0.origin.x > $1.origin.x : $0.origin.x < $1.origin.x
      }
      return try #require(start).composed.text.string
    }
    let layout = Self.layout(isRightToLeft: isRightToLeft).scrolled(Self.path, to: 430)
    let narrow = Self.layout(width: 100, isRightToLeft: isRightToLeft).scrolled(as: layout)
    #expect(try column(narrow) == column(layout))
    #expect(try column(layout) != "abcdef0")
    // A table that fits does not scroll.
    #expect(Self.layout(width: 4_000).scrolled(as: layout).scrollAreas.isEmpty)
  }

  @Test func `a rectangle outside of the viewport is scrolled into it`() throws {
    for isRightToLeft in [false, true] {
      let layout = Self.layout(isRightToLeft: isRightToLeft)
      let view = layout.scrollAreas[0].viewport
      let last = try #require(layout.texts.last)
      let frame = Rect(origin: last.origin, size: last.layout.size)
      #expect(frame.intersection(view).isEmpty)
      let shown = try #require(layout.scrolled(Self.path, toShow: frame).texts.last)
      #expect(shown.origin.x >= view.minX && shown.origin.x + frame.size.width <= view.maxX)
    }
  }

  @Test func `the thumb of the scroll bar is at the place of the offset`() {
    let layout = Self.layout()
    let view = layout.scrollAreas[0].viewport
    #expect(layout.scrollAreas[0].thumb.minX == view.minX)
    #expect(layout.scrolled(Self.path, to: 1e9).scrollAreas[0].thumb.maxX == view.maxX)
    let mirrored = Self.layout(isRightToLeft: true).scrollAreas[0]
    #expect(mirrored.thumb.maxX == mirrored.viewport.maxX)
  }
}
