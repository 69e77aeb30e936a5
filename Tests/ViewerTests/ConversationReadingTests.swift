import Foundation
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyMessages
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

@testable import Galley
@testable import GalleyViewer

/// Unread messages, jumps, the button to the end, and the typing indicator.
@MainActor struct ConversationReadingTests {
  private static let size = Size(width: 320, height: 480)

  private func model(
    _ messages: [ChatMessage], _ style: ChatStyle = ChatStyle(.light), fonts: Bool = false
  ) throws -> ConversationModel {
    let engine = fonts ? NotoFonts.engine() : TestFonts.engine()
    return try ConversationModel(
      ChatRows(ListedMessages(messages), style: style, engine: engine), size: Self.size)
  }

  @Test func `the titles of days follow the style's dates`() {
    var late = message(1)
    late.date = 86_400 - 1
    var chat = Chat([late, message(2)])
    chat.timeZone = nil
    var rows = ChatRows(ChatHistory(chat), style: ChatStyle(.light), engine: TestFonts.engine())
    let headers = DayHeaders()
    let day = headers.day(at: 0, in: rows)
    #expect(day == rows.day(at: 0))
    #expect(headers.day(at: 0, in: rows) == day)
    rows.style.dates.timeZone = "Asia/Tokyo"
    #expect(headers.day(at: 0, in: rows) != day)
    #expect(headers.day(at: 0, in: rows) == rows.day(at: 0))
    #expect(headers.day(at: 1, in: rows) == rows.day(at: 1))
  }

  private func message(_ id: Int, _ text: String? = nil, unread: Bool = false) -> ChatMessage {
    var message = ChatMessage(
      Message(text ?? "This is the message with the number \(id) of all"),
      from: id % 5 < 3 ? "Ada" : "Bo")
    (message.id, message.date) = (.number(id), 1_700_000_000 + id * 100)
    message.isUnread = unread
    return message
  }

  private func conversation(read: Int = 30, unread: Int = 0) -> [ChatMessage] {
    (0..<read + unread).map { message($0, unread: $0 >= read) }
  }

  private func dividers(_ view: ConversationView) -> [Message.ID?] {
    (0..<view.count).filter { index in
      view.source.rows.row(at: index).parts.contains { $0.kind == .unreadDivider }
    }.map { view.message(at: $0).id }
  }

  @Test func `a conversation opens at the bar above its first unread message`() throws {
    let model = try model(conversation(unread: 20))
    let view = model.view
    #expect(dividers(view) == [.number(30)])
    let frame = try #require(view.list.frame(at: 30))
    #expect(abs(frame.minY - 48) < 1)
    // Those on screen have been seen.
    #expect(view.unreadCount > 5 && view.unreadCount < 20)
    #expect(view.button.isShown && view.button.count == view.unreadCount)
    #expect(view.target(at: Point(x: 160, y: frame.minY + 24))?.kind == .unreadDivider)
  }

  @Test func `messages are reported as seen when they come on screen`() throws {
    let model = try model(conversation(unread: 20))
    let view = model.view
    var seen: [Message.ID?] = []
    view.onSeen = { seen.append($0.id) }
    view.list.scroll(toOffset: view.list.offset + 100)
    model.settle()
    #expect(seen.count == 1)
    view.scrollToEnd()
    model.settle()
    #expect(seen.last == .number(49))
    #expect(view.unreadCount == 0 && !view.button.isShown)
    // The bar stays while the conversation is open.
    #expect(dividers(view) == [.number(30)])
    view.list.scroll(.end(.head))
    model.settle()
    view.append([message(50, unread: true), message(51, unread: true), message(52)])
    model.settle()
    #expect(view.unreadCount == 2 && view.button.count == 2)
    #expect(dividers(view) == [.number(30)])
    view.markAsRead(upTo: .number(50))
    #expect(view.unreadCount == 1 && view.button.count == 1)
    view.delete([.number(51)])
    #expect(view.unreadCount == 0)
  }

  @Test
  func `the bar moves to the next message if its own is deleted, and goes when the reader sends`()
    throws
  {
    let model = try model(conversation(unread: 3))
    let view = model.view
    view.delete([.number(30)])
    model.settle()
    #expect(dividers(view) == [.number(31)])
    view.send(ChatMessage(Message("An answer"), from: "Me"))
    model.settle()
    #expect(dividers(view) == [])
    var all = conversation(unread: 3)
    all.remove(at: 30)
    for index in all.indices { all[index].isUnread = false }
    all.append(view.message(at: 32))
    let fresh = try self.model(all)
    #expect(try model.picture() == fresh.picture())
  }

  @Test func `ticks change when others have read the reader's messages`() throws {
    var all = conversation(read: 12)
    for index in all.indices where index % 2 == 0 {
      (all[index].isOutgoing, all[index].status) = (true, index < 4 ? .read : .sent)
    }
    all[10].status = .failed
    let model = try model(all)
    model.view.markAsRead(upTo: .number(10))
    model.settle()
    let states = (0..<12).map { model.view.message(at: $0).status }
    #expect(
      states == [.read, nil, .read, nil, .read, nil, .read, nil, .read, nil, .failed, nil])
  }

  @Test func `the button appears away from the end, and a tap on it goes there`() throws {
    let model = try model(conversation(read: 60))
    let view = model.view
    #expect(!view.button.isShown && view.button.node.isHidden)
    view.list.scroll(toOffset: view.list.offset - 400)
    model.settle()
    #expect(view.button.isShown && !view.button.node.isHidden)
    model.tap(Point(x: 320 - 31, y: 480 - 31))
    model.settle()
    #expect(!view.button.isShown && view.button.node.isHidden)
    let last = try #require(view.list.frame(at: 59))
    #expect(abs(last.maxY - 471) < 1)
  }

  @Test func `a jump highlights its message until the highlight has faded`() throws {
    let model = try model(conversation(read: 60))
    var arrivals: [Bool] = []
    model.view.scroll(to: .number(5)) { arrivals.append($0) }
    model.view.scroll(to: .number(999)) { arrivals.append($0) }
    for _ in 0..<30 where arrivals.count < 2 { model.step() }
    #expect(arrivals == [false, true])
    model.step()
    func flashes() -> [DisplayNode] {
      model.view.list.node(at: 5)?.subnodes.filter { $0.name == "flash" } ?? []
    }
    let flash = try #require(flashes().first)
    #expect(flash.layer.presentation().opacity == 1)
    let frame = try #require(model.view.list.frame(at: 5))
    #expect(frame.minY > 100 && frame.maxY < 400)
    for _ in 0..<60 { model.step() }
    #expect(flashes().isEmpty)
  }

  @Test func `a reply's original is highlighted where it is quoted`() throws {
    var all = conversation(read: 60)
    all[10] = message(10, "One two three, four five; one two three. Seven")
    all[50].replyTo = .number(10)
    all[50].quote = MessageQuote(Message("one two three"), position: 26)
    let model = try model(all)
    model.view.scrollToOriginal(of: .number(50))
    for _ in 0..<20 { model.step() }
    let row = try #require(model.view.list.node(at: 10).flatMap { ChatRowNode($0) })
    let flash = try #require(row.node.subnodes.first { $0.name == "flash" })
    let text = try #require(row.text)
    let rects = text.layout.rects(of: 26..<39)
    let width = rects.reduce(0) { max($0, $1.maxX) }
    #expect(flash.frame.size.height < row.row.height + 16)
    #expect(width > 0)
    #expect(
      MessageQuote(Message("one two three"), position: 26).range(
        in: text.text, revealed: .none) == 26..<39)
  }

  @Test(
    arguments: [
      ("four five", 0, 15..<24), ("ONE TWO", 30, 26..<33), ("one two", 0, 0..<7),
      ("four five; and something that was edited", 15, 15..<25), ("nothing of it", 3, nil),
      ("seven", 0, 41..<46),
    ] as [(String, Int, Range<Int>?)])
  func `a quoted part is found near its place, even after an edit`(
    quote: String, position: Int, expected: Range<Int>?
  ) {
    let text = AttributedText("One two three, four five; one two three. Seven")
    let found = MessageQuote(Message(quote), position: position).range(in: text, revealed: .none)
    #expect(found == expected)
  }

  @Test func `selected text of a message becomes a quote with its place`() throws {
    let model = try model([message(1, "é🎉 one two"), message(2)])
    let quote = try #require(model.view.quote(7..<10, of: .number(1)))
    #expect(quote.text.plainText().string == "one")
    // In UTF-16: one for the letter, two for the emoji, one for the space.
    #expect(quote.position == 4)
    let text = try #require(model.view.source.rows.text(at: 0))
    #expect(quote.range(in: text, revealed: .none) == 7..<10)
    #expect(model.view.quote(3..<3, of: .number(1)) == nil)
    #expect(model.view.quote(0..<2, of: .number(9)) == nil)
  }

  @Test func `a tap on the header of a reply goes to the original`() throws {
    var all = conversation(read: 60)
    all[59].replyTo = .number(3)
    let model = try model(all)
    let frame = try #require(model.view.list.frame(at: 59))
    let row = try #require(model.view.list.node(at: 59).flatMap { ChatRowNode($0) }?.row)
    let header = try #require(row.parts.first { $0.kind == .reply }).frame
    model.tap(Point(x: header.minX + 20, y: frame.minY + header.minY + 10))
    model.settle()
    #expect(model.view.list.displayedItems.range.contains(3))
  }

  @Test func `controls, the bar and the typing row are accessible`() throws {
    let model = try model(conversation(unread: 20))
    let view = model.view
    func labels() -> [String] {
      view.accessibilityElements.filter { $0.role == .note || $0.role == .button }
        .map(\.spokenLabel)
    }
    #expect(
      labels() == ["Unread messages", "Scroll to the newest messages, \(view.unreadCount)"])
    let button = try #require(view.accessibilityElements.last)
    #expect(view.perform(button))
    model.settle()
    view.setTyping(["Ada"])
    model.settle()
    #expect(labels() == ["Ada: typing"])
  }

  @Test func `the bar, the button and the typing row follow the appearance`() throws {
    func dark(opened appearance: ChatStyle.Appearance) throws -> ConversationModel {
      let model = try model(conversation(unread: 20), ChatStyle(appearance))
      model.view.setTyping(["Ada"])
      model.settle()
      model.view.appearance = .dark
      model.settle()
      return model
    }
    let (changed, opened) = (try dark(opened: .light), try dark(opened: .dark))
    #expect(try changed.picture() == opened.picture())
    for model in [changed, opened] {
      model.view.scrollToEnd(animation: nil)
      model.settle()
    }
    #expect(changed.view.list.node(at: 50)?.name == "typing")
    let dots = [changed, opened].map { $0.view.list.node(at: 50)?.subnodes.last?.subnodes.first }
    #expect(dots[0]?.backgroundColor == dots[1]?.backgroundColor)
  }

  @Test func `a quote in hidden text is not found`() {
    let message = Message("It was the gardener", entities: [MessageEntity(.spoiler, in: 7..<19)])
    let quote = MessageQuote(Message("the gardener"), position: 7)
    let text = message.attributedText()
    #expect(quote.range(in: text, revealed: .none) == nil)
    #expect(quote.range(in: text, revealed: .all) == 7..<19)
  }

  @Test func `a typing row comes and goes below the last message`() throws {
    let all = conversation(read: 30)
    let model = try model(all)
    let view = model.view
    let before = try model.picture()
    view.setTyping(["Ada", "Bo"])
    model.settle()
    let row = try #require(view.list.node(at: 30))
    #expect(row.name == "typing")
    #expect(abs((view.list.frame(at: 30)?.maxY ?? 0) - 471) < 1)
    #expect(view.count == 30)
    let dot = try #require(row.subnodes.last?.subnodes.first)
    #expect(dot.layer.animation(forKey: "pulse")?.repeatCount == .infinity)
    view.append([message(30)])
    model.settle()
    #expect(view.list.node(at: 31)?.name == "typing")
    view.setTyping(["Ada"])
    view.delete([.number(30)])
    view.setTyping([])
    model.settle()
    #expect(try model.picture() == before)
  }
}
