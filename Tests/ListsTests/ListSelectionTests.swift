import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Selection of text through several items.
@MainActor @Suite(.endsStages) struct ListSelectionTests {
  private let texts = SelectableTexts()

  private func stage(_ configuration: ListConfiguration = ListConfiguration()) throws -> ListStage {
    let stage = ListStage(0..<100, configuration)
    for key in 0..<100 where key != 3 { texts.texts[key] = "item \(key) abc" }
    stage.list.selection.source = texts
    try stage.load()
    return stage
  }

  @Test func `copied text has placeholders for the hidden spoilers of every item`() throws {
    let stage = try stage()
    let selection = stage.list.selection
    texts.spoilers = [1: 5..<10, 2: 0..<4]
    selection.begin(at: Point(x: 0, y: 60))
    selection.extend(to: Point(x: 100, y: 110))
    #expect(selection.text.string == "item ▒▒▒\n▒▒▒ 2 abc")
    #expect(selection.text.hidesText)
    texts.revealed = [1: .all]
    #expect(selection.text.string == "item 1 abc\n▒▒▒ 2 abc")
  }

  @Test func `a selection extends from its start through the items between`() throws {
    let stage = try stage()
    let selection = stage.list.selection
    selection.begin(at: Point(x: 50, y: 60))
    #expect(selection.isEmpty)
    selection.extend(to: Point(x: 41, y: 210))
    #expect(selection.text.string == "1 abc\nitem 2 abc\nitem")
    #expect(texts.shown == [1: 5..<10, 2: 0..<10, 4: 0..<4])
    // In the other direction.
    selection.extend(to: Point(x: 20, y: 10))
    #expect(selection.text.string == "em 0 abc\nitem ")
    #expect(texts.shown == [0: 2..<10, 1: 0..<5])
    selection.clear()
    #expect(texts.shown.isEmpty)
    #expect(selection.text.isEmpty)
  }

  @Test func `a bottom-up chat is copied from top to bottom`() throws {
    let stage = try stage(.reversedChat)
    let selection = stage.list.selection
    // Item 2 is at 250, item 1 at 300.
    selection.begin(at: Point(x: 50, y: 260))
    selection.extend(to: Point(x: 40, y: 360))
    #expect(selection.text.string == "2 abc\nitem 1 abc\nitem")
    selection.selectAll()
    #expect(selection.ends?.start == ListSelection.Position(index: 99, offset: 0))
    #expect(selection.text.string.hasPrefix("item 99 abc\nitem 98 abc"))
    #expect(selection.text.string.hasSuffix("item 1 abc\nitem 0 abc"))
  }

  @Test func `double and triple clicks select words and paragraphs, and drags extend by them`()
    throws
  {
    let stage = try stage()
    let router = PointerRouter(root: stage.list.node)
    func click() {
      stage.send(router, .began, 20, 60, pointer: 0)
      stage.clock.advance(by: 0.05)
    }
    func lift() { stage.send(router, .ended, 20, 60, pointer: 0) }
    click()
    lift()
    #expect(stage.list.selection.isEmpty)
    click()
    #expect(stage.list.selection.text.string == "item")
    stage.send(router, .moved, 80, 110, pointer: 0)
    #expect(stage.list.selection.text.string == "item 1 abc\nitem 2 abc")
    stage.send(router, .moved, 20, 60, pointer: 0)
    lift()
    click()
    #expect(stage.list.selection.text.string == "item 1 abc")
    lift()
    stage.clock.advance(by: 1)
    click()
    lift()
    #expect(stage.list.selection.isEmpty)
  }

  @Test func `the mouse selects on text and scrolls elsewhere, and touches always scroll`() throws {
    let stage = try stage()
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 20, 260, pointer: 0)
    stage.send(router, .moved, 20, 160, pointer: 0)
    stage.send(router, .ended, 20, 160, pointer: 0)
    #expect(stage.list.offset == 0)
    #expect(stage.list.selection.text.string == "item 4 abc\nit")
    #expect(stage.list.selection.ranges.map(\.index) == [4, 5])
    for (x, pointer) in [(95.0, 0), (20, 1)] {
      stage.clock.advance(by: 1)
      stage.send(router, .began, x, 160, pointer: pointer)
      stage.send(router, .moved, x, 150, pointer: pointer)
      stage.send(router, .moved, x, 140, pointer: pointer)
      stage.send(router, .canceled, x, 140, pointer: pointer)
    }
    #expect(stage.list.offset == 20)
  }

  @Test func `dragging a selection past an end scrolls the list`() throws {
    let stage = try stage()
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 0, 10, pointer: 0)
    stage.send(router, .moved, 40, 450, pointer: 0)
    stage.run(1)
    #expect(abs(stage.list.offset - 600) < 30)
    stage.settle()
    let lines = stage.list.selection.text.string.split(separator: "\n")
    #expect(lines.count > 15)
    stage.send(router, .ended, 40, 450, pointer: 0)
    let offset = stage.list.offset
    stage.run(0.5)
    #expect(stage.list.offset == offset)
    #expect(!stage.environment.loop.needsTick)
  }

  @Test func `a selection between positions has its movable end where it was put`() throws {
    let stage = try stage()
    let selection = stage.list.selection
    func position(_ index: Int, _ offset: Int) -> ListSelection.Position {
      ListSelection.Position(index: index, offset: offset)
    }
    selection.select(from: position(0, 2), to: position(1, 4))
    #expect(selection.text.string == "em 0 abc\nitem")
    #expect(selection.focus == position(1, 4))
    selection.select(from: position(1, 4), to: position(0, 2))
    #expect(selection.text.string == "em 0 abc\nitem")
    #expect(selection.focus == position(0, 2))
    selection.select(from: position(1, 6), to: position(1, 3))
    #expect(selection.focus == position(1, 3))
    selection.select(from: position(2, 5), to: position(2, 5))
    #expect(selection.isEmpty)
    #expect(selection.focus == position(2, 5))
    #expect(texts.shown[1] == nil)
    selection.clear()
    #expect(selection.focus == nil)
  }

  @Test func `a press with shift extends the selection`() throws {
    let stage = try stage()
    let router = PointerRouter(root: stage.list.node)
    stage.list.selection.begin(at: Point(x: 0, y: 10))
    stage.send(router, .began, 40, 60, pointer: 0, .shift)
    stage.send(router, .ended, 40, 60, pointer: 0, .shift)
    #expect(stage.list.selection.text.string == "item 0 abc\nitem")
  }

  @Test func `selected items off screen are copied, and highlighted on screen`() throws {
    let stage = try stage()
    let selection = stage.list.selection
    selection.begin(at: Point(x: 0, y: 10))
    stage.settle { $0.scroll(toOffset: 3_000) }
    selection.extend(to: Point(x: 40, y: 10))
    let lines = selection.text.string.split(separator: "\n")
    #expect(lines.count == 60)
    #expect(lines.first == "item 0 abc")
    #expect(lines.last == "item")
    texts.shown = [:]
    stage.settle { $0.scroll(toOffset: 1_500) }
    #expect(texts.shown[30] == 0..<11)
    stage.settle { $0.scroll(toOffset: 3_000) }
    #expect(texts.shown[60] == 0..<4)
    #expect(texts.shown[62] == nil)
  }

  @Test func `a selection follows its items through insertions and deletions`() throws {
    let stage = try stage()
    let selection = stage.list.selection
    selection.begin(at: Point(x: 50, y: 110))
    selection.extend(to: Point(x: 40, y: 260))
    let text = selection.text.string
    for key in 500..<504 { texts.texts[key] = "new \(key)" }
    try stage.changeAndSettle(to: [500, 501] + Array(0..<100))
    #expect(selection.text.string == text)
    // The item at its end is deleted, so it ends at the previous one.
    try stage.changeAndSettle(to: [500, 501] + Array(0..<5) + Array(6..<100))
    #expect(selection.text.string == "2 abc\nitem 4 abc")
    try stage.changeAndSettle(to: [])
    #expect(selection.text.isEmpty)
  }

  @Test func `a partial character is not copied`() throws {
    let stage = try stage()
    texts.texts[0] = "añb"
    stage.list.selection.begin(at: Point(x: 0, y: 10))
    stage.list.selection.extend(to: Point(x: 20, y: 10))
    #expect(stage.list.selection.text.string == "a")
  }
}
