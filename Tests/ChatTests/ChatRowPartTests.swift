import GalleyChat
import GalleyGeometry
import GalleyImages
import GalleyMessages
import TestSupport
import Testing

@testable import GalleyViewer

/// The hit test of rows.
struct ChatRowPartTests {
  private let engine = TestFonts.engine()

  /// Returns the parts of the last message of a group conversation.
  private func row(_ message: ChatMessage) -> ChatRow {
    var first = ChatMessage(Message("A first message"), from: "Bo")
    first.message.id = .number(1)
    let chat = Chat([first, ChatMessage(Message("Another"), from: "Cy"), message])
    let rows = ChatRows(
      ChatHistory(chat), style: ChatStyle(.light, width: 320), engine: engine)
    return rows.row(at: 2)
  }

  private func middle(_ rect: Rect) -> Point {
    Point(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
  }

  @Test func `every part of a message is hit at its middle`() {
    var message = ChatMessage(Message("Some words of text"), from: "Ada")
    message.replyTo = .number(1)
    message.forwardedFrom = "The news"
    message.date = 1_700_000_000
    message.images = (0..<3).map {
      ChatImage(path: "\($0).png", size: PixelSize(width: 300, height: 200))
    }
    message.linkPreview = LinkPreview(url: "https://example.org")
    message.reactions = [Reaction("👍"), Reaction("🔥", count: 3)]
    let row = row(message)
    let kinds: [ChatRow.Part.Kind] = [
      .day, .avatar, .bubble, .sender, .forward, .reply, .image(0), .image(1), .image(2), .text,
      .linkPreview,
      .reaction(0), .reaction(1), .status,
    ]
    #expect(Set(row.parts.map(\.kind)) == Set(kinds))
    for part in row.parts where part.kind != .bubble {
      #expect(row.part(at: middle(part.frame))?.kind == part.kind)
    }
    let bubble = row.parts.first { $0.kind == .bubble }
    #expect(
      row.part(at: Point(x: (bubble?.frame.maxX ?? 0) - 2, y: (bubble?.frame.minY ?? 0) + 3))?
        .kind == .bubble)
    #expect(row.part(at: Point(x: 319, y: row.height - 1)) == nil)
  }

  @Test func `images are numbered as in the message even if one has no place`() {
    var message = ChatMessage(Message("Views"), from: "Ada")
    message.images = [
      ChatImage(path: "a.png", size: PixelSize(width: 300, height: 200)),
      ChatImage(path: "b.png", size: PixelSize(width: 300, height: 200)),
    ]
    let rows = ChatRows(
      OneMissing(message: message), style: ChatStyle(.light, width: 320), engine: engine)
    #expect(rows.row(at: 0).parts.map(\.kind).contains(.image(1)))
    #expect(!rows.row(at: 0).parts.map(\.kind).contains(.image(0)))
  }

  @Test func `large emoji and service messages are parts`() {
    let emoji = row(ChatMessage(Message("😀"), from: "Ada"))
    #expect(emoji.parts.map(\.kind) == [.avatar, .text])
    var event = ChatMessage(Message("Ada called"), from: "")
    event.isService = true
    #expect(row(event).parts.map(\.kind) == [.note])
  }

  @Test func `the parts of generated messages are within their bubbles`() {
    let rows = ChatRows(
      GeneratedChat(count: 200, seed: 3), style: ChatStyle(.light, width: 320), engine: engine)
    for index in 0..<rows.count {
      let parts = rows.row(at: index).parts
      guard let bubble = parts.first(where: { $0.kind == .bubble }) else { continue }
      for part in parts where part.kind != .avatar && part.kind != .day {
        let (inner, outer) = (part.frame, bubble.frame)
        let isInside =
          inner.minX >= outer.minX - 1 && inner.maxX <= outer.maxX + 1
          && inner.minY >= outer.minY - 1 && inner.maxY <= outer.maxY + 1
        #expect(isInside, "\(index) \(part.kind)")
      }
    }
  }
}

/// A message whose first image has neither a size nor a file.
private struct OneMissing: MessageSource {
  let message: ChatMessage
  var count: Int { 1 }
  var isGroup: Bool { false }
  func message(at index: Int) -> ChatMessage {
    var message = message
    message.images[0].size = nil
    return message
  }
  func index(of id: Message.ID) -> Int? { nil }
}
