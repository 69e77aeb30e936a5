import GalleyChat
import GalleyGeometry
import GalleyImages
import GalleyLists
import GalleyMessages
import GalleyWindow
import TestSupport
import Testing

@testable import Galley

/// The window in which the conversations of an archive are read.
@MainActor
@Suite(.alone) struct ReaderTests {
  /// The messages of a conversation: one an hour from 2023-11-14 22:13 UTC, with the word "needle"
  /// in every hundredth.
  private static func messages(_ count: Int, _ words: String = "hay") -> [ChatMessage] {
    (0..<count).map { index in
      var message = ChatMessage(
        Message(index % 100 == 50 ? "needle \(index), needle" : "\(words) \(index)"),
        from: index % 2 == 0 ? "Ada" : "Bo")
      message.id = .number(index)
      message.date = 1_700_000_000 + index * 3_600
      return message
    }
  }

  // MARK: Header and list

  @Test func `the header has the title, the number of messages and the day on screen`() async throws
  {
    let model = try await ReaderModel([Self.messages(1_234)])
    #expect(model.reader.header.titleText == "Chat 1")
    #expect(model.reader.header.subtitleText == "1,234 messages · 4 January 2024")
    model.press(.home)
    await model.until { model.firstID == .number(0) }
    #expect(model.reader.header.subtitleText == "1,234 messages · 14 November 2023")
  }

  @Test func `one conversation has no list, and several have one beside them if there is room`()
    async throws
  {
    let single = try await ReaderModel([Self.messages(5)], size: Size(width: 900, height: 600))
    #expect(single.reader.pane == nil)
    #expect(single.view.node.frame == Rect(x: 0, y: 54, width: 900, height: 546))
    let several = try await ReaderModel(
      [Self.messages(5), Self.messages(7)], size: Size(width: 900, height: 600))
    #expect(several.view.node.frame == Rect(x: 264, y: 54, width: 636, height: 546))
    let narrow = try await ReaderModel([Self.messages(5), Self.messages(7)])
    #expect(narrow.reader.pane?.node.isHidden == true)
    #expect(narrow.view.node.frame == Rect(x: 0, y: 54, width: 400, height: 546))
  }

  @Test func `conversations are chosen by click and by keys, and keep their places`() async throws {
    let model = try await ReaderModel(
      [Self.messages(500), Self.messages(7)], size: Size(width: 900, height: 600))
    model.press(.home)
    await model.until { model.firstID == .number(0) }
    model.press(.pageDown, .control)
    await model.until { model.view.count == 7 }
    #expect(model.reader.header.titleText == "Chat 2")
    #expect(model.reader.pane?.selected == 1)
    model.press(.pageDown, .control)
    #expect(model.reader.selected == 1)
    model.click(Point(x: 100, y: 30))
    await model.until { model.view.count > 7 }
    #expect(model.reader.selected == 0)
    let shown = model.view.list.displayedItems.range.compactMap { model.view.id(ofVisible: $0) }
    #expect(shown.contains(.number(0)))
  }

  // MARK: Search

  @Test func `messages that are not loaded are found, and the hits are visited in turn`()
    async throws
  {
    let model = try await ReaderModel([Self.messages(1_000)])
    #expect(model.view.count < 200)
    model.press(.character("f"), .control)
    model.type("needle")
    await model.until { model.view.search?.isComplete ?? false }
    let bar = try #require(model.window.searchBar)
    #expect(bar.figures == "1 of 20")
    for number in 2...4 {
      model.press(.enter)
      await model.until { bar.figures == "\(number) of 20" }
    }
    // The first match in the message 850, whose second one was visited before.
    await model.until { model.view.search?.hits.currentHit?.range != nil }
    let hit = try #require(model.view.search?.hits.currentHit)
    #expect(hit.id == .number(850))
    #expect(hit.range == 0..<6)
    #expect(model.frame(of: .text, in: .number(850)) != nil)
    model.press(.enter, .shift)
    await model.until { model.view.search?.hits.currentHit?.range == 12..<18 }
    #expect(bar.figures == "3 of 20")
    model.press(.escape)
    #expect(model.window.searchBar == nil)
  }

  // MARK: Dates

  @Test func `the calendar has the days with messages, and goes to the chosen one`() async throws {
    // From 14 November 2023 to 25 December.
    let model = try await ReaderModel([Self.messages(1_000)])
    model.press(.character("g"), .control)
    let panel = try #require(model.view.interaction.panel as? CalendarPanel)
    await model.until { panel.state.days != nil }
    #expect(panel.state.month == CalendarDay(2023, 12, 1))
    #expect(panel.state.days == Set(1...26))
    model.press(.pageUp)
    await model.until { panel.state.days != nil }
    #expect(panel.state.days == Set(14...30))
    model.press(.home)
    model.press(.enter)
    #expect(model.view.interaction.panel === panel)
    for _ in 0..<2 { model.press(.down) }
    model.press(.enter)
    #expect(model.view.interaction.panel == nil)
    // 15 November began 107 minutes after the first message.
    await model.until { model.view.index(of: .number(2)) != nil }
    await model.until { model.firstID == .number(2) }
    #expect(model.reader.header.subtitleText.hasSuffix("15 November 2023"))
    model.press(.left, .alt)
    await model.until { model.view.index(of: .number(999)) != nil }
    #expect(model.view.index(of: .number(999)) != nil)
  }

  @Test func `a click on the title of a day opens the calendar`() async throws {
    let model = try await ReaderModel([Self.messages(30)])
    model.press(.home)
    let header = try #require(model.view.list.headerFrames.first)
    let pill = try #require(header.node.subnodes.first)
    let frame = pill.frame.offset(x: header.frame.minX, y: header.frame.minY + 54)
    model.click(frame.middle)
    #expect(model.view.interaction.panel is CalendarPanel)
    model.press(.escape)
    #expect(model.view.interaction.panel == nil)
  }

  // MARK: Scrolling

  @Test func `home and end go to the ends of the conversation, which are not loaded together`()
    async throws
  {
    let model = try await ReaderModel([Self.messages(5_000)])
    model.press(.home)
    await model.until { model.firstID == .number(0) }
    #expect(model.firstID == .number(0))
    #expect(model.view.index(of: .number(4_999)) == nil)
    model.press(.end)
    await model.until { model.view.index(of: .number(4_999)) != nil }
    #expect(model.view.isAtEnd)
  }

  @Test func `the scroll bar has the whole conversation, and is dragged to parts not loaded`()
    async throws
  {
    let model = try await ReaderModel([Self.messages(5_000)])
    let (list, height) = (model.view.list, model.view.list.size.height)
    let bottom = try #require(list.indicatorPosition?())
    #expect(abs(bottom.offset + height - bottom.length) < 1)
    // The pointer has to be over the bar before it is pressed.
    model.window.window.window.receive(.pointerMoved(Point(x: 396, y: 590), []))
    model.settle()
    model.drag(from: Point(x: 396, y: 590), to: Point(x: 396, y: 54 + height / 2))
    await model.until {
      (model.view.readingPosition?.first ?? 5_000) < 2_700 && !model.reader.isJumping
    }
    let position = try #require(model.view.readingPosition)
    #expect((2_300..<2_700).contains(position.first))
    model.drag(from: Point(x: 396, y: 54 + height / 2), to: Point(x: 396, y: 20))
    await model.until { model.view.readingPosition?.first == 0 && !model.reader.isJumping }
    #expect(model.firstID == .number(0))
  }

  @Test func `the button to the end has the number of messages below`() async throws {
    let model = try await ReaderModel([Self.messages(300)])
    #expect(!model.view.button.isShown)
    model.press(.home)
    await model.until { model.firstID == .number(0) }
    #expect(model.view.button.isShown)
    let last = try #require(model.view.list.displayedItems.range.last)
    #expect(model.view.button.count == 299 - last)
  }

  // MARK: Zoom

  @Test func `control with plus, minus, zero and the wheel zooms, and messages stay`() async throws
  {
    let model = try await ReaderModel([Self.messages(300)], size: Size(width: 800, height: 600))
    model.press(.home)
    await model.until { model.firstID == .number(0) }
    for _ in 0..<3 { model.press(.pageDown) }
    let window = model.window.window.window
    func middle() -> Int? {
      model.view.list.item(at: Point(x: 100, y: model.view.list.size.height / 2))
    }
    let before = try #require(middle())
    model.press(.character("="), [.control, .shift])
    #expect(window.zoom == 1.1)
    #expect(abs(window.size.width - 800 / 1.1) < 0.001)
    #expect(abs(window.scale - 1.1) < 0.001)
    #expect(abs(model.view.list.size.width - 800 / 1.1) < 0.001)
    let after = try #require(middle())
    #expect(abs(after - before) <= 2)
    // The rows have the new width.
    let row = try #require(model.view.list.node(at: after).flatMap { ChatRowNode($0) })
    #expect(abs(row.row.width - 800 / 1.1) < 1)
    model.press(.character("-"), .control)
    model.press(.character("-"), .control)
    #expect(window.zoom == 0.9)
    model.press(.character("0"), .control)
    #expect(window.zoom == 1)
    model.scroll(-60, at: Point(x: 100, y: 300), .control)
    #expect(window.zoom == 1.1)
    model.scroll(60, at: Point(x: 100, y: 300), .control)
    #expect(window.zoom == 1)
  }

  @Test func `a conversation is never zoomed to less than its minimum width`() {
    #expect(ZoomLevels.next(to: 1, by: 1, width: 400) == 1.1)
    #expect(ZoomLevels.next(to: 1.5, by: 1, width: 400) == 1.5)
    #expect(ZoomLevels.next(to: 0.5, by: -1, width: 400) == 0.5)
    #expect(ZoomLevels.next(to: 3, by: 1, width: 4_000) == 3)
  }
}
