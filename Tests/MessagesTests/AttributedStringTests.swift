import Foundation
import GalleyText
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct AttributedStringTests {
  @Test(arguments: 0..<300)
  func `messages survive a round trip through attributed strings`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var message = MessageFuzzer.message(using: &random)
    message.entities.removeAll { if case .other = $0.kind { true } else { false } }
    let back = Message(AttributedString(message, revealed: .all))
    #expect(back.text.utf8.elementsEqual(message.text.utf8))
    #expect(
      NormalizedEntities(back.entities, in: back.text)
        == NormalizedEntities(message.entities, in: message.text))
  }

  @Test func `equal adjacent entities stay separate`() {
    let message = Message(
      "👍👍ab",
      entities: [
        MessageEntity(.customEmoji(id: "1"), in: 0..<4),
        MessageEntity(.customEmoji(id: "1"), in: 4..<8),
        MessageEntity(.blockquote(isExpandable: true), in: 8..<9),
        MessageEntity(.blockquote(isExpandable: true), in: 9..<10),
      ])
    #expect(Message(AttributedString(message, revealed: .all)) == message)
  }

  @Test func `attributes match a message's entities`() throws {
    let message = Message(
      "a b",
      entities: [
        MessageEntity(.bold, in: 0..<1), MessageEntity(.spoiler, in: 0..<1),
        MessageEntity(.textLink(url: "https://x.example"), in: 0..<1),
        MessageEntity(.pre(language: "c"), in: 2..<3),
        MessageEntity(.blockquote(isExpandable: true), in: 2..<3),
      ])
    let runs = Array(AttributedString(message, revealed: .all).runs)
    #expect(runs.count == 3)
    #expect(runs[0].traits == [.bold, .spoiler])
    #expect(runs[0].link == URL(string: "https://x.example"))
    #expect(runs[2].blocks?.map(\.kind) == [.blockquote(isExpandable: true), .pre(language: "c")])
  }

  @Test func `links and styles of any attributed string become entities`() {
    var link = AttributedString("x")
    link.link = URL(string: "https://x.example")
    var styled = AttributedString("y")
    styled.traits = [.italic, .underline]
    styled.link = URL(string: "https://x.example")
    var mail = AttributedString("a@b.example")
    mail.link = URL(string: "mailto:a@b.example")
    let message = Message(link + styled + AttributedString(" ") + mail)
    #expect(marked(message) == "[text_link x[italic [underline y]]] [email a@b.example]")
  }

  @Test func `empty strings and empty messages convert to each other`() {
    #expect(Message(AttributedString("")) == Message(""))
    #expect(AttributedString(Message(""), revealed: .all) == AttributedString(""))
  }
}
