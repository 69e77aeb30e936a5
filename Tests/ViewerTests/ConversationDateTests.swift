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

/// Relative dates in a conversation whose clock advances.
@MainActor struct ConversationDateTests {
  private static let noon = 1_700_000_000
  private let model: ConversationModel
  private var view: ConversationView { model.view }

  init() throws {
    let due = Self.noon + 300
    let json = #"""
      [{"id":1,"sender":"Bo","text":"Due then","entities":
      [{"type":"date_time","offset":4,"length":4,"unix_time":\#(due),"date_time_format":"r"}]},
      {"id":2,"sender":"Ada","rich_message":{"blocks":[{"type":"paragraph","text":"First"},
      {"type":"paragraph","text":["Due ",{"type":"date_time","text":"then","unix_time":\#(due),
      "date_time_format":"r"}]}]}},
      {"id":3,"sender":"Bo","text":"No date"}]
      """#
    let rows = ChatRows(
      ChatHistory(try Chat(json: Array(json.utf8))), style: ChatStyle(.light, width: 360),
      engine: TestFonts.engine())
    model = try ConversationModel(rows, size: Size(width: 360, height: 640))
  }

  private func row(_ index: Int) throws -> ChatRowNode {
    try #require(view.list.node(at: index).flatMap { ChatRowNode($0) })
  }

  private func words() throws -> [String] {
    [
      try #require(try row(0).text).text.string,
      try #require(try row(1).rich).layout.joinedText.string,
    ]
  }

  @Test func `messages show their own text until the view has a clock`() throws {
    #expect(try words() == ["Due then", "First\nDue then"])
    #expect(view.now == nil)
  }

  @Test func `the clock updates the paragraphs whose dates read differently (85)`() throws {
    view.now = Self.noon
    model.settle()
    #expect(try words() == ["Due in 5 minutes", "First\nDue in 5 minutes"])
    let before = try #require(try row(1).rich).layout
    let plain = try row(2).row
    view.now = Self.noon + 60
    model.settle()
    #expect(try words() == ["Due in 4 minutes", "First\nDue in 4 minutes"])
    let after = try #require(try row(1).rich).layout
    #expect(zip(before.texts, after.texts).map { $0.layout === $1.layout } == [true, false])
    #expect(try row(2).row.height == plain.height)
    #expect(view.source.item(at: ItemPath(item: 2)).revision == 0)
  }

  @Test func `a second in which no date reads differently changes no message`() throws {
    view.now = Self.noon
    model.settle()
    let items = (0..<3).map { view.source.item(at: ItemPath(item: $0)) }
    view.now = Self.noon + 1
    view.now = Self.noon + 1
    #expect((0..<3).map { view.source.item(at: ItemPath(item: $0)) } != items)
    model.settle()
    let later = (0..<3).map { view.source.item(at: ItemPath(item: $0)) }
    // Five minutes less a second are four whole minutes.
    for second in 2...60 { view.now = Self.noon + second }
    #expect((0..<3).map { view.source.item(at: ItemPath(item: $0)) } == later)
    view.now = Self.noon + 61
    #expect((0..<3).map { view.source.item(at: ItemPath(item: $0)) } != later)
  }
}
