import GalleyChat
import GalleyImages
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyViewer

/// Generated conversations.
@Suite struct GeneratedChatTests {
  @Test func `the same seed generates the same messages in any order`() {
    let (first, second) = (GeneratedChat(count: 300, seed: 7), GeneratedChat(count: 300, seed: 7))
    let forward = (0..<300).map { first.message(at: $0) }
    let backward = (0..<300).reversed().map { second.message(at: $0) }
    #expect(forward == backward.reversed())
    let other = GeneratedChat(count: 300, seed: 8)
    #expect((0..<300).contains { other.message(at: $0) != forward[$0] })
  }

  @Test func `a shorter conversation is a prefix of a longer one`() {
    let (short, long) = (GeneratedChat(count: 40), GeneratedChat(count: 100_000))
    #expect((0..<40).allSatisfy { short.message(at: $0) == long.message(at: $0) })
  }

  @Test func `the date at an index equals the date of its message`() {
    let chat = GeneratedChat(count: 300, seed: 5)
    #expect((0..<300).allSatisfy { chat.date(at: $0) == chat.message(at: $0).date })
    #expect(chat.message(at: 0).date != nil)
  }

  @Test func `a generated conversation does not store its messages`() {
    #expect(MemoryLayout<GeneratedChat>.size <= 16)
    // Made in no time, and the last message as fast as the first.
    let chat = GeneratedChat(count: 100_000_000)
    #expect(chat.message(at: 99_999_999).message.id == .number(100_000_000))
    #expect(GeneratedChat(count: -1).count == 0)
  }

  @Test func `message identifiers resolve to indices, and replies to earlier messages`() {
    let chat = GeneratedChat(count: 2_000, seed: 3)
    var answers = 0
    for index in 0..<chat.count {
      let message = chat.message(at: index)
      if let id = message.message.id { #expect(chat.index(of: id) == index) }
      guard let answered = message.replyTo else { continue }
      answers += 1
      #expect(chat.index(of: answered).map { $0 < index } == true)
    }
    #expect(answers > 100)
    #expect(chat.index(of: .number(0)) == nil)
    #expect(chat.index(of: .number(2_001)) == nil)
    #expect(chat.index(of: .string("1")) == nil)
    #expect(GeneratedChat(count: 0).index(of: .number(1)) == nil)
  }

  @Test(arguments: [1, 2, 99] as [UInt64])
  func `a generated conversation covers message kinds, entities and scripts`(seed: UInt64) {
    let chat = GeneratedChat(count: 2_000, seed: seed)
    let messages = (0..<chat.count).map { chat.message(at: $0) }
    let kinds = Set(messages.flatMap { $0.message.entities }.map(\.kind.name))
    #expect(
      kinds.isSuperset(of: [
        "bold", "italic", "strikethrough", "underline", "spoiler", "code", "pre", "text_link",
        "url", "mention", "hashtag", "blockquote", "expandable_blockquote",
      ]))
    let text = messages.map(\.message.text).joined()
    for sample in ["a", "и", "ن", "ה", "ह", "ร", "我", "の", "우", "👍🏽"] {
      #expect(text.contains(sample), "\(sample)")
    }
    #expect(messages.contains { $0.isService })
    #expect(messages.contains { !$0.images.isEmpty && $0.message.text.isEmpty })
    #expect(messages.contains { !$0.reactions.isEmpty })
    #expect(messages.contains { $0.forwardedFrom != nil })
    #expect(messages.contains { $0.isEdited })
    let outgoing = messages.count { $0.isOutgoing }
    #expect((200...1_400).contains(outgoing))
    #expect(Set(messages.map(\.sender)).count >= 5)
  }

  @Test func `message dates ascend over several days`() {
    let chat = GeneratedChat(count: 3_000)
    let dates = (0..<chat.count).compactMap { chat.message(at: $0).date }
    #expect(dates.count == chat.count)
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
    #expect(Set(dates.map { $0 / 86_400 }).count > 3)
  }

  @Test func `entities lie within the text`() {
    let chat = GeneratedChat(count: 1_000, seed: 5)
    for index in 0..<chat.count {
      let message = chat.message(at: index).message
      for entity in message.entities {
        #expect(entity.range.upperBound <= message.text.utf8.count && !entity.range.isEmpty)
      }
    }
  }

  @Test func `generated images have sources of matching size`() throws {
    let chat = GeneratedChat(count: 500)
    let image = try #require((0..<500).lazy.compactMap { chat.message(at: $0).images.first }.first)
    let source = try #require(chat.imageSource(of: image))
    #expect(image.size?.width == source.header.width)
    #expect(image.size?.height == source.header.height)
    #expect(chat.imageSource(of: ChatImage(path: "generated/99")) == nil)
    #expect(chat.imageSource(of: ChatImage(path: "elsewhere")) == nil)
  }
}
