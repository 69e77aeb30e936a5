import GalleyGeometry
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Beginnings of messages with a control that shows the rest.
@Suite struct TruncationTests {
  private static func paragraphs(_ count: Int) -> [RichBlock] {
    (0..<count).map { .paragraph(.plain("line \($0)")) }
  }

  private static func texts(_ layout: RichLayout) -> [String] {
    layout.texts.map(\.composed.text.string)
  }

  @Test func `a number of lines is shown, with a control below`() throws {
    let whole = RichSample(Self.paragraphs(9)).layout
    let layout = whole.truncated(to: .lines(3))
    #expect(Self.texts(layout) == ["line 0", "line 1", "line 2"])
    #expect(layout.isTruncated && !whole.isTruncated)
    let last = try #require(layout.texts.last)
    #expect(layout.size.height > last.origin.y + last.layout.size.height)
    #expect(layout.hit(at: Point(x: 4, y: layout.size.height - 3)).control == .showMore)
    #expect(layout.truncated(to: .lines(1)) === layout)
    for extent in [RichLayout.Extent.whole, .lines(9), .lines(50), .height(.nan), .height(1e9)] {
      #expect(whole.truncated(to: extent) === whole)
    }
  }

  @Test func `a long paragraph ends with an ellipsis`() {
    let text = RichText.plain(String(repeating: "word ", count: 60))
    let layout = RichSample([.paragraph(text)], width: 100).layout.truncated(to: .lines(4))
    #expect(layout.texts.map(\.layout.lineCount) == [4])
    #expect(!layout.texts[0].layout.placedTokens.isEmpty)
  }

  @Test func `the cut is never below a heading`() {
    let blocks: [RichBlock] = Self.paragraphs(2) + [.heading("head", level: 1)] + Self.paragraphs(8)
    let layout = RichSample(blocks).layout
    #expect(Self.texts(layout.truncated(to: .lines(3))) == ["line 0", "line 1"])
    #expect(Self.texts(layout.truncated(to: .lines(4))).last == "line 0")
    // With nothing before it, the heading comes with the line below it.
    let first = RichSample([.heading("head", level: 1)] + Self.paragraphs(8)).layout
    #expect(Self.texts(first.truncated(to: .lines(1))) == ["head", "line 0"])
  }

  @Test func `the cut is never within a row or a picture`() {
    let long = RichText.plain(String(repeating: "word ", count: 12))
    let rows = (0..<4).map { row in
      [RichBlock.Table.Cell(.plain("r\(row)")), RichBlock.Table.Cell(long)]
    }
    let layout = RichSample([.table(RichBlock.Table(rows))] + Self.paragraphs(3), width: 200).layout
    for lines in 1..<20 {
      let part = layout.truncated(to: .lines(lines))
      let cells = part.texts.filter { $0.path == RichMessage.BlockPath([0]) }
      #expect(cells.count % 2 == 0)
      #expect(cells.allSatisfy { $0.layout.placedTokens.isEmpty })
    }
    let photo = RichBlock.media(
      .init(.photo, files: [.init(id: "p", width: 300, height: 300)]))
    let picture = RichSample(Self.paragraphs(1) + [photo] + Self.paragraphs(9)).layout
    #expect(picture.truncated(to: .height(100)).scrollAreas.isEmpty)
    #expect(Self.texts(picture.truncated(to: .height(100))) == ["line 0"])
  }

  @Test(arguments: 0..<40)
  func `any extent shows a beginning, and no more than it says`(seed: UInt64) {
    var samples = RichBlockSamples(seed: seed)
    let layout = RichSample(samples.blocks(8), width: 250).layout
    let all = Self.texts(layout)
    for height in stride(from: 0.0, through: layout.size.height, by: 23) {
      let part = layout.truncated(to: .height(height))
      #expect(all.starts(with: Self.texts(part)))
      #expect(part.isTruncated ? part.size.height < layout.size.height : part === layout)
      let shown = part.size.height - layout.document.moreHeight
      #expect(!part.isTruncated || shown <= height || part.texts.count <= 6)
    }
  }
}
