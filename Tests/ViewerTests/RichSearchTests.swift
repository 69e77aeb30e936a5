@testable import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyMessages
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyViewer

/// Searches for text in closed sections of rich messages in a conversation.
@MainActor struct RichSearchTests {
  private let model: ConversationModel
  private var view: ConversationView { model.view }

  init() throws {
    let long = RichBlock.paragraph(
      .plain(String(repeating: "Other words that fill some lines here. ", count: 12)))
    let inner = RichBlock.details(
      RichBlock.Details("Inner", blocks: [.paragraph("The second needle is here")]))
    var message = ChatMessage(
      RichMessage([
        .paragraph("A needle at the top"), long,
        .details(RichBlock.Details("Outer", blocks: [.paragraph("Nothing"), inner])), long,
        .paragraph("The last needle"), long,
      ]), from: "Ada")
    message.id = .number(100)
    let messages = (0..<6).map { ListedMessages.message($0) } + [message]
    let rows = ChatRows(
      ListedMessages(messages), style: ChatStyle(.light, width: 360), engine: TestFonts.engine())
    model = try ConversationModel(rows, size: Size(width: 360, height: 480))
  }

  private func layout() throws -> RichLayout {
    let row = try #require(view.list.node(at: 6).flatMap { ChatRowNode($0) })
    return try #require(row.rich).layout
  }

  /// Returns the y coordinate of a match on screen.
  private func place(_ range: Range<Int>) throws -> Double {
    let row = try #require(view.list.node(at: 6).flatMap { ChatRowNode($0) })
    let frame = try #require(view.list.frame(at: 6))
    return frame.minY + (try #require(row.row.y(of: range)))
  }

  @Test func `a search counts hits in closed sections, and a jump to one opens them (89)`() throws {
    let search = view.search("needle")
    model.settle()
    #expect(search.count == 3)
    // The newest is the last in the message.
    #expect(
      try layout().texts.contains { $0.layout.text.string == "The second needle is here" } == false)
    search.next()
    model.settle()
    #expect(search.count == 3 && search.position == 1)
    #expect(try layout().texts.contains { $0.layout.text.string == "The second needle is here" })
    let range = try #require(search.hits.currentHit?.range)
    let joined = try layout().joinedText.string
    #expect(Array(joined.utf8)[range].elementsEqual("needle".utf8))
    #expect((20..<460).contains(try place(range)))
    search.next()
    model.settle()
    #expect(search.position == 2)
    #expect((0..<460).contains(try place(try #require(search.hits.currentHit?.range))))
    search.previous()
    model.settle()
    #expect(search.position == 1 && search.count == 3)
    #expect((20..<460).contains(try place(range)))
  }

  @Test func `a hit stays the current one when its section is closed`() throws {
    let search = view.search("needle")
    model.settle()
    search.next()
    model.settle()
    let key = try #require(view.source.table.key(of: .number(100)))
    let outer = RichMessage.BlockPath([2])
    view.toggle(.details(outer, isOpen: true), in: key)
    model.settle()
    #expect(search.count == 3 && search.position == 1)
    #expect(search.hits.currentHit?.range == nil)
    #expect(search.hits.currentHit?.hidden == RichMessage.BlockPath([2, 1, 0]))
  }
}
