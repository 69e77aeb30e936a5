import GalleyImages
import GalleyMessages
import Synchronization
import TestSupport
import Testing

@testable import GalleyChat

/// The messages of a conversation with edits.
struct MessageTableTests {
  private func message(_ id: Int, _ text: String = "text") -> ChatMessage {
    var message = ChatMessage(Message("\(text) \(id)"), from: "Ada")
    message.id = .number(id)
    return message
  }

  @Test(arguments: 0..<32 as Range<UInt64>)
  func `a persistent map equals a dictionary, and its copies keep their entries`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (map, model) = (PersistentMap<Int, Int>(), [Int: Int]())
    var copies: [(PersistentMap<Int, Int>, [Int: Int])] = []
    for step in 0..<600 {
      let key = Int.random(in: 0..<200, using: &random)
      let value: Int? = Int.random(in: 0..<3, using: &random) == 0 ? nil : step
      map[key] = value
      model[key] = value
      if step % 100 == 0 { copies.append((map, model)) }
    }
    for (map, model) in copies + [(map, model)] {
      #expect((0..<200).allSatisfy { map[$0] == model[$0] })
    }
  }

  @Test func `keys whose hashes are equal are told apart`() {
    var map = PersistentMap<Clashing, Int>()
    for number in 0..<40 { map[Clashing(number: number)] = number }
    map[Clashing(number: 7)] = nil
    #expect(
      (0..<40).allSatisfy { map[Clashing(number: $0)] == ($0 == 7 ? nil : $0) })
  }

  @Test(arguments: 0..<64 as Range<UInt64>)
  func `an order of keys equals an array`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (order, model) = (KeyOrder(0..<20), Array(0..<20))
    var (lowest, highest) = (0, 20)
    for _ in 0..<60 {
      let place = Int.random(in: 0...model.count, using: &random)
      let size = Int.random(in: 0...4, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let end = min(model.count, place + size)
        order.remove(place..<end)
        model.removeSubrange(place..<end)
      case 1:
        order.insert(lowest - size..<lowest, at: 0)
        model.insert(contentsOf: lowest - size..<lowest, at: 0)
        lowest -= size
      default:
        order.insert(highest..<highest + size, at: place)
        model.insert(contentsOf: highest..<highest + size, at: place)
        highest += size
      }
      #expect(order.count == model.count)
      #expect(order.keys(in: 0..<order.count) == model)
      #expect((lowest - 1...highest).allSatisfy { order.row(of: $0) == model.firstIndex(of: $0) })
    }
  }

  @Test func `pages of older messages join into one run of keys`() {
    var order = KeyOrder(0..<100)
    for page in 1...50 { order.insert(page * -10..<page * -10 + 10, at: 0) }
    #expect(order == KeyOrder(-500..<100))
  }

  @Test func `messages of the source are read only on demand`() {
    let source = CountingSource(count: 1_000_000)
    var edit = TableEdit(MessageTable(source))
    edit.insert([message(-1)], at: 0)
    edit.insert([message(-2)], at: edit.new.count)
    edit.delete([.number(500_000)])
    _ = edit.affected
    #expect(source.reads.value < 20)
    #expect(edit.new.count == 1_000_001)
    #expect(edit.new.message(at: 1).id == .number(0))
    #expect(edit.new.index(of: .number(500_001)) == 500_001)
    #expect(edit.new.index(of: .number(500_000)) == nil)
  }

  @Test func `a message without an ID is addressed by the one it gets`() throws {
    let source = ListedMessages([ChatMessage(Message("a"), from: "A"), message(2)])
    var edit = TableEdit(MessageTable(source))
    let ids = edit.insert(
      [
        message(3), ChatMessage(Message("b"), from: "A"), message(2, "new"),
        ChatMessage(Message("c"), from: "A"),
      ], at: 2)
    #expect(ids.count == 4 && Set(ids).count == 4)
    #expect(ids.map { edit.new.index(of: $0) } == [2, 3, 1, 4])
    #expect(edit.new.message(at: 1).message.text == "new 2")
    let first = try #require(edit.new.message(at: 0).id)
    #expect(edit.new.index(of: first) == 0)
    edit.delete([first])
    #expect(edit.new.index(of: first) == nil && edit.new.count == 4)
  }

  @Test func `a confirmed message keeps its key, and replaces one that has arrived before`() {
    var edit = TableEdit(MessageTable(ListedMessages([message(1)])))
    let sent = edit.insert([ChatMessage(Message("hi"), from: "Me")], at: 1)[0]
    let key = edit.new.key(at: 1)
    edit.insert([message(9), message(10)], at: 2)
    let isKnown = edit.confirm(sent, as: message(10, "sent"))
    #expect(isKnown)
    #expect(edit.new.count == 3)
    #expect(edit.new.key(at: 1) == key)
    #expect(edit.new.index(of: .number(10)) == 1)
    #expect(edit.new.index(of: sent) == nil)
    let isStillKnown = edit.confirm(sent, as: message(11))
    #expect(!isStillKnown)
  }

  @Test func `a message of the source with another ID is not found by the old one`() {
    var edit = TableEdit(MessageTable(ListedMessages([message(1), message(2)])))
    edit.confirm(.number(1), as: message(7))
    #expect(edit.new.index(of: .number(1)) == nil)
    #expect(edit.new.index(of: .number(7)) == 0)
    edit.insert([message(1)], at: 2)
    #expect(edit.new.index(of: .number(1)) == 2)
  }

  @Test func `steps of an edit that cancel each other leave nothing`() {
    var edit = TableEdit(MessageTable(ListedMessages([message(1)])))
    edit.insert([message(2)], at: 1)
    edit.delete([.number(2), .number(5)])
    edit.replace(message(1))
    #expect(edit.isEmpty && edit.affected.isEmpty)
  }
}

private struct Clashing: Hashable, Sendable {
  let number: Int
  func hash(into hasher: inout Hasher) {}
}

/// A conversation in memory.
private struct ListedMessages: MessageSource {
  let messages: [ChatMessage]
  init(_ messages: [ChatMessage]) { self.messages = messages }
  var count: Int { messages.count }
  var isGroup: Bool { true }
  func message(at index: Int) -> ChatMessage { messages[index] }
  func index(of id: Message.ID) -> Int? { messages.firstIndex { $0.id == id } }
}

/// A long conversation that counts how many messages are read.
private struct CountingSource: MessageSource {
  final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func increment() { count.wrappingAdd(1, ordering: .relaxed) }
  }

  let count: Int
  let reads = Counter()
  var isGroup: Bool { true }
  func message(at index: Int) -> ChatMessage {
    reads.increment()
    var message = ChatMessage(Message("\(index)"), from: "A")
    message.id = .number(index)
    return message
  }
  func date(at index: Int) -> Int? { index }
  func index(of id: Message.ID) -> Int? {
    guard case .number(let number) = id, (0..<count).contains(number) else { return nil }
    return number
  }
}
