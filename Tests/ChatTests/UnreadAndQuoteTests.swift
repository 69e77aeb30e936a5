import GalleyGeometry
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyChat

/// The bar above unread messages, and quotes of replies, in rows.
struct UnreadAndQuoteTests {
  private func message(_ id: Int, _ text: String, unread: Bool = false) -> ChatMessage {
    var message = ChatMessage(Message(text), from: "Ada")
    (message.id, message.date, message.isUnread) = (.number(id), 1_700_000_000 + id, unread)
    return message
  }

  private func rows(_ messages: [ChatMessage]) -> ChatRows {
    ChatRows(
      ChatHistory(Chat(messages)), style: ChatStyle(.light, width: 320),
      engine: TestFonts.engine())
  }

  @Test func `the bar is above the first of the unread messages at the end`() {
    var all = (0..<8).map { message($0, "Message", unread: $0 == 1 || $0 >= 5) }
    #expect(rows(all).firstUnread == 5)
    let row = rows(all).row(at: 5)
    let bar = row.parts.first { $0.kind == .unreadDivider }
    #expect(bar?.frame.minX == 0 && bar?.frame.size.width == 320)
    let bubble = row.parts.first { $0.kind == .bubble }
    #expect((bar?.frame.maxY ?? 0) < (bubble?.frame.minY ?? 0))
    // A group begins below the bar, and ends above it.
    let read = rows(all.map { message($0.id.map { _ in 0 } ?? 0, "Message") })
    #expect(row.height > read.row(at: 5).height)
    all[7].isOutgoing = true
    #expect(rows(all).firstUnread == nil)
    #expect(rows([]).firstUnread == nil)
  }

  @Test func `a reply shows the quoted part instead of the beginning, and hides its spoilers`() {
    var reply = message(2, "Yes")
    reply.replyTo = .number(1)
    let original = message(1, "A long message that begins somewhere else entirely")
    func header() -> String {
      guard case .message(let layout) = rows([original, reply]).row(at: 1).content else {
        return ""
      }
      let label = layout.labels.first {
        $0.layout.text.string.contains { $0.isLowercase }
          && $0.layout.text.string != "Ada"
      }
      return label.map { DisclosedText($0.layout.text).string } ?? ""
    }
    #expect(header().hasPrefix("A long message"))
    reply.quote = MessageQuote(
      Message("somewhere else", entities: [MessageEntity(.spoiler, in: 10..<14)]), position: 27)
    #expect(header().hasPrefix("somewhere"))
    #expect(!header().contains("else"))
  }

  @Test func `a reply to a message that is not loaded shows its preview, until it is`() {
    var reply = message(2, "Yes")
    reply.replyTo = .number(1)
    func header(_ messages: [ChatMessage]) -> [String] {
      let rows = rows(messages)
      guard case .message(let layout) = rows.row(at: rows.count - 1).content else { return [] }
      return layout.labels.map(\.layout.text.string)
    }
    let bare = header([reply])
    reply.replyPreview = ReplyPreview(Message("The beginning\nand the end"), from: "Bo")
    #expect(Set(header([reply])).subtracting(bare).contains("Bo"))
    #expect(header([reply]).contains { $0.hasPrefix("The beginning") })
    #expect(header([message(1, "The original"), reply]).contains("The original"))
    #expect(!header([message(1, "The original"), reply]).contains("Bo"))
    reply.quote = MessageQuote(Message("the end"))
    #expect(header([reply]).contains("the end"))
  }

  @Test func `words of the interface can be in another language`() {
    var rows = rows([message(1, "a"), message(2, "b", unread: true)])
    rows.style.words.unreadMessages = "Uleste meldinger"
    let labels = rows.elements(of: rows.row(at: 1), in: MessageState()).map(\.spokenLabel)
    #expect(labels.contains("Uleste meldinger"))
  }
}
