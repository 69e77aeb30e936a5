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

/// Searches in conversations.
@MainActor struct ConversationSearchTests {
  private static let size = Size(width: 320, height: 480)
  private static let texts = [
    "A café at the corner", "Nothing to see", "Cafe, cafe and CAFÉ", "The decaf was cold",
    "A secret café", "Another line",
  ]

  private func message(_ id: Int, _ text: String? = nil) -> ChatMessage {
    var text = Message(text ?? Self.texts[id % Self.texts.count])
    if text.text.hasPrefix("A secret") {
      text = Message(text.text, entities: [MessageEntity(.spoiler, in: 9..<14)])
    }
    var message = ChatMessage(text, from: id % 4 < 2 ? "Ada" : "Bo")
    (message.id, message.date) = (.number(id), 1_700_000_000 + id * 100)
    return message
  }

  private func model(_ messages: [ChatMessage]) throws -> ConversationModel {
    try ConversationModel(
      ChatRows(ListedMessages(messages), style: ChatStyle(.light), engine: TestFonts.engine()),
      size: Self.size)
  }

  /// Returns the node that marks the hits of a row.
  private func marks(_ view: ConversationView, _ index: Int) -> DisplayNode? {
    view.list.node(at: index)?.subnodes.first { $0.name == "marks" }
  }

  @Test func `hits are counted from the newest, and visited in turn`() throws {
    // Hits per six messages: 1, 0, 3, 0, none in the spoiler, 0.
    let model = try model((0..<24).map { message($0) })
    let search = model.view.search("cafe")
    #expect(search.count == 0 && search.position == nil && !search.isComplete)
    model.settle()
    #expect(search.count == 16 && search.position == 0 && search.isComplete)
    var visited: [Message.ID?] = []
    for _ in 0..<16 {
      let id = try #require(search.hits.currentHit?.id)
      visited.append(id)
      let index = try #require(model.view.index(of: id))
      let frame = try #require(model.view.list.frame(at: index))
      #expect(frame.minY >= -1 && frame.maxY <= 481)
      #expect(marks(model.view, index) != nil)
      search.next()
      model.settle()
    }
    #expect(visited.prefix(6) == [20, 20, 20, 18, 14, 14].map { Message.ID.number($0) }[...])
    #expect(search.position == 0)
    search.previous()
    #expect(search.position == 15)
    #expect(search.hits.currentHit?.range == 2..<7)
  }

  @Test func `marks are in every visible row with a hit, and go with the search`() throws {
    let model = try model((0..<8).map { message($0) })
    let before = try model.picture()
    model.view.search("café")
    model.settle()
    let marked = (0..<8).filter { marks(model.view, $0) != nil }
    #expect(marked == [0, 2, 6])
    #expect(try model.picture() != before)
    model.view.search("zebra")
    model.settle()
    #expect(try model.picture() == before)
    model.view.search("café")
    model.view.endSearch()
    model.settle()
    #expect(model.view.search == nil)
    #expect(try model.picture() == before)
  }

  @Test func `a hidden spoiler has no hits until it is revealed`() throws {
    let model = try model([message(0), message(4)])
    let search = model.view.search("CAFE")
    model.settle()
    #expect(search.count == 1)
    let button = try #require(
      model.view.accessibilityElements.first { $0.role == .button })
    model.view.perform(button)
    model.settle()
    #expect(search.count == 2)
    #expect(marks(model.view, 1) != nil)
  }

  @Test func `searching is done in pieces off the main actor, and stops when it is superseded`()
    throws
  {
    let model = try model((0..<2_000).map { message($0) })
    let search = model.view.search("corner")
    #expect(search.count == 0)
    for _ in 0..<3 { model.step() }
    let partial = search.count
    #expect(partial > 40 && partial < 200 && !search.isComplete)
    #expect(search.position == 0)
    model.view.search("cold")
    for _ in 0..<20 { model.step() }
    #expect(search.count == partial && !search.isComplete)
    #expect(model.view.search?.count == 333)
  }

  @Test(arguments: seeds(1, long: 8))
  func `hits follow edits, also while messages are being searched`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let model = try model((0..<700).map { message($0) })
    let view = model.view
    let search = view.search("cafe")
    var next = 1_000
    for _ in 0..<30 {
      let id = view.message(at: Int.random(in: 0..<view.count, using: &random)).id
      let target = id ?? .number(0)
      next += 1
      switch Int.random(in: 0..<6, using: &random) {
      case 0: view.append([message(next)])
      case 1: view.prepend([message(next), message(next + 5_000)])
      case 2: view.insert([message(next)], after: target)
      case 3: view.delete([target])
      case 4:
        var other = message(next)
        other.id = target
        view.replace(other)
      default: view.confirm(target, as: message(next))
      }
      if Int.random(in: 0..<4, using: &random) == 0 { model.step() }
      if Int.random(in: 0..<8, using: &random) == 0 { search.next() }
    }
    for _ in 0..<20 { model.step() }
    #expect(search.isComplete)
    let fresh = view.search("cafe")
    for _ in 0..<20 { model.step() }
    #expect(search.hits.all == fresh.hits.all)
    let rows = search.hits.all.compactMap { view.index(of: $0.id) }
    #expect(rows == rows.sorted(by: >))
  }

  @Test func `hits of a paged conversation are loaded when they are visited`() async throws {
    let pages = ScriptedPages(
      (0..<200).map { message($0) }, answers: [.number(198), .number(60)])
    defer { pages.end() }
    let model = try ConversationModel(size: Self.size) { environment in
      let view = ConversationView(
        pages: pages, style: ChatStyle(.light, width: 320), engine: TestFonts.engine(),
        environment: environment)
      view.pageSize = 20
      return view
    }
    await model.until { pages.waitingCount == 1 }
    pages.answer(0)
    await model.until { model.view.count == 20 }
    let search = model.view.search("corner")
    await model.until { search.isComplete }
    #expect(search.count == 2 && search.position == 0)
    model.settle()
    search.next()
    await model.until {
      pages.requests.last?.place == .around(.number(60)) && pages.waitingCount > 0
    }
    pages.answer(pages.requests.count - 1)
    await model.until { model.view.index(of: .number(60)) != nil }
    model.settle()
    let index = try #require(model.view.index(of: .number(60)))
    #expect(marks(model.view, index) != nil)
    #expect(search.count == 2 && search.position == 1)
  }
}
