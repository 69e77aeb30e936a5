import GalleyGeometry
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

private typealias Position = RichLayout.Position

/// Positions, rectangles and hits across the blocks of a message.
@Suite struct QueryTests {
  private let sample = RichSample([
    .paragraph("abc"), .ordered([[.paragraph("de")], [.paragraph("fg")]]), .paragraph("hij"),
  ])
  private var layout: RichLayout { sample.layout }

  @Test func `the middle of each character's left half is its position`() throws {
    for (index, frame) in sample.texts.enumerated() {
      for offset in 0..<layout.texts[index].layout.text.length {
        let point = Point(x: frame.minX + 10 * Double(offset) + 2, y: frame.minY + 5)
        #expect(layout.position(at: point) == Position(text: index, offset: offset))
        let hit = layout.hit(at: point)
        #expect(hit.text?.character == offset..<(offset + 1))
        let caret = try #require(layout.caret(at: Position(text: index, offset: offset)))
        #expect(abs(caret.minX - frame.minX - 10 * Double(offset)) < 1.5)
      }
    }
  }

  @Test func `a point beside or between texts is at the nearest one`() {
    let texts = sample.texts
    #expect(layout.position(at: Point(x: 1_000, y: -50)) == Position(text: 0, offset: 3))
    #expect(layout.position(at: Point(x: -50, y: 10_000))?.text == 3)
    let marker = Point(x: 1, y: texts[1].minY + 5)
    #expect(layout.position(at: marker) == Position(text: 1, offset: 0))
    #expect(layout.hit(at: marker).text == nil)
    #expect(RichSample([]).layout.position(at: .zero) == nil)
  }

  @Test func `a range across blocks has the rectangles of its parts`() {
    let range = Position(text: 0, offset: 1)..<Position(text: 3, offset: 2)
    let rects = layout.rects(of: range)
    #expect(rects.map(\.size.width) == [20, 20, 20, 20])
    #expect(rects.map(\.minX) == [10] + sample.texts[1...].map(\.minX))
    #expect(zip(rects, rects.dropFirst()).allSatisfy { $0.maxY <= $1.minY + 1e-9 })
    #expect(layout.rects(of: layout.positions).map(\.size.width) == [30, 20, 20, 30])
  }

  @Test func `the word at a position`() {
    let layout = RichSample([.paragraph("ab cd"), .paragraph("ef")]).layout
    let word = layout.range(of: .word, at: Position(text: 0, offset: 4))
    #expect(word == Position(text: 0, offset: 3)..<Position(text: 0, offset: 5))
    #expect(layout.range(of: .word, at: Position(text: 5, offset: 0)) == nil)
  }

  @Test func `positions out of range have no caret and no rectangles`() {
    #expect(layout.caret(at: Position(text: 9, offset: 0)) == nil)
    #expect(layout.caret(at: Position(text: -1, offset: 0)) == nil)
    let far = Position(text: 7, offset: 0)..<Position(text: 9, offset: 2)
    #expect(layout.rects(of: far).isEmpty)
    let negative = Position(text: 0, offset: -5)..<Position(text: 0, offset: 99)
    #expect(layout.rects(of: negative).map(\.size.width) == [30])
  }

  @Test func `controls are found in nested boxes`() throws {
    let details = RichBlock.details(
      RichBlock.Details("more", blocks: [.paragraph("x")], isOpen: true))
    let layout = RichSample([.paragraph("a"), details]).layout
    let summary = try #require(layout.texts.first { $0.composed.text.string == "more" })
    let point = Point(x: summary.origin.x + 1, y: summary.origin.y + 1)
    guard case .details(_, isOpen: true)? = layout.hit(at: point).control else {
      Issue.record("no control")
      return
    }
    #expect(layout.hit(at: Point(x: 1, y: 1)).control == nil)
  }
}
