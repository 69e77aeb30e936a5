import GalleyGeometry
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Sections and quotations that open and close, and other controls.
@Suite struct StateTests {
  private static func section(_ summary: RichText, _ blocks: [RichBlock]) -> RichBlock {
    .details(RichBlock.Details(summary, blocks: blocks))
  }

  @Test func `the state survives an edit above it`() {
    let section = Self.section("a", [Self.section("b", [])])
    let quotation = RichBlock.expandableQuotation(RichBlock.CreditedText("q"))
    let old = RichMessage([section, section, quotation])
    var state = RichState()
    state.setOpen(RichMessage.BlockPath([1]), true)
    state.setOpen(RichMessage.BlockPath([1, 0]), true)
    state.setExpanded(RichMessage.BlockPath([2]), true)
    let new = RichMessage([.paragraph("new"), section, section, .divider, quotation])
    let moved = state.moved(from: old, to: new)
    #expect(moved.isOpen(RichMessage.BlockPath([1])) == nil)
    #expect(moved.isOpen(RichMessage.BlockPath([2])) == true)
    #expect(moved.isOpen(RichMessage.BlockPath([2, 0])) == true)
    #expect(moved.isExpanded(RichMessage.BlockPath([4])))
    // What was removed has no state.
    #expect(state.moved(from: old, to: RichMessage([section])) == RichState())
  }

  @Test func `a control toggles what it belongs to`() throws {
    let blocks = [Self.section("sum", [.paragraph("body")])]
    let closed = RichSample(blocks).layout
    let text = closed.texts[0]
    let point = Point(x: text.origin.x + 2, y: text.origin.y + 2)
    let control = try #require(closed.hit(at: point).control)
    var state = RichState()
    state.toggle(control)
    let open = RichSample(blocks, state: state).layout
    #expect(open.texts.map(\.composed.text.string) == ["sum", "body"])
    state.toggle(try #require(open.hit(at: point).control))
    #expect(RichSample(blocks, state: state).layout.texts.count == 1)
  }

  @Test func `a long expandable quotation is a control`() throws {
    let blocks = [
      RichBlock.expandableQuotation(
        RichBlock.CreditedText(.plain(String(repeating: "word ", count: 60)), credit: "me"))
    ]
    let layout = RichSample(blocks, width: 200).layout
    let point = Point(x: layout.texts[0].origin.x + 20, y: layout.texts[0].origin.y + 12)
    let control = try #require(layout.hit(at: point).control)
    #expect(control == .quotation(RichMessage.BlockPath([0]), isExpanded: false))
    var state = RichState()
    state.toggle(control)
    let open = RichSample(blocks, width: 200, state: state).layout
    #expect(open.size.height > layout.size.height)
    #expect(open.texts.map(\.composed.slot) == [.text, .credit])
    #expect(
      open.hit(at: point).control == .quotation(RichMessage.BlockPath([0]), isExpanded: true))
  }

  @Test func `checkboxes and buttons in texts are controls`() throws {
    let button = RichText.Button("ok", action: .callback(data: "x"))
    let items = [
      RichBlock.List.Item([.paragraph("a")], checkbox: .checked),
      RichBlock.List.Item([.paragraph(.sequence(["b ", .button(button)]))], checkbox: .unchecked),
    ]
    let sample = RichSample([.list(RichBlock.List(items))])
    let checkboxes = sample.items.compactMap { placed -> (RichLayout.Control, Rect)? in
      guard case .control(let control, let rect) = placed.item else { return nil }
      return (control, rect.offset(x: placed.origin.x, y: placed.origin.y))
    }
    let paths = [RichMessage.BlockPath([0, 0]), RichMessage.BlockPath([0, 1])]
    #expect(
      checkboxes.map(\.0) == [
        .checkbox(paths[0], isChecked: true), .checkbox(paths[1], isChecked: false),
      ])
    for (control, rect) in checkboxes {
      #expect(sample.layout.hit(at: Point(x: rect.minX + 2, y: rect.minY + 2)).control == control)
    }
    let second = sample.texts[1]
    let point = Point(x: second.maxX - 5, y: second.minY + second.size.height / 2)
    #expect(sample.layout.hit(at: point).control == .button(button))
  }

  @Test func `spoilers are numbered through the message, closed sections included`() throws {
    func spoiler(_ text: RichText) -> RichText { .styled(.spoiler, text) }
    let nested = spoiler(.sequence(["b", spoiler("c")]))
    let blocks: [RichBlock] = [
      .paragraph(.sequence([spoiler("a"), " ", nested])),
      Self.section(spoiler("d"), [.paragraph(spoiler("e")), .code(spoiler("f"), language: nil)]),
      .paragraph(spoiler("g")),
    ]
    let layout = RichSample(blocks).layout
    #expect(layout.texts.map(\.composed.firstSpoiler) == [0, 2, 5])
    let last = layout.texts[2]
    let point = Point(x: last.origin.x + 3, y: last.origin.y + 5)
    #expect(layout.hit(at: point).hiddenSpoiler == 5)
    #expect(layout.hit(at: point, revealed: RevealedSpoilers([5])).hiddenSpoiler == nil)
    #expect(layout.hit(at: point, revealed: RevealedSpoilers([0])).hiddenSpoiler == 5)
    var state = RichState()
    state.reveal(RichMessage.BlockPath([1, 0]))
    let open = RichSample(blocks, state: state).layout
    #expect(open.texts.map(\.composed.firstSpoiler) == [0, 2, 3, 4, 5])
  }
}
