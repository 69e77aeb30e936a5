import GalleyChat
import GalleyImages
import GalleyMessages

@testable import GalleyViewer

/// A conversation in memory, with pictures of generated conversations.
struct ListedMessages: MessageSource {
  let messages: [ChatMessage]
  let isGroup = true
  let language: String? = "en-GB"
  let timeZone: String? = "UTC"

  init(_ messages: [ChatMessage]) { self.messages = messages }

  var count: Int { messages.count }
  func message(at index: Int) -> ChatMessage { messages[index] }
  func index(of id: Message.ID) -> Int? { messages.firstIndex { $0.id == id } }
  func imageSource(of image: ChatImage) -> ImageSource? {
    GeneratedChat(count: 0).imageSource(of: image)
  }

  /// Returns a generated message with an ID.
  static func message(_ id: Int, seed: UInt64 = 1, date: Int? = nil) -> ChatMessage {
    var message = GeneratedChat(count: 1, seed: seed).message(at: id)
    (message.id, message.replyTo) = (.number(id), nil)
    message.date = date ?? 1_700_000_000 + id * 40
    return message
  }
}
