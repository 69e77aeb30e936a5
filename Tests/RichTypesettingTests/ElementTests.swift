import GalleyGeometry
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// The accessible elements of messages, and the targets of their links.
@Suite struct ElementTests {
  private static func elements(
    _ blocks: [RichBlock], revealed: RevealedSpoilers = .none
  ) -> [RichLayout.Element] {
    RichSample(blocks).layout.accessibilityElements(revealed: revealed)
  }

  @Test func `headings have levels and lists positions`() throws {
    let inner = RichBlock.unordered([[.paragraph("deep")]])
    let list = RichBlock.ordered([[.paragraph("a")], [.paragraph("b"), inner]], from: 3)
    let elements = Self.elements([.heading("h", level: 3), list, .divider])
    #expect(elements.map(\.role) == [.heading(level: 3), .list(count: 2), .separator])
    let items = elements[1].children
    #expect(
      items.map(\.role) == [
        .item(index: 0, level: 0, isChecked: nil), .item(index: 1, level: 0, isChecked: nil),
      ])
    #expect(items.map(\.label.string) == ["3.", "4."])
    #expect(items[1].children.map(\.role) == [.paragraph, .list(count: 1)])
    let deep = try #require(items[1].children.last?.children.first)
    #expect(deep.role == .item(index: 0, level: 1, isChecked: nil))
    #expect(deep.children.map(\.label.string) == ["deep"])
  }

  @Test func `checkboxes tell their state and are controls`() {
    let items = [
      RichBlock.List.Item([.paragraph("a")], checkbox: .checked),
      RichBlock.List.Item([.paragraph("b")], checkbox: .unchecked),
    ]
    let found = Self.elements([.list(RichBlock.List(items))])[0].children
    #expect(
      found.map(\.role) == [
        .item(index: 0, level: 0, isChecked: true), .item(index: 1, level: 0, isChecked: false),
      ])
    #expect(found[1].control == .checkbox(RichMessage.BlockPath([0, 1]), isChecked: false))
  }

  @Test func `cells tell what they cover`() {
    let table = RichBlock.Table(
      [
        [.init("h", isHeader: true, columnSpan: 2), .init(nil)],
        [.init("a", rowSpan: 2), .init("b"), .init("c")], [.init("d"), .init("e")],
      ], caption: "cap")
    let element = Self.elements([.table(table)])[0]
    #expect(element.role == .table(rows: 3, columns: 3) && element.label.string == "cap")
    #expect(element.children.map(\.label.string) == ["h", "a", "b", "c", "d", "e"])
    #expect(element.children[0].role == .cell(rows: 0..<1, columns: 0..<2, isHeader: true))
    #expect(element.children[1].role == .cell(rows: 1..<3, columns: 0..<1, isHeader: false))
    #expect(element.children[4].role == .cell(rows: 2..<3, columns: 1..<2, isHeader: false))
  }

  @Test func `sections and quotations tell their state`() {
    let blocks: [RichBlock] = [
      .details(.init("s", blocks: [.paragraph("in")])),
      .details(.init("t", blocks: [.paragraph("in")], isOpen: true)),
      .quotation(.init([.paragraph("q")], credit: "me")),
    ]
    let elements = Self.elements(blocks)
    #expect(elements.map(\.role) == [.section(isOpen: false), .section(isOpen: true), .quotation])
    #expect(elements[0].children.isEmpty && elements[1].children.map(\.label.string) == ["in"])
    #expect(elements[0].control == .details(RichMessage.BlockPath([0]), isOpen: false))
    #expect(elements[2].details.string == "me")
  }

  @Test func `buttons are elements with frames`() throws {
    let buttons = [
      RichText.Button("yes", action: .callback(data: "y")),
      RichText.Button("no", action: .disabled),
    ]
    let elements = Self.elements([.paragraph("x"), .buttons(.init(buttons))])
    #expect(elements.dropFirst().map(\.label.string) == ["yes", "no"])
    #expect(
      elements.dropFirst().map(\.role) == [.button(isEnabled: true), .button(isEnabled: false)])
    #expect(elements[1].frame.maxX <= elements[2].frame.minX)
  }

  @Test func `frames contain those of the texts`() {
    var samples = RichBlockSamples(seed: 7)
    samples.allOpen = true
    let layout = RichSample(samples.blocks(12)).layout
    func check(_ elements: [RichLayout.Element]) {
      for element in elements {
        #expect(element.frame.size.height > 0)
        for rect in element.positions.map(layout.rects) ?? [] {
          let inner = Rect(
            x: rect.minX + 6, y: rect.minY + 6, width: max(rect.size.width - 12, 0),
            height: max(rect.size.height - 12, 0))
          #expect(element.frame.union(inner) == element.frame)
        }
        check(element.children)
      }
    }
    check(layout.accessibilityElements(revealed: .all))
  }

  @Test func `hidden spoilers are not announced`() {
    let blocks: [RichBlock] = [
      .paragraph(.styled(.spoiler, "one")),
      .paragraph(.sequence(["a ", .styled(.spoiler, .sequence(["two", .formula("x")]))])),
    ]
    #expect(!Self.elements(blocks)[1].label.string.contains("two"))
    let shown = Self.elements(blocks, revealed: RevealedSpoilers([1]))
    #expect(shown[1].label.string.contains("two"))
    #expect(!shown[0].label.string.contains("one"))
  }

  @Test func `anchors and references are found, exactly first, then without case`() throws {
    let blocks: [RichBlock] = [
      .paragraph(.sequence([.anchor(name: "Here"), "x"])),
      .details(
        .init("s", blocks: [.anchor(name: "here"), .paragraph(.reference(name: "n", "note"))])),
      .anchor(name: "end"),
    ]
    let message = RichMessage(blocks)
    #expect(message.path(of: .anchor("here"))?.indices == [1, 0])
    #expect(message.path(of: .anchor("HERE"))?.indices == [0])
    #expect(message.path(of: .reference("n"))?.indices == [1, 1])
    #expect(message.path(of: .anchor("n")) == nil)
    #expect(message.text(ofReference: "N") == "note")
    let layout = RichSample(blocks).layout
    #expect(layout.rects(of: .reference("n")).isEmpty)
    #expect(layout.rects(of: .anchor("end")).map(\.minY) == [layout.size.height])
    #expect(layout.rects(of: .anchor("")).map(\.minY) == [0])
    var state = RichState()
    state.reveal(try #require(message.path(of: .reference("n"))))
    let open = RichSample(blocks, state: state).layout
    let text = try #require(open.texts.last)
    #expect(open.rects(of: .reference("n")).map(\.minY) == [text.origin.y])
    #expect(open.rects(of: .reference("n")).map(\.size.width) == [40])
  }

  @Test func `a link within the message tells its target`() {
    let text: RichText = .sequence([
      .anchorLink(name: "top", "ab"), .referenceLink(name: "n", "cd"),
    ])
    let layout = RichSample([.paragraph(text)]).layout
    #expect(layout.hit(at: Point(x: 5, y: 8)).text?.target == .anchor("top"))
    #expect(layout.hit(at: Point(x: 26, y: 8)).text?.target == .reference("n"))
  }
}
