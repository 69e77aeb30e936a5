import Foundation
import GalleyExports
import GalleyMessages
import GalleyRichMessages
import GalleySystem
import GalleyTypesetting
import TestSupport
import Testing

/// Exports of Telegram Desktop.
@Suite struct TelegramTests {
  let folder = ExportFolder()

  @Test func `a conversation and its messages are read in order`() throws {
    try folder.telegram(
      #"{"id":1,"type":"message","from":"Ada","from_id":"user5","text":"a"},{"id":2,"type":"message","text":"b"}"#
    )
    let contents = try folder.read()
    #expect(contents.chats == [ExportedChat(id: "77", title: "Group", kind: "private_group")])
    #expect(contents.messages.map(\.plainText) == ["a", "b"])
    #expect(contents.messages[0].sender == ExportedPerson(id: "user5", name: "Ada"))
    #expect(contents.problems == [])
  }

  @Test func `escaped control characters are read`() throws {
    let messages = try folder.messages(#"{"id":1,"type":"message","text":"a\x01\x1Fb"}"#)
    #expect(messages.map(\.plainText) == ["a\u{1}\u{1F}b"])
  }

  @Test func `stray bytes behind an escaped separator are dropped`() throws {
    let start =
      #"{"name":"G","type":"t","id":1,"messages":[{"id":1,"type":"message","text":"a\u2028"#
    let bytes = Array(start.utf8) + [0x80, 0xA8] + Array(#"b"}]}"#.utf8)
    try folder.directory.write(Data(bytes), to: "result.json")
    let contents = try folder.read()
    #expect(contents.messages.map(\.plainText) == ["a\u{2028}b"])
    #expect(contents.problems.count == 1)
  }

  @Test func `a path without quotes is read`() throws {
    let messages = try folder.messages(
      """
      {"id":1,"type":"message","text":[{"type":"custom_emoji","text":"🙂",
      "document_id": video_files/sticker (2).webm
      }," b"]}
      """)
    let entities = messages[0].text.entities(revealed: .all)
    #expect(entities.map(\.kind) == [.customEmoji(id: "video_files/sticker (2).webm")])
    #expect(messages[0].plainText == "🙂 b")
  }

  @Test func `a file cut off at any byte keeps the complete messages`() throws {
    let first = #"{"id":1,"type":"message","text":"kept"},"#
    let second = #"{"id":2,"type":"message","text":["é\n",{"type":"bold","text":"x"}],"n":-1.5e3}"#
    let bytes = Array(second.utf8)
    for end in 0..<bytes.count {
      let cut = String(decoding: bytes[..<end], as: UTF8.self)
      try folder.telegram(first + cut, after: "")
      let contents = try folder.read()
      #expect(contents.messages.map(\.plainText) == ["kept"], "\(end)")
      #expect(contents.problems.count == 1, "\(end)")
      #expect(contents.problems.first?.contains("cut off") == true, "\(end)")
    }
  }

  @Test(arguments: [
    (#""text":"plain""#, "plain"),
    (
      #""text":["see ",{"type":"text_link","text":"this","href":"https://e.org/"}]"#,
      "see this {text_link:this}"
    ),
    (#""text":"older","text_entities":[{"type":"bold","text":"newer"}]"#, "newer {bold:newer}"),
    (#""text":"only text","text_entities":[]"#, "only text"),
    (
      #""text":"","text_entities":[{"type":"plain","text":"é "},{"type":"pre","text":"x","language":"c"},{"type":"odd","text":"!"}]"#,
      "é x! {pre:x} {odd:!}"
    ),
    (
      #""text":[{"type":"blockquote","text":"q","collapsed":true},{"type":"phone","text":"1"}]"#,
      "q1 {expandable_blockquote:q} {phone_number:1}"
    ),
  ])
  func `texts are read in both forms`(fields: String, expected: String) throws {
    let messages = try folder.messages(#"{"id":1,"type":"message",\#(fields)}"#)
    #expect(messages.map(\.marked) == [expected])
  }

  @Test func `text and its entities give the same message`() throws {
    let parts = #"["see ",{"type":"bold","text":"b"}," end"]"#
    let entities =
      #"[{"type":"plain","text":"see "},{"type":"bold","text":"b"},{"type":"plain","text":" end"}]"#
    let messages = try folder.messages(
      #"{"id":1,"type":"message","text":\#(parts)},{"id":1,"type":"message","text":"","text_entities":\#(entities)}"#
    )
    #expect(messages[0].text == messages[1].text)
  }

  @Test func `unknown types and actions survive`() throws {
    let messages = try folder.messages(
      """
      {"id":1,"type":"unsupported"},{"id":2,"type":"new","text":"t","odd":{"x":[1]}},
      {"id":3,"type":"service","actor":"Ada","action":"brand_new_thing"},
      {"id":4,"type":"service","information_text":"Told by hand"},
      {"id":5,"type":"message","rich_message":{"blocks":[{"type":"hologram","text":{"type":"glow","text":{"type":"plain","text":"shown"}}}]}}
      """)
    #expect(messages.count == 5)
    #expect(messages[0].service != nil)
    #expect(messages[1].plainText == "t")
    #expect(messages[2].service == "Ada: brand new thing")
    #expect(messages[3].service == "Told by hand")
    #expect(messages[4].plainText.contains("shown"))
  }

  @Test func `the strings for missing files are recognized`() throws {
    let texts = [
      "(File not included. Change data exporting settings to download.)",
      "clip.mp4 (File exceeds maximum size. Change data exporting settings to download.)",
      "(File unavailable, please try again later)",
    ]
    let messages = try folder.messages(
      texts.enumerated().map {
        #"{"id":\#($0 * 5),"type":"message","photo":"\#($1)","width":800,"height":600}"#
      }.joined(separator: ","))
    let media = messages.compactMap(\.media.first)
    #expect(media.map(\.absence) == [.notIncluded, .tooLarge, .unavailable])
    #expect(media.map(\.name) == [nil, "clip.mp4", nil])
    #expect(media.allSatisfy { $0.path == nil && $0.width == 800 && $0.height == 600 })
  }

  @Test(arguments: [
    "../secret.png", "/etc/passwd", "a/../../b.png", #"C:\\x.png"#, #"..\\b.png"#, "a\\u0000b",
  ])
  func `a path that leaves the folder is refused`(path: String) throws {
    let messages = try folder.messages(#"{"id":1,"type":"message","photo":"\#(path)"}"#)
    #expect(messages[0].media.first?.path == nil)
    #expect(messages[0].media.first?.absence == .refused)
  }

  @Test func `a link out of the folder is not followed`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.directory.file("photo.jpg"), withDestinationPath: "/etc/hostname")
    try folder.telegram(#"{"id":1,"type":"message","photo":"photo.jpg"}"#)
    let export = try Export(path: folder.directory.path)
    #expect(throws: (any Error).self) { _ = try export.scope.open("photo.jpg") }
    try FileManager.default.removeItem(atPath: folder.directory.file("result.json"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.directory.file("result.json"), withDestinationPath: "/etc/hostname")
    #expect(throws: ExportError.self) { _ = try Export(path: folder.directory.path) }
  }

  @Test func `senders without a name and negative numbers are kept`() throws {
    let messages = try folder.messages(
      #"{"id":-999999995,"type":"message","from":null,"from_id":"user9","text":"a"},{"id":-999999994,"type":"message","from_id":4,"reply_to_message_id":-999999995,"text":"b"}"#
    )
    #expect(messages[0].id == .number(-999_999_995))
    #expect(messages[0].sender == ExportedPerson(id: "user9", name: nil))
    #expect(messages[0].sender?.shownName == "Deleted Account")
    #expect(messages[1].replyTo == .number(-999_999_995))
    #expect(messages[1].sender?.id == "user4")
  }

  @Test func `seconds since 1970 are preferred to local times`() throws {
    let messages = try folder.messages(
      #"{"id":1,"type":"message","date":"2026-03-01T09:05:07","date_unixtime":"1772355907","text":"a"},{"id":2,"type":"message","date":"2026-03-01T09:05:07","text":"b"},{"id":3,"type":"message","date":"2026-13-41T99:05:07","text":"c"}"#
    )
    #expect(messages.map(\.date) == [1_772_355_907, 1_772_355_907, nil])
    #expect(messages.map(\.isLocalDate) == [false, true, false])
  }

  @Test func `an account has its conversations in order`() throws {
    func chat(_ name: String, _ id: Int) -> String {
      #"{"name":\#(name),"type":"personal_chat","id":\#(id),"messages":[{"id":1,"type":"message","text":"\#(id)"}]}"#
    }
    try folder.directory.write(
      #"{"about":"x","contacts":{"list":[{"name":"n","messages":3}]},"chats":{"about":"","list":[\#(chat("\"A\"", 1)),\#(chat("null", 2))]},"left_chats":{"about":"","list":[\#(chat("\"C\"", 3))]}}"#,
      to: "result.json")
    let contents = try folder.read()
    #expect(contents.chats.map(\.id) == ["1", "2", "3"])
    #expect(contents.chats.map(\.shownTitle) == ["A", "Conversation 2", "C"])
    #expect(contents.messages.map(\.plainText) == ["1", "2", "3"])
    #expect(contents.problems == [])
  }

  @Test func `reading continues at every position`() throws {
    for isAccount in [false, true] {
      let list = (1...6).map { #"{"id":\#($0 * 3),"type":"message","text":"m\#($0)"}"# }
        .joined(separator: ",\n")
      let chat = #"{"name":"A","type":"t","id":4,"messages":[\#(list)]}"#
      try folder.directory.write(
        isAccount ? #"{"chats":{"list":[\#(chat),\#(chat)]}}"# : chat, to: "result.json")
      let whole = try folder.read()
      let reader = try Export(path: folder.directory.path).reader()
      var count = 0
      while let item = try reader.next() {
        if case .message = item { count += 1 }
        let rest = try folder.read(at: reader.position)
        let expected = Array(whole.messages[count...])
        #expect(rest.messages == expected, "\(count)")
      }
      #expect(count == (isAccount ? 12 : 6))
    }
  }

  @Test func `topics are inferred from replies`() throws {
    let messages = try folder.messages(
      """
      {"id":1,"type":"message","text":"general"},
      {"id":2,"type":"service","actor":"A","action":"topic_created","title":"T"},
      {"id":3,"type":"message","reply_to_message_id":2,"text":"in"},
      {"id":4,"type":"message","reply_to_message_id":3,"text":"answer"},
      {"id":5,"type":"message","reply_to_message_id":1,"text":"out"}
      """)
    var tracker = TopicTracker()
    let placed = messages.map { message in
      var message = message
      tracker.place(&message)
      return message
    }
    #expect(placed.map(\.topic) == [nil, .number(2), .number(2), .number(2), nil])
    #expect(placed.map(\.replyTo) == [nil, nil, nil, .number(3), .number(1)])
  }

  @Test func `pictures of one second are an album of at most ten`() throws {
    func photos(_ count: Int, _ more: String = "") -> String {
      (1...count).map {
        #"{"id":\#($0),"type":"message","date_unixtime":"9","from_id":"user1","photo":"p\#($0).jpg"\#($0 == 2 ? #","text":"caption""# : more)}"#
      }.joined(separator: ",")
    }
    let ten = try folder.messages(photos(10))
    #expect(ten.map(\.media.count) == [10])
    #expect(ten[0].plainText == "caption")
    #expect(ten[0].albumIDs == (2...10).map { .number($0) })
    let eleven = try folder.messages(photos(11))
    #expect(eleven.map(\.media.count) == [10, 1])
    let texts = try folder.messages(photos(3, #","text":"own""#))
    #expect(texts.map(\.media.count) == [1, 1, 1])
  }

  @Test func `an invoice in a string is read`() throws {
    let messages = try folder.messages(
      #"{"id":1,"type":"message","text":"","invoice_information":"{\"title\":\"Book\",\"amount\":1250,\"currency\":\"EUR\"}"}"#
    )
    #expect(messages[0].plainText == "Invoice: Book, 12.50 EUR")
  }

  @Test func `polls, places and contacts are texts`() throws {
    let messages = try folder.messages(
      """
      {"id":1,"type":"message","text":"","poll":{"question":["Q",{"type":"bold","text":"?"}],"closed":true,"total_voters":2,"answers":[{"text":"A","voters":2,"chosen":true}]}},
      {"id":2,"type":"message","text":"","location_information":{"latitude":1.5,"longitude":-2},"place_name":"P"},
      {"id":3,"type":"message","text":"","contact_information":{"first_name":"F","last_name":"","phone_number":"+1"}}
      """)
    #expect(
      messages.map(\.plainText) == [
        "Closed poll: Q?\n● A — 2\nVotes: 2", "Location: P (1.5,-2.0)", "Contact: F, +1",
      ])
  }

  @Test func `a message that is too large or too deep is left out alone`() throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let large = String(repeating: "x", count: 17 << 20)
    let contents = try {
      try folder.telegram(
        #"{"id":1,"type":"message","x":\#(deep)},{"id":2,"type":"message","text":"\#(large)"},{"id":3,"type":"message","text":"kept"}"#
      )
      return try folder.read()
    }()
    #expect(contents.messages.map(\.plainText) == ["kept"])
    #expect(contents.problems.count == 2)
  }

  @Test func `the first 1,000 problems are kept, and all are counted`() throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    for count in [999, 1_000, 1_001] {
      let bad = Array(repeating: #"{"id":1,"type":"message","x":\#(deep)}"#, count: count)
      try folder.telegram(bad.joined(separator: ","))
      let reader = try Export(path: folder.directory.path).reader()
      while try reader.next() != nil {}
      #expect(reader.diagnostics.count == count)
      #expect(reader.diagnostics.first.count == min(count, 1_000))
    }
  }

  @Test func `a syntax error in a message does not lose the others`() throws {
    let messages = try folder.messages(
      #"{"id":1,"type":"message","text":"a"},{"id":2,"text":],{"id":3},{"id":4,"type":"message","text":"d"}"#
        .replacingOccurrences(of: #"{"id":2,"text":],"#, with: #"{"id":2,"text":},"#))
    #expect(messages.map(\.id) == [.number(1), .number(3), .number(4)])
  }
}
