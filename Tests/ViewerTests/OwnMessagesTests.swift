import GalleyExports
import GalleyMessages
import Testing

@testable import GalleyViewer

/// The rule that tells the reader's own messages in an export.
@Suite struct OwnMessagesTests {
  private func message(_ id: String, _ name: String? = nil) -> ExportedMessage {
    var message = ExportedMessage()
    message.sender = ExportedPerson(id: id, name: name ?? id)
    message.text = Message("text")
    return message
  }

  private func own(
    _ kind: String?, id: String = "5", title: String = "Ada", _ latest: [ExportedMessage] = [],
    reader: String? = nil
  ) -> OwnMessages {
    OwnMessages(of: ExportedChat(id: id, title: title, kind: kind), latest, reader: reader)
  }

  @Test(arguments: ["personal_chat", "bot_chat"])
  func `in Telegram's conversation of two, the other is known by the number of the conversation`(
    kind: String
  ) {
    let own = own(kind)
    #expect(!own.isGroup)
    #expect(!own.contains(message("user5", "Ada")))
    #expect(own.contains(message("user9", "Galina")))
    // Two people with the same name are told apart by their numbers.
    #expect(own.contains(message("user9", "Ada")))
    // Old files have names only.
    #expect(!own.contains(message("Ada")))
    #expect(own.contains(message("Galina")))
    var service = message("user9", "Galina")
    service.service = "Galina changed the photo"
    #expect(!own.contains(service))
  }

  @Test func `saved messages are the reader's, unless they are forwarded`() {
    let own = own("saved_messages", id: "9")
    var forwarded = message("user9")
    forwarded.forwardedFrom = "News"
    #expect(!own.isGroup && own.contains(message("user9")) && !own.contains(forwarded))
  }

  @Test func `in a group, the reader's messages are those of a known name or number`() {
    #expect(own("private_group").isGroup)
    #expect(!own("private_group").contains(message("user9", "Galina")))
    for reader in ["user9", "Galina"] {
      let own = own("private_group", reader: reader)
      #expect(own.isGroup && own.contains(message("user9", "Galina")))
      #expect(!own.contains(message("user5", "Ada")))
    }
  }

  @Test func `in a conversation without a kind, its title may name the only other participant`() {
    let both = [message("Ada"), message("Ben")]
    let guessed = own(nil, both)
    #expect(!guessed.isGroup)
    #expect(guessed.contains(message("Ben")) && !guessed.contains(message("Ada")))
    let told = own(nil, title: "Ada", both, reader: "Ada")
    #expect(told.contains(message("Ada")) && !told.contains(message("Ben")))
    let group = own(nil, both + [message("Cy")])
    #expect(group.isGroup && !group.contains(message("Ben")))
    let other = own(nil, title: "Cooking", both)
    #expect(other.isGroup && !other.contains(message("Ben")))
  }
}
