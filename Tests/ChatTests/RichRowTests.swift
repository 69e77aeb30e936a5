@testable import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyMessages
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport
import Testing

/// Rich messages in chat files and rows.
struct RichRowTests {
  private let engine = TestFonts.engine()

  private func chat(_ rich: String, _ fields: String = "") throws(ChatError) -> Chat {
    let json = #"[{"id":1,"sender":"Ada","date":1700000000,"rich_message":\#(rich)\#(fields)}]"#
    return try Chat(json: Array(json.utf8))
  }

  private func rows(_ rich: String, width: Double = 400, _ fields: String = "") throws -> ChatRows {
    ChatRows(
      ChatHistory(try chat(rich, fields)), style: ChatStyle(.light, width: width), engine: engine)
  }

  private func frame(_ kind: ChatRow.Part.Kind, of row: ChatRow) throws -> Rect {
    try #require(row.parts.first { $0.kind == kind }).frame
  }

  // MARK: Chat files

  @Test(
    arguments: [
      #"{"blocks":[{"type":"paragraph","text":"Hello"}]}"#, #"{"markdown":"Hello"}"#,
      #"{"html":"<p>Hello</p>"}"#,
    ])
  func `a message has blocks in all forms of the Bot API`(rich: String) throws {
    let message = try #require(try chat(rich).messages.first)
    #expect(message.richMessage?.plainText().string == "Hello")
    #expect(message.message.text.isEmpty)
  }

  @Test func `blocks may be as deep as the limits allow`() throws {
    var block = #"{"type":"paragraph","text":[["deep"]]}"#
    for _ in 0..<12 { block = #"{"type":"blockquote","blocks":[\#(block)]}"# }
    let message = try chat(#"{"blocks":[\#(block)]}"#).messages.first
    #expect(message?.richMessage?.plainText().string == "deep")
  }

  @Test func `an error names the message, the field and the block`() {
    let error = #expect(throws: ChatError.self) {
      try chat(#"{"blocks":[{"type":"heading","text":"A","size":9}]}"#)
    }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("message 1") && words.contains("rich_message"))
    #expect(words.contains("blocks[0].size"))
  }

  @Test func `a message has either a text or blocks`() {
    #expect(throws: ChatError.self) { try chat(#"{"markdown":"A"}"#, #","text":"B""#) }
  }

  // MARK: Rows

  @Test func `a bubble is as wide as its widest block`() throws {
    let row = try rows(#"{"markdown":"| a | b |\n|--|--|\n| c | d |"}"#).row(at: 0)
    let layout = try #require(row.richLayout)
    let bubble = try frame(.bubble, of: row)
    #expect(layout.size.width < 200)
    #expect(bubble.size.width == layout.size.width + 2 * ChatMetrics.paddingX)
  }

  @Test func `a table that is too wide scrolls inside the bubble`() throws {
    let cells = (0..<12).map { "column\($0)" }.joined(separator: " | ")
    let lines = (0..<12).map { _ in "--" }.joined(separator: " | ")
    let row = try rows(#"{"markdown":"| \#(cells) |\n| \#(lines) |\n| \#(cells) |"}"#).row(at: 0)
    #expect(try frame(.bubble, of: row).maxX <= 400 - ChatMetrics.farMargin)
    #expect(row.richLayout?.scrollAreas.count == 1)
  }

  @Test func `the time stands beside the last line of a paragraph`() throws {
    let row = try rows(##"{"markdown":"# Title\n\nShort."}"##).row(at: 0)
    let (text, time) = (try frame(.text, of: row), try frame(.status, of: row))
    #expect(time.minY < text.maxY)
    #expect(try frame(.bubble, of: row).maxY - text.maxY == ChatMetrics.paddingBottom)
  }

  @Test(
    arguments: [
      #"{"markdown":"| a | b |\n|--|--|\n| c | d |"}"#, #"{"markdown":"> quoted"}"#,
      #"{"is_rtl":true,"blocks":[{"type":"paragraph","text":"שלום"}]}"#,
      #"{"blocks":[{"type":"paragraph","text":"שלום"}]}"#,
    ])
  func `the time is on a line of its own below other blocks`(rich: String) throws {
    let row = try rows(rich).row(at: 0)
    #expect(try frame(.status, of: row).minY >= frame(.text, of: row).maxY)
    #expect(try frame(.status, of: row).maxY <= frame(.bubble, of: row).maxY)
  }

  @Test func `a row that is laid out again needs no shaping`() throws {
    var rows = try rows(##"{"markdown":"# One\n\nTwo"}"##)
    let first = try #require(rows.row(at: 0).richLayout)
    rows.style.width = 300
    #expect(rows.row(at: 0).richLayout?.document === first.document)
    var state = MessageState()
    state.sections.setOpen(RichMessage.BlockPath([0]), true)
    #expect(rows.row(at: 0, in: state).richLayout?.document !== first.document)
  }

  @Test func `an opened section makes its row taller`() throws {
    let rows = try rows(#"{"html":"<details><summary>More</summary><p>Inside</p></details>"}"#)
    var state = MessageState()
    state.sections.setOpen(RichMessage.BlockPath([0]), true)
    #expect(rows.row(at: 0, in: state).height > rows.row(at: 0).height + 20)
    #expect(rows.text(at: 0)?.string == "More")
    #expect(rows.text(at: 0, in: state)?.string == "More\nInside")
  }

  @Test func `a reply shows the beginning of a rich message on one line`() throws {
    let json = #"""
      [{"id":1,"sender":"Ada","rich_message":{"markdown":"# One\n\n| a | b |\n|--|--|"}},
       {"id":2,"sender":"Bo","text":"Yes","reply_to":1}]
      """#
    let rows = ChatRows(
      ChatHistory(try Chat(json: Array(json.utf8))), style: ChatStyle(.light, width: 400),
      engine: engine)
    let texts = rows.row(at: 1).pieces.flatMap(\.layouts).map(\.text.string)
    #expect(texts.contains("One a b"))
  }

  // MARK: Offsets

  @Test func `offsets of the joined text are positions in reading order`() throws {
    let rich = ##"{"markdown":"# One\n\n- two\n- three\n\n| four | five |\n|--|--|\n| six | 7 |"}"##
    let rows = try rows(rich)
    let layout = try #require(rows.row(at: 0).richLayout)
    let text = try #require(rows.text(at: 0))
    #expect(text.string == "One\ntwo\nthree\nfour\nfive\nsix\n7")
    var last: RichLayout.Position?
    for offset in 0...text.length {
      let position = try #require(layout.position(atOffset: offset))
      #expect(layout.offset(of: position) == offset)
      if let last { #expect(last < position) }
      last = position
    }
    #expect(layout.position(atOffset: 10_000) == last)
    #expect(layout.highlight(of: 4..<13).bounds.size.height > 20)
  }

  @Test func `a target in a closed section has a place once it is open`() throws {
    let rich = #"""
      {"blocks":[{"type":"paragraph","text":"a"},{"type":"details","summary":"s",
      "blocks":[{"type":"paragraph","text":["b ",{"type":"reference","name":"N","text":"note"}]}]}]}
      """#
    let rows = try rows(rich)
    let message = try #require(try chat(rich).messages.first?.richMessage)
    let target = RichMessage.Target.reference("n")
    let path = try #require(message.path(of: target))
    #expect(path.indices == [1, 0])
    #expect(rows.row(at: 0).place(of: target) == nil)
    var state = MessageState()
    state.sections.reveal(path)
    let place = try #require(rows.row(at: 0, in: state).place(of: target))
    #expect(place.y > 20)
    let text = try #require(rows.text(at: 0, in: state))
    #expect(text.plainText(of: place.range).string == "note")
  }

  // MARK: Accessibility

  @Test func `sections, buttons and links are accessible elements of a row`() throws {
    let rich = #"""
      {"blocks":[{"type":"details","summary":"More","blocks":[{"type":"paragraph","text":"in"}]},
      {"type":"paragraph","text":["See ",{"type":"url","text":"it","url":"https://a.example"}]},
      {"type":"buttons","buttons":[{"text":"Yes","callback_data":"y"}]}]}
      """#
    let rows = try rows(rich)
    let row = rows.row(at: 0)
    let elements = rows.elements(of: row, in: MessageState())
    let whole = try #require(elements.first { $0.role == .message })
    #expect(whole.spokenLabel.contains("More") && whole.spokenLabel.contains("See it"))
    let parts = elements.filter { $0.role == .button || $0.role == .link }
    #expect(parts.map(\.spokenLabel) == ["More", "it", "Yes"])
    #expect(parts.first?.traits == .collapsed)
    #expect(parts.allSatisfy { $0.action == nil })
    // Control by control, from top to bottom.
    #expect(parts.map(\.frame.minY) == parts.map(\.frame.minY).sorted())
  }
}
