import Foundation
import GalleyChat
import GalleyMessages
import TestSupport
import Testing

/// Checks that the demonstration's conversation shows all features.
struct DemonstrationTests {
  @Test func `the demonstration chat covers all message and entity kinds`() throws {
    let directory = repository.appending(path: "Corpus/demo")
    let data = try Data(contentsOf: directory.appending(path: "chat.json"))
    let chat = try Chat(json: Array(data))
    let messages = chat.messages
    #expect(messages.count >= 40)
    #expect(Set(messages.map(\.isOutgoing)).count == 2)
    #expect(messages.contains { $0.replyTo != nil })
    #expect(messages.contains { $0.forwardedFrom != nil })
    #expect(messages.contains { !$0.reactions.isEmpty })
    #expect(messages.contains { $0.images.count > 1 })
    #expect(messages.count(where: \.isService) > 2)
    for image in messages.flatMap(\.images) {
      #expect(FileManager.default.fileExists(atPath: directory.appending(path: image.path).path))
    }
    #expect(chat.customEmoji == .folder("emoji"))
    for message in messages.map(\.message) {
      for case .customEmoji(let id) in message.entities.map(\.kind) {
        let file = directory.appending(path: "emoji/\(id).png")
        #expect(FileManager.default.fileExists(atPath: file.path))
      }
    }
    let kinds = Set(messages.flatMap(\.message.entities).map(\.kind.name))
    let all: Set = [
      "bold", "italic", "underline", "strikethrough", "spoiler", "code", "pre", "text_link",
      "text_mention", "date_time", "url", "mention", "hashtag", "cashtag", "bot_command", "email",
      "phone_number", "custom_emoji", "blockquote", "expandable_blockquote",
    ]
    #expect(all.subtracting(kinds) == [])
  }
}
