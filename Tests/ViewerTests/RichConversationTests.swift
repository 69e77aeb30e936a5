import Foundation
@testable import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyMessages
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport
import Testing

/// Rich messages in a conversation: taps, sections, footnotes, anchors and selections.
@MainActor struct RichConversationTests {
  private static let json: String = {
    func note(_ id: Int) -> String {
      #"{"id":\#(id),"sender":"Bo","text":"Message \#(id) takes more than a line, here and there."}"#
    }
    let rich = #"""
      {"id":100,"sender":"Ada","rich_message":{"blocks":[
      {"type":"heading","size":2,"text":"Title"},
      {"type":"paragraph","text":["See",{"type":"reference_link","text":"1","reference_name":"n"},
      " or ",{"type":"anchor_link","text":"below","anchor_name":"deep"}," now"]},
      {"type":"details","summary":"More","blocks":[{"type":"paragraph","text":
      [{"type":"anchor","name":"deep"},"Inside it"]}]},
      {"type":"list","items":[{"label":"•","has_checkbox":true,"blocks":
      [{"type":"paragraph","text":"milk"}]}]},
      {"type":"buttons","buttons":[{"text":"Vote","callback_data":"v"},
      {"text":"Copy","copy_text":{"text":"secret"}},{"text":"Off","disabled":{}}]},
      {"type":"footer","text":["1. ",{"type":"reference","name":"n","text":"The note"}]},
      {"type":"paragraph","text":["A ",{"type":"spoiler","text":"hidden"}," word"]}]}}
      """#
    let cells = (0..<9).map { #"{"text":"column\#($0)"}"# }.joined(separator: ",")
    let table =
      #"{"id":300,"sender":"Ada","rich_message":{"blocks":[{"type":"table","cells":[[\#(cells)]]}]}}"#
    let before = (0..<6).map(note)
    let after = (200..<206).map(note)
    return "[" + (before + [rich, table] + after).joined(separator: ",") + "]"
  }()

  /// The index of the rich message.
  private static let rich = 6

  private let model: ConversationModel
  private var view: ConversationView { model.view }
  private var reader: Reader { model.reader }

  init() throws {
    let rows = ChatRows(
      ChatHistory(try Chat(json: Array(Self.json.utf8))), style: ChatStyle(.light, width: 360),
      engine: TestFonts.engine())
    model = try ConversationModel(rows, size: Size(width: 360, height: 640))
    view.list.scroll(to: ItemPath(item: Self.rich), at: .head(60))
    model.settle()
    reader.asks = true
  }

  private func rowNode() throws -> ChatRowNode {
    try #require(view.list.node(at: Self.rich).flatMap { ChatRowNode($0) })
  }

  /// Returns a point of the rich message in the view's coordinates.
  private func place(_ point: Point) throws -> Point {
    let row = try rowNode()
    let frame = try #require(view.list.frame(at: Self.rich))
    let inRow = try #require(row.rich.flatMap { $0.node.convert(point, to: row.node) })
    return Point(x: inRow.x + frame.minX, y: inRow.y + frame.minY)
  }

  private func middle(_ rect: Rect) -> Point {
    Point(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
  }

  /// Returns the middle of a word of the rich message, in the view's coordinates.
  private func place(_ word: String) throws -> Point {
    let layout = try #require(try rowNode().rich).layout
    let text = layout.joinedText.string
    let range = try #require(text.range(of: word))
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let positions = try #require(layout.positions(of: start..<start + word.utf8.count))
    return try place(middle(try #require(layout.rects(of: positions).first)))
  }

  /// Returns the middle of the first control that satisfies a condition.
  private func place(_ isWanted: (RichLayout.Control) -> Bool) throws -> Point {
    let layout = try #require(try rowNode().rich).layout
    for y in stride(from: 2.0, to: layout.size.height, by: 4) {
      for x in stride(from: 2.0, to: layout.size.width, by: 4) {
        let point = Point(x: x, y: y)
        if let control = layout.hit(at: point, slop: 0).control, isWanted(control) {
          return try place(point)
        }
      }
    }
    throw TestFailure("no such control")
  }

  private struct TestFailure: Error { init(_ words: String) {} }

  private func isButton(_ label: String) -> (RichLayout.Control) -> Bool {
    { if case .button(let button) = $0 { button.text == .plain(label) } else { false } }
  }

  private func isDetails(_ control: RichLayout.Control) -> Bool {
    if case .details = control { true } else { false }
  }

  private func click(_ point: Point) {
    model.send(.began, at: point)
    model.send(.ended, at: point)
    model.run(0.6)
    model.settle()
  }

  private var sections: RichState { view.source.state(ofKey: Self.rich).sections }

  // MARK: Sections

  @Test func `a tap on a summary opens its section where it is and a second one closes it`() throws
  {
    let path = RichMessage.BlockPath([2])
    let point = try place(isDetails)
    let (height, top) = (try rowNode().row.height, view.list.frame(at: Self.rich)?.minY)
    click(point)
    #expect(sections.isOpen(path) == true)
    #expect(try rowNode().row.height > height + 20)
    #expect(view.list.frame(at: Self.rich)?.minY == top)
    #expect(try place(isDetails) == point)
    #expect(view.source.rows.text(at: Self.rich)?.string.contains("Inside") == false)
    #expect(view.selectableText(of: ListItem(key: Self.rich))?.string.contains("Inside") == true)
    click(point)
    #expect(sections.isOpen(path) == false)
    #expect(try rowNode().row.height == height)
  }

  @Test func `a section stays open when a block is inserted before it`() throws {
    click(try place(isDetails))
    var message = view.message(at: Self.rich)
    message.richMessage?.blocks.insert(.paragraph(.plain("New")), at: 0)
    #expect(view.replace(message))
    model.settle()
    #expect(sections.isOpen(RichMessage.BlockPath([3])) == true)
    #expect(try rowNode().rich?.layout.joinedText.string.contains("Inside") == true)
  }

  // MARK: Buttons and checkboxes

  @Test func `the delegate hears of buttons that only it can handle`() throws {
    click(try place(isButton("Vote")))
    #expect(reader.take().last == "press v of number(100)")
  }

  @Test func `a button copies its text`() throws {
    click(try place(isButton("Copy")))
    #expect(reader.copies == ["secret"])
  }

  @Test func `a disabled button cannot be tapped`() throws {
    let target = try #require(view.target(at: try place(isButton("Off"))))
    #expect(!target.hasDefaultAction)
    #expect(view.pointerShape(at: target.point) == .arrow)
  }

  @Test func `a pressed button is dimmed until the pointer is lifted`() throws {
    let point = try place(isButton("Vote"))
    model.send(.began, at: point)
    model.run(0.2)
    let row = try rowNode().node
    #expect(row.subnodes.contains { $0.name == "pressed" })
    model.send(.ended, at: point)
    model.run(0.6)
    #expect(!row.subnodes.contains { $0.name == "pressed" })
  }

  @Test func `the delegate toggles checkboxes`() throws {
    click(
      try place { if case .checkbox = $0 { true } else { false } })
    #expect(reader.take().last == "check [3, 0] of number(100)")
  }

  // MARK: Footnotes and anchors

  @Test func `a tap on a footnote's mark shows its text until the next press`() throws {
    let layout = try #require(try rowNode().rich).layout
    let mark = try #require(layout.texts[1].layout.rects(of: 3..<4).first)
    let origin = layout.texts[1].origin
    click(try place(middle(mark.offset(x: origin.x, y: origin.y))))
    let panel = try #require(view.interaction.panel as? FootnotePanel)
    #expect(panel.elements.first?.label.string == "The note")
    let box = try #require(panel.node.subnodes.first).frame
    #expect(box.minX >= 0 && box.maxX <= 360 && box.maxY <= 640)
    click(Point(x: 3, y: 3))
    #expect(!view.hasPanel)
  }

  @Test func `a link to an anchor opens the section around it and highlights it`() throws {
    let point = try place("below")
    model.send(.began, at: point)
    model.send(.ended, at: point)
    model.run(0.8)
    #expect(sections.isOpen(RichMessage.BlockPath([2])) == true)
    #expect(try rowNode().node.subnodes.contains { $0.name == "flash" })
    let line = try place("Inside")
    #expect(line.y > 0 && line.y < 80)
    model.run(1.4)
    #expect(try !rowNode().node.subnodes.contains { $0.name == "flash" })
  }

  @Test func `the reader returns to where a link was followed`() throws {
    let top = view.list.frame(at: Self.rich)?.minY
    #expect(!view.canScrollBack)
    model.tap(try place("below"))
    model.run(1)
    #expect(view.canScrollBack && view.list.frame(at: Self.rich)?.minY != top)
    let target = try #require(view.target(at: try place("Inside")))
    let back = try #require(view.defaultMenu(for: target).first { $0.title == "Go back" })
    back.action()
    model.run(1)
    #expect(view.list.frame(at: Self.rich)?.minY == top)
    #expect(!view.canScrollBack)
  }

  @Test func `a footnote's menu leads to its mark, and back`() throws {
    let footnote = try place("The note")
    let target = try #require(view.target(at: footnote))
    let item = try #require(view.defaultMenu(for: target).first { $0.title == "Go to the mark" })
    let before = try #require(view.list.frame(at: Self.rich))
    item.action()
    model.run(0.6)
    let mark = try place("1")
    #expect((0..<80).contains(mark.y))
    #expect(try rowNode().node.subnodes.contains { $0.name == "flash" })
    #expect(view.canScrollBack)
    view.scrollBack()
    model.settle()
    #expect(view.list.frame(at: Self.rich) == before)
    // Text that no mark leads to has no such item.
    let word = try #require(view.target(at: try place("word")))
    #expect(!view.defaultMenu(for: word).contains { $0.title == "Go to the mark" })
  }

  @Test func `links to unknown anchors lead nowhere`() {
    #expect(!view.scroll(to: .anchor("other"), of: .number(100)))
    #expect(!view.scroll(to: .anchor("deep"), of: .number(0)))
    #expect(view.scroll(to: .anchor(""), of: .number(100)))
  }

  // MARK: Text

  @Test func `a selection runs through the blocks`() throws {
    let (start, end) = (try place("Title"), try place("now"))
    model.send(.began, at: Point(x: start.x - 58, y: start.y))
    model.send(.moved, at: end)
    model.send(.ended, at: end)
    model.settle()
    let text = view.list.selection.text.string
    // Blocks are copied as the blocks that they are.
    #expect(text.hasPrefix("Title\n\nSee1 or below n"))
    #expect(view.selectedMarkdown.hasPrefix("## Title\n\nSee"))
    #expect(view.selectedHTML.hasPrefix("<h2>Title</h2>"))
    #expect(try rowNode().node.subnodes.contains { $0.name == "selection" })
  }

  @Test func `a tap reveals hidden text`() throws {
    let item = ListItem(key: Self.rich)
    func copy() -> String? {
      view.selectableText(of: item).map {
        $0.plainText(of: 0..<$0.length, revealed: view.revealedSpoilers(of: item)).string
      }
    }
    #expect(copy()?.contains("hidden") == false)
    click(try place("hidden"))
    #expect(copy()?.contains("hidden") == true)
    #expect(try rowNode().rich?.revealed == .all)
  }

  @Test func `a search finds and marks words in blocks`() throws {
    view.search("milk")
    model.settle()
    #expect(view.search?.count == 1)
    #expect(try rowNode().node.subnodes.contains { $0.name == "marks" })
  }

  // MARK: Sideways

  private func table() throws -> (RichMessageNode, Point) {
    view.list.scroll(to: ItemPath(item: Self.rich + 1), at: .head(60))
    model.settle()
    let row = try #require(view.list.node(at: Self.rich + 1).flatMap { ChatRowNode($0) })
    let rich = try #require(row.rich)
    let frame = try #require(view.list.frame(at: Self.rich + 1))
    let point = try #require(rich.node.convert(Point(x: 80, y: 12), to: row.node))
    return (rich, Point(x: point.x + frame.minX, y: point.y + frame.minY))
  }

  @Test func `a finger drags a table sideways while the list stays`() throws {
    let (rich, point) = try table()
    let offset = view.list.offset
    model.send(.began, at: point, pointer: 1)
    for step in 1...8 {
      model.send(
        .moved, at: Point(x: point.x - Double(step) * 12, y: point.y + Double(step) * 4),
        pointer: 1)
      model.run(0.02)
    }
    model.send(.ended, at: Point(x: point.x - 96, y: point.y + 32), pointer: 1)
    model.settle()
    // The block moves from where the drag was recognized.
    #expect(rich.layout.scrollAreas.first?.offset == 84)
    #expect(view.list.offset == offset)
    #expect(view.list.dragScrolling != .none)
  }

  @Test func `a vertical drag on a table scrolls the list`() throws {
    let (rich, point) = try table()
    let offset = view.list.offset
    model.send(.began, at: point, pointer: 1)
    for step in 1...8 {
      model.send(
        .moved, at: Point(x: point.x - Double(step) * 4, y: point.y + Double(step) * 12),
        pointer: 1)
      model.run(0.02)
    }
    model.send(.ended, at: Point(x: point.x - 32, y: point.y + 96), pointer: 1)
    #expect(view.list.offset != offset)
    #expect(rich.layout.scrollAreas.first?.offset == 0)
  }
}
