import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyMessages
import TestSupport
import Testing

@testable import Galley
@testable import GalleyViewer

/// Conversations that are loaded in pages.
@MainActor final class ConversationPageTests {
  private let pages = ScriptedPages((0..<200).map { ListedMessages.message($0) })

  deinit { pages.end() }

  private func model(around id: Message.ID? = nil) throws -> ConversationModel {
    try ConversationModel(size: Size(width: 320, height: 480)) { environment in
      let view = ConversationView(
        pages: pages, around: id, style: ChatStyle(.light, width: 320),
        engine: TestFonts.engine(), environment: environment)
      view.pageSize = 20
      return view
    }
  }

  /// Returns a model that has loaded its first page.
  private func opened(around id: Message.ID? = nil) async throws -> ConversationModel {
    let model = try model(around: id)
    await model.until { pages.waitingCount == 1 }
    pages.answer(0)
    await model.until { model.view.count > 0 }
    model.settle()
    return model
  }

  private func ids(_ view: ConversationView) -> [Message.ID?] {
    (0..<view.count).map { view.message(at: $0).id }
  }

  private func numbers(_ range: Range<Int>) -> [Message.ID?] { range.map { .number($0) } }

  @Test func `a conversation opens at its newest page, with dots until it is there`() async throws {
    let model = try model()
    await model.until { pages.waitingCount == 1 }
    #expect(pages.requests == [MessagePage.Request(.newest, limit: 20)])
    #expect(model.view.node.subnodes.contains { $0.name == "loading" })
    pages.answer(0)
    await model.until { model.view.count > 0 }
    model.settle()
    #expect(ids(model.view) == numbers(180..<200))
    #expect(!model.view.node.subnodes.contains { $0.name == "loading" })
    let last = try #require(model.view.list.frame(at: 19))
    #expect(abs(last.maxY - 471) < 1)
    #expect(model.view.reachesEnd)
  }

  @Test func `older pages come as the reader scrolls up, without moving what is on screen`()
    async throws
  {
    let model = try await opened()
    model.view.list.scroll(.end(.head))
    model.settle()
    await model.until { pages.waitingCount == 1 }
    #expect(pages.requests.last == MessagePage.Request(.before(.number(180)), limit: 20))
    let first = try #require(model.view.list.displayedItems.firstFullyVisible)
    let id = model.view.message(at: first + 1).id
    let before = try #require(model.view.list.frame(at: first + 1))
    pages.answer(1)
    await model.until { model.view.count == 40 }
    model.settle()
    #expect(ids(model.view) == numbers(160..<200))
    let index = try #require(id.flatMap { model.view.index(of: $0) })
    #expect(model.view.list.frame(at: index)?.maxY == before.maxY)
  }

  @Test func `pages that overlap, are empty or in another order do no harm`() async throws {
    let model = try await opened()
    model.view.list.scroll(.end(.head))
    model.settle()
    await model.until { pages.waitingCount == 1 }
    // Newest first, with five that are loaded already.
    let page = (170..<185).reversed().map { ListedMessages.message($0) }
    pages.answer(1, with: MessagePage(page))
    await model.until { model.view.count == 30 }
    #expect(ids(model.view) == numbers(170..<200))
    model.view.list.scroll(.end(.head))
    model.settle()
    await model.until { pages.waitingCount == 1 }
    pages.answer(2, with: MessagePage([]))
    await model.until { model.view.list.fetchEnds == [] }
    model.view.list.scroll(.end(.head))
    model.settle()
    #expect(pages.requests.count == 3)
    #expect(ids(model.view) == numbers(170..<200))
  }

  @Test func `a failed page shows a notice whose tap tries again`() async throws {
    let model = try await opened()
    var failures: [any Error] = []
    model.view.onPageFailure = { failures.append($0) }
    model.view.list.scroll(.end(.head))
    model.settle()
    await model.until { pages.waitingCount == 1 }
    pages.fail(1)
    await model.until { !failures.isEmpty }
    model.settle()
    #expect(failures.first is ScriptedPages.Failure)
    model.view.list.scroll(toOffset: -LoadingRow.height)
    model.settle()
    #expect(pages.requests.count == 2)
    let notice = try #require(
      model.view.accessibilityElements.first { $0.action == .press(.tryAgain) })
    #expect(notice.spokenLabel == "Could not load. Try again")
    #expect(notice.frame == Rect(x: 0, y: 0, width: 320, height: 48))
    model.tap(Point(x: 160, y: 24))
    await model.until { pages.waitingCount == 1 }
    #expect(pages.requests.count == 3 && pages.requests[1] == pages.requests[2])
    pages.answer(2)
    await model.until { model.view.count == 40 }
    #expect(ids(model.view) == numbers(160..<200))
  }

  @Test func `scrolling toward a failed page repeats it, but not at once`() async throws {
    let model = try await opened()
    model.view.list.scroll(.end(.head))
    model.settle()
    await model.until { pages.waitingCount == 1 }
    pages.fail(1)
    await model.until { model.view.pages?.window.head == .failed }
    model.view.list.scrollWheel(by: Point(x: 0, y: -5), isPrecise: false)
    model.step()
    #expect(model.view.pages?.window.head == .failed)
    for _ in 0..<90 { model.step() }
    model.view.list.scroll(toOffset: 60)
    model.settle()
    #expect(model.view.pages?.window.head == .failed)
    model.view.list.scrollWheel(by: Point(x: 0, y: -5), isPrecise: false)
    for _ in 0..<4 { model.step() }
    await model.until { pages.requests.count == 3 }
    #expect(pages.requests.count == 3)
  }

  @Test func `a jump to a message that is not loaded replaces the page, and cancels requests`()
    async throws
  {
    let model = try await opened()
    model.view.list.scroll(.end(.head))
    model.settle()
    await model.until { pages.waitingCount == 1 }
    var arrivals: [Bool] = []
    model.view.scroll(to: .number(60)) { arrivals.append($0) }
    await model.until { pages.waitingCount == 2 }
    await model.until { pages.canceled == [1] }
    #expect(pages.requests.last == MessagePage.Request(.around(.number(60)), limit: 20))
    // The canceled page comes all the same.
    pages.answer(1)
    for _ in 0..<50 { await Task.yield() }
    model.settle()
    #expect(model.view.count == 20)
    pages.answer(2)
    await model.until { !arrivals.isEmpty }
    #expect(arrivals == [true])
    #expect(ids(model.view) == numbers(50..<70))
    model.step()
    let index = try #require(model.view.index(of: .number(60)))
    let frame = try #require(model.view.list.frame(at: index))
    #expect(frame.minY > 0 && frame.maxY < 480)
    #expect(model.view.list.node(at: index)?.subnodes.contains { $0.name == "flash" } == true)
    #expect(!model.view.reachesEnd)
  }

  @Test func `a jump is reported as failed if it is superseded or there is no such message`()
    async throws
  {
    let model = try await opened()
    var arrivals: [String] = []
    model.view.scroll(to: .number(60)) { arrivals.append("60 \($0)") }
    model.view.scroll(to: .number(999)) { arrivals.append("999 \($0)") }
    #expect(arrivals == ["60 false"])
    await model.until { pages.waitingCount == 2 }
    pages.answer(2, with: MessagePage([ListedMessages.message(3)]))
    await model.until { arrivals.count == 2 }
    #expect(arrivals == ["60 false", "999 false"])
    #expect(ids(model.view) == numbers(3..<4))
  }

  @Test func `a jump to a loaded message abandons one that waits for its page`() async throws {
    let model = try await opened()
    var arrivals: [String] = []
    model.view.scroll(to: .number(60)) { arrivals.append("60 \($0)") }
    await model.until { pages.waitingCount == 1 }
    model.view.scroll(to: .number(185)) { arrivals.append("185 \($0)") }
    #expect(arrivals == ["60 false"])
    await model.until { pages.canceled == [1] }
    pages.answer(1)
    await model.until { arrivals.count == 2 }
    for _ in 0..<30 { model.step() }
    #expect(arrivals == ["60 false", "185 true"])
    #expect(ids(model.view) == numbers(180..<200))
    #expect(!model.view.node.subnodes.contains { $0.name == "loading" })
  }

  @Test func `a conversation that opens at its first unread message shows the bar at the top`()
    async throws
  {
    let unread = ScriptedPages(
      (0..<200).map { id in
        var message = ListedMessages.message(id)
        (message.isOutgoing, message.isUnread) = (false, id >= 60)
        return message
      })
    defer { unread.end() }
    let model = try ConversationModel(size: Size(width: 320, height: 480)) { environment in
      let view = ConversationView(
        pages: unread, around: .number(60), style: ChatStyle(.light, width: 320),
        engine: TestFonts.engine(), environment: environment)
      view.pageSize = 60
      return view
    }
    await model.until { unread.waitingCount == 1 }
    unread.answer(0)
    await model.until { model.view.count > 0 }
    model.settle()
    let row = try #require(model.view.index(of: .number(60)))
    let frame = try #require(model.view.list.frame(at: row))
    #expect(abs(frame.minY - ConversationView.dividerInset) < 1)
    #expect(!model.view.reachesEnd)
  }

  @Test func `a jump to an unknown message keeps what is loaded`() async throws {
    let model = try await opened()
    var arrivals: [Bool] = []
    model.view.scroll(to: .number(999)) { arrivals.append($0) }
    await model.until { pages.waitingCount == 1 }
    for _ in 0..<30 { model.step() }
    #expect(pages.requests.count == 2)
    pages.answer(1)
    await model.until { !arrivals.isEmpty }
    #expect(arrivals == [false])
    #expect(ids(model.view) == numbers(180..<200) && model.view.reachesEnd)
    model.view.list.scroll(.end(.head))
    model.settle()
    await model.until { pages.waitingCount == 1 }
    #expect(pages.requests.last?.place == .before(.number(180)))
  }

  @Test func `a failed jump is repeated by its notice, or abandoned by scrolling`() async throws {
    let model = try await opened()
    var arrivals: [Bool] = []
    for isRepeated in [false, true] {
      model.view.scroll(to: .number(60)) { arrivals.append($0) }
      await model.until { pages.waitingCount == 1 }
      pages.fail(pages.requests.count - 1)
      await model.until { model.view.pages?.failedRows.isEmpty == false }
      model.settle()
      if isRepeated {
        model.tap(Point(x: 160, y: 240))
        await model.until { pages.waitingCount == 1 }
        pages.answer(pages.requests.count - 1)
        await model.until { arrivals.count == 2 }
      } else {
        model.view.list.scrollWheel(by: Point(x: 0, y: -5), isPrecise: false)
        model.settle()
        #expect(model.view.pages?.failedRows.isEmpty == true)
      }
    }
    #expect(arrivals == [false, true])
    #expect(model.view.index(of: .number(60)) != nil)
  }

  @Test func `a conversation whose first message is unknown opens at its newest page`()
    async throws
  {
    let model = try model(around: .number(999))
    await model.until { pages.waitingCount == 1 }
    pages.answer(0)
    await model.until { pages.requests.count == 2 && pages.waitingCount == 1 }
    #expect(pages.requests[1].place == .newest)
    pages.answer(1)
    await model.until { model.view.count == 20 }
    model.view.delete((180..<200).map { .number($0) })
    model.settle()
    await model.until { pages.waitingCount == 1 }
    #expect(pages.requests.last?.place == .newest)
  }

  @Test func `new messages are only counted while the newest ones are not loaded`() async throws {
    let model = try await opened(around: .number(60))
    #expect(!model.view.reachesEnd)
    var new = ListedMessages.message(200)
    new.isOutgoing = false
    model.view.append([new])
    #expect(model.view.count == 20 && model.view.unreadCount == 1)
    model.settle()
    model.view.scrollToEnd()
    // The message has come after the page was read.
    await model.until { pages.requests.last?.place == .newest && pages.waitingCount > 0 }
    var late = ListedMessages.message(201)
    late.isOutgoing = false
    model.view.append([late])
    pages.answer(pages.requests.count - 1)
    await model.until { model.view.reachesEnd }
    model.settle()
    #expect(ids(model.view) == numbers(180..<200) + [.number(201)])
    #expect(model.view.unreadCount == 0)
  }

  @Test func `a sent message waits for the newest page`() async throws {
    let model = try await opened(around: .number(60))
    let id = model.view.send(ChatMessage(Message("Hello"), from: "Me"))
    await model.until { pages.requests.last?.place == .newest && pages.waitingCount > 0 }
    #expect(model.view.index(of: id) == nil)
    pages.answer(pages.requests.count - 1)
    await model.until { model.view.reachesEnd }
    model.settle()
    #expect(model.view.index(of: id) == 20)
    #expect(model.view.message(id)?.status == .sending)
  }

  @Test(arguments: [false, true])
  func `a sent message that is confirmed before the newest page comes is there once`(
    isInPage: Bool
  ) async throws {
    let model = try await opened(around: .number(60))
    let id = model.view.send(ChatMessage(Message("Hello"), from: "Me"))
    await model.until { pages.requests.last?.place == .newest && pages.waitingCount > 0 }
    var confirmed = ListedMessages.message(200)
    (confirmed.isOutgoing, confirmed.status) = (true, .sent)
    #expect(model.view.confirm(id, as: confirmed))
    var page = pages.page(for: MessagePage.Request(.newest, limit: 20))
    if isInPage { page.messages.append(confirmed) }
    pages.answer(pages.requests.count - 1, with: page)
    await model.until { model.view.reachesEnd }
    model.settle()
    #expect(ids(model.view) == numbers(180..<201))
    #expect(model.view.message(.number(200))?.status == .sent)
    #expect(model.view.index(of: id) == nil)
  }

  @Test func `messages that wait for the newest page are edited and deleted`() async throws {
    let model = try await opened(around: .number(60))
    let sent = ["one", "two"].map { model.view.send(ChatMessage(Message($0), from: "Me")) }
    await model.until { pages.requests.last?.place == .newest && pages.waitingCount > 0 }
    var failed = ChatMessage(Message("one"), from: "Me")
    (failed.id, failed.isOutgoing, failed.status) = (sent[0], true, .failed)
    #expect(model.view.replace(failed))
    model.view.delete([sent[1]])
    #expect(!model.view.replace(ListedMessages.message(999)))
    pages.answer(pages.requests.count - 1)
    await model.until { model.view.reachesEnd }
    model.settle()
    #expect(ids(model.view) == numbers(180..<200) + [sent[0]])
    #expect(model.view.message(sent[0])?.status == .failed)
  }

  @Test func `pages at both ends lead to the ends of the conversation`() async throws {
    let model = try await opened(around: .number(100))
    for end in [ListEnd.head, .tail] {
      for _ in 0..<12 {
        model.view.list.scroll(.end(end))
        model.settle()
        await model.until {
          pages.waitingCount > 0 || model.view.pages?.window.state(of: end) == .closed
        }
        for number in pages.requests.indices { pages.answer(number) }
        await model.until {
          pages.waitingCount > 0 || model.view.pages?.window.state(of: end) != .loading(ticket: -1)
        }
        model.settle()
      }
    }
    await model.until { model.view.count == 200 }
    #expect(ids(model.view) == numbers(0..<200))
    #expect(model.view.reachesEnd)
  }

  @Test func `requests are canceled when the view goes away`() async throws {
    var model: ConversationModel? = try self.model()
    await model?.until { pages.waitingCount == 1 }
    weak let view = model?.view
    model = nil
    for _ in 0..<100_000 where pages.canceled.isEmpty { await Task.yield() }
    #expect(view == nil)
    #expect(pages.canceled == [0])
    pages.answer(0)
  }
}
