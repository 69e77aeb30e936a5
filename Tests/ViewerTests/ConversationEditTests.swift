import Galley

import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyMessages
import GalleyPixels
import TestSupport
import Testing

@testable import GalleyViewer

/// Edits of an open conversation.
@MainActor struct ConversationEditTests {
  private static let size = Size(width: 320, height: 480)
  private let engine = TestFonts.engine()

  private func model(_ messages: [ChatMessage]) throws -> ConversationModel {
    try ConversationModel(
      ChatRows(ListedMessages(messages), style: ChatStyle(.light), engine: engine), size: Self.size)
  }

  private func messages(_ ids: Range<Int>) -> [ChatMessage] {
    ids.map { ListedMessages.message($0) }
  }

  /// Checks that an edited conversation looks like a new one of the same messages, at both ends.
  private func expectSame(_ model: ConversationModel, as messages: [ChatMessage]) throws {
    #expect((0..<model.view.count).map { model.view.message(at: $0) } == messages)
    let fresh = try self.model(messages)
    for end in [ListEnd.tail, .head] {
      for model in [model, fresh] {
        model.view.list.scroll(.end(end))
        model.settle()
      }
      let seen = fresh.view.list.displayedItems.range
      #expect(model.view.list.displayedItems.range == seen)
      for index in seen {
        #expect(
          model.view.list.frame(at: index) == fresh.view.list.frame(at: index), "\(index)")
      }
      #expect(days(model) == days(fresh))
      #expect(try model.picture() == fresh.picture(), "\(end)")
    }
  }

  /// Returns the frames of the days on screen.
  private func days(_ model: ConversationModel) -> [Rect] {
    let list = model.view.list
    return list.headerFrames.map(\.frame).filter { $0.maxY > 0 && $0.minY < list.size.height }
  }

  @Test(arguments: seeds(1, long: 12))
  func `an edited conversation equals a new one of the resulting messages`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var script = EditScript(messages: messages(100..<100 + Int.random(in: 0..<30, using: &random)))
    let model = try model(script.messages)
    for _ in 0..<14 {
      script.step(on: model.view, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: model.view.list.scroll(toOffset: .random(in: 0..<2_000, using: &random))
      case 1: model.settle()
      default: break
      }
    }
    model.settle()
    try expectSame(model, as: script.messages)
  }

  /// Returns the place on screen of each visible message's bubble, by ID.
  private func places(_ view: ConversationView) -> [Message.ID: Double] {
    var places: [Message.ID: Double] = [:]
    for index in view.list.displayedItems.range {
      guard let frame = view.list.frame(at: index),
        let row = view.list.node(at: index).flatMap({ ChatRowNode($0) })?.row,
        let bubble = row.parts.first(where: { [.bubble, .note, .text].contains($0.kind) }),
        index < view.count
      else { continue }
      places[view.message(at: index).id ?? .number(0)] = frame.minY + bubble.frame.maxY
    }
    return places
  }

  @Test(arguments: seeds(2, long: 16))
  func `messages on screen stay to the pixel while others change`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let model = try model(messages(100..<160))
    let view = model.view
    let target = Int.random(in: 10..<40, using: &random)
    view.list.scroll(
      to: ItemPath(item: target), at: .head(Double.random(in: -30..<30, using: &random)))
    model.settle()
    var next = 1_000
    var older = 99
    for _ in 0..<10 {
      let before = places(view)
      #expect(before.count > 0)
      let seen = Set(before.keys)
      let near = view.list.displayedItems.range
      func far() -> Message.ID? {
        let index = Int.random(in: 0..<view.count, using: &random)
        let distance = min(abs(index - near.lowerBound), abs(index - near.upperBound))
        let id = view.message(at: index).id
        return distance > 2 && !near.contains(index) && id.map { !seen.contains($0) } ?? false
          ? id : nil
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        view.prepend((0..<5).map { ListedMessages.message(older - 4 + $0) })
        older -= 5
      case 1:
        view.append([ListedMessages.message(next, date: 1_700_100_000)])
        next += 1
      case 2: view.delete([far()].compactMap { $0 })
      case 3:
        if let id = far() {
          view.insert([ListedMessages.message(next)], after: id)
          next += 1
        }
      default:
        if let id = far(), var message = view.message(id) {
          message.message = ListedMessages.message(next).message
          message.id = id
          next += 1
          view.replace(message)
        }
      }
      model.settle()
      let after = places(view)
      for (id, place) in before where after[id] != nil {
        #expect(abs((after[id] ?? 0) - place) < 1e-6, "\(id)")
      }
      #expect(seen.isSubset(of: Set(after.keys)))
    }
  }

  @Test func `a page before the first visible message does not move its bubble`() throws {
    let model = try model(messages(100..<130))
    model.view.list.scroll(.end(.head))
    model.settle()
    let before = places(model.view)
    // The first row loses its day, and its group begins earlier.
    var page = messages(95..<100)
    for index in page.indices { page[index].sender = model.view.message(at: 0).sender }
    model.view.prepend(page)
    model.settle()
    let after = places(model.view)
    #expect(before.count > 2)
    for (id, place) in before { #expect(after[id] == place, "\(id)") }
  }

  @Test func `a list at its end stays there when messages come`() throws {
    let model = try model(messages(100..<130))
    model.view.append(messages(130..<133))
    model.settle()
    let last = try #require(model.view.list.frame(at: 32))
    #expect(abs(last.maxY - (Self.size.height - 9)) < 1)
  }

  @Test func `a sent message is scrolled to, and confirmed without moving or blinking`() throws {
    let model = try model(messages(100..<140))
    model.view.list.scroll(.end(.head))
    model.settle()
    var draft = ChatMessage(Message("A message that is being sent"), from: "Me")
    draft.date = 1_700_200_000
    let id = model.view.send(draft)
    #expect(model.view.message(id)?.status == .sending)
    model.settle()
    let node = try #require(model.view.list.node(at: 40))
    let frame = try #require(model.view.list.frame(at: 40))
    #expect(abs(frame.maxY - (Self.size.height - 9)) < 1)
    let before = try model.picture()
    var sent = try #require(model.view.message(id))
    (sent.id, sent.status) = (.number(777), .sent)
    #expect(model.view.confirm(id, as: sent))
    for _ in 0..<40 {
      model.step()
      #expect(model.view.list.node(at: 40) === node)
      #expect(node.opacity == 1)
    }
    #expect(model.view.list.frame(at: 40) == frame)
    // Only the mark has changed.
    let changed = try zip(before.pixels, model.picture().pixels).count { $0 != $1 }
    #expect(changed > 0 && changed < 400)
    #expect(model.view.index(of: .number(777)) == 40)
  }

  @Test func `the reader's state follows its message, and edits hide spoilers again`() throws {
    let text = Message("A secret is here", entities: [MessageEntity(.spoiler, in: 2..<8)])
    var secret = ChatMessage(text, from: "Ada")
    (secret.id, secret.date) = (.number(500), 1_700_009_000)
    let model = try model(messages(100..<110) + [secret])
    func button() -> ChatElement? {
      model.view.accessibilityElements.first { $0.role == .button }
    }
    let other = (100..<110).map { Message.ID.number($0) }
    model.view.perform(try #require(button()))
    model.settle()
    #expect(button() == nil)
    model.view.delete(Array(other[..<4]))
    model.view.prepend(messages(50..<60))
    model.settle()
    model.view.delete(other)
    model.settle()
    #expect(button() == nil)
    secret.message = Message("Another secret", entities: [MessageEntity(.spoiler, in: 8..<14)])
    secret.id = .number(500)
    model.view.replace(secret)
    model.settle()
    #expect(button() != nil)
  }

  @Test func `a reply shows the edited message`() throws {
    var reply = ListedMessages.message(111)
    reply.message = Message("A reply")
    (reply.id, reply.replyTo) = (.number(111), .number(110))
    var answered = ListedMessages.message(110)
    answered.message = Message("Before")
    answered.id = .number(110)
    var all = messages(105..<110) + [answered, reply]
    let model = try model(all)
    answered.message = Message("After the edit")
    answered.id = .number(110)
    model.view.replace(answered)
    model.settle()
    all[5] = answered
    try expectSame(model, as: all)
    model.view.delete([.number(110)])
    model.settle()
    all.remove(at: 5)
    try expectSame(model, as: all)
  }
}

/// Random edits, made on a view and on a list of messages.
private struct EditScript {
  var messages: [ChatMessage]
  private var next = 1_000

  init(messages: [ChatMessage]) { self.messages = messages }

  @MainActor mutating func step(on view: ConversationView, using random: inout SplitMix64) {
    let update = Bool.random(using: &random) ? ListUpdate.animated : ListUpdate()
    let index = messages.isEmpty ? 0 : Int.random(in: messages.indices, using: &random)
    let new = (0..<Int.random(in: 1...3, using: &random)).map { _ in message(using: &random) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      view.append(new, update)
      messages += new
    case 1:
      view.prepend(new, update)
      messages = new + messages
    case 2 where !messages.isEmpty:
      view.insert(new, before: id(index), update)
      messages.insert(contentsOf: new, at: index)
    case 3 where !messages.isEmpty:
      view.insert(new, after: id(index), update)
      messages.insert(contentsOf: new, at: index + 1)
    case 4 where !messages.isEmpty:
      var other = message(using: &random)
      other.id = id(index)
      view.replace(other, update)
      messages[index] = other
    case 5 where !messages.isEmpty:
      let ids = Set((0..<3).map { _ in id(Int.random(in: messages.indices, using: &random)) })
      view.delete(Array(ids), update)
      messages.removeAll { $0.id.map(ids.contains) ?? false }
    case 6 where !messages.isEmpty:
      let other = message(using: &random)
      view.confirm(id(index), as: other, update)
      messages[index] = other
    default:
      var sent = message(using: &random)
      (sent.isOutgoing, sent.isService, sent.status) = (true, false, .sending)
      view.send(sent, update)
      messages.append(sent)
    }
  }

  private func id(_ index: Int) -> Message.ID { messages[index].id ?? .number(0) }

  private mutating func message(using random: inout SplitMix64) -> ChatMessage {
    next += 1
    var message = ListedMessages.message(
      next, seed: 5, date: 1_700_000_000 + Int.random(in: 0..<200_000, using: &random))
    if Int.random(in: 0..<5, using: &random) == 0 { message.date = nil }
    if let other = messages.randomElement(using: &random), Bool.random(using: &random) {
      message.replyTo = other.id
    }
    return message
  }
}
