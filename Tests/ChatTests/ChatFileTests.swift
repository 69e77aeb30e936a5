@testable import GalleyChat
import GalleyImages
import GalleyMessages
import TestSupport
import Testing

struct ChatFileTests {
  private func chat(_ json: String) throws(ChatError) -> Chat {
    try Chat(json: Array(json.utf8))
  }

  @Test func `a chat is a list of messages or an object with messages`() throws {
    let list = try chat(#"[{"sender":"Ada","text":"Hi"}]"#)
    let object = try chat(#"{"messages":[{"sender":"Ada","text":"Hi"}]}"#)
    #expect(list == object)
    #expect(list.messages.first?.sender == "Ada")
    #expect(list.messages.first?.message.text == "Hi")
  }

  @Test func `a reply with a preview may be to a message that is not in the file`() throws {
    let json = #"""
      [{"sender":"A","text":"a","reply_to":4,"reply_preview":{"sender":"B","text":"b"}}]
      """#
    #expect(try chat(json).messages[0].replyTo == .number(4))
  }

  @Test func `a thumbnail has at most 65,536 bytes of Base64`() throws {
    func read(_ count: Int) throws -> Chat {
      let thumbnail = String(repeating: "A", count: count)
      return try chat(
        #"[{"sender":"A","images":[{"file":"a","thumbnail":"\#(thumbnail)"}]}]"#)
    }
    #expect(try read(65_536).messages[0].images[0].thumbnail?.count == 49_152)
    #expect(throws: ChatError.self) { try read(65_540) }
  }

  @Test func `all fields of a message are read`() throws {
    let json = #"""
      {"lang": "nb", "time_zone": "Europe/Oslo", "messages": [
        {"id": 1, "sender": "Ada", "text": "Hi", "entities":
          [{"type": "bold", "offset": 0, "length": 2}]},
        {"id": "x", "sender": "Me", "outgoing": true, "date": 5, "reply_to": 1,
         "forwarded_from": "News", "status": "read", "edited": true, "unread": true,
         "quote": {"text": "i", "entities": [{"type": "spoiler", "offset": 0, "length": 1}],
           "position": 1},
         "reply_preview": {"sender": "Ada", "text": "Hi"},
         "reactions": [{"emoji": "👍"}, {"emoji": "🔥", "count": 3, "chosen": true}],
         "link_preview": {"url": "https://a.example", "site_name": "A", "title": "B",
           "description": "C", "image": {"file": "d.png", "width": 5, "height": 4},
           "large_image": true},
         "images": ["a.jpg", {"file": "b.png", "width": 3, "height": 2,
           "thumbnail": "/9j/AA=="}]}
      ]}
      """#
    let chat = try chat(json)
    #expect(chat.language == "nb" && chat.timeZone == "Europe/Oslo")
    #expect(chat.messages[0].message.entities.count == 1)
    let second = chat.messages[1]
    #expect(second.isOutgoing && second.isEdited && second.date == 5)
    #expect(second.replyTo == .number(1) && second.message.id == .string("x"))
    #expect(second.forwardedFrom == "News" && second.status == .read)
    #expect(second.reactions == [Reaction("👍"), Reaction("🔥", count: 3, isChosen: true)])
    var image = ChatImage(path: "b.png", size: PixelSize(width: 3, height: 2))
    image.thumbnail = [0xFF, 0xD8, 0xFF, 0]
    #expect(second.images == [ChatImage(path: "a.jpg"), image])
    var preview = LinkPreview(url: "https://a.example")
    (preview.siteName, preview.title, preview.summary) = ("A", "B", "C")
    preview.image = ChatImage(path: "d.png", size: PixelSize(width: 5, height: 4))
    preview.hasLargeImage = true
    #expect(second.linkPreview == preview && chat.messages[0].linkPreview == nil)
    #expect(second.message.text.isEmpty)
    #expect(second.isUnread && !chat.messages[0].isUnread)
    let quoted = Message("i", entities: [MessageEntity(.spoiler, in: 0..<1)])
    #expect(second.quote == MessageQuote(quoted, position: 1))
    #expect(second.replyPreview == ReplyPreview(Message("Hi"), from: "Ada"))
  }

  @Test(
    arguments: [
      ("", []), ("TQ", [77]), ("TWE=", [77, 97]), ("TWFu", [77, 97, 110]),
      ("+/+/", [0xFB, 0xFF, 0xBF]), ("T", nil), ("TQ=", nil), ("TR==", nil), ("T=Q=", nil),
      ("TWF*", nil), ("====", nil),
    ] as [(String, [UInt8]?)])
  func `Base64 is decoded strictly`(text: String, bytes: [UInt8]?) {
    #expect([UInt8](base64: text) == bytes)
  }

  @Test func `a large custom emoji table is read in linear time`() throws {
    let table = (0..<20_000).map { #""\#($0)":"\#($0).png""# }.joined(separator: ",")
    let json =
      #"{"custom_emoji":{\#(table),"1":"x","2":null},"messages":[{"sender":"A","text":"a"}]}"#
    let chat = try expectTime(below: 1) { try self.chat(json) }
    guard case .files(let files) = chat.customEmoji else { return #expect(Bool(false)) }
    #expect(files.count == 20_000 && files["1"] == "x" && files["19999"] == "19999.png")
  }

  @Test func `service messages need no sender`() throws {
    let chat = try chat(
      #"[{"service":true,"text":"Ada came","date":5},{"service":true,"text":"a","sender":"Ada"},"#
        + #"{"sender":"Bo","text":"b"}]"#)
    #expect(chat.messages.map(\.isService) == [true, true, false])
    #expect(chat.messages.map(\.sender) == ["", "Ada", "Bo"])
    #expect(chat.messages[0].date == 5)
    #expect(!chat.isGroup)
  }

  @Test func `custom emoji images are given by a folder or by individual files`() throws {
    let message = #""messages":[{"sender":"A","text":"a"}]"#
    #expect(try chat("{\(message)}").customEmoji == nil)
    #expect(try chat(#"{"custom_emoji":"emoji",\#(message)}"#).customEmoji == .folder("emoji"))
    #expect(
      try chat(#"{"custom_emoji":{"1":"a.png","x":"b.webp"},\#(message)}"#).customEmoji
        == .files(["1": "a.png", "x": "b.webp"]))
  }

  @Test(arguments: [
    (
      #"{"custom_emoji":3,"messages":[]}"#,
      "\"custom_emoji\" must be a folder name or an object, but is the number 3"
    ),
    (
      #"{"custom_emoji":{"7":1},"messages":[]}"#,
      "\"custom_emoji.7\" must be a string, but is the number 1"
    ),
    (#"[{"service":true}]"#, "message 1: \"text\" is missing"),
    (
      #"[{"service":1,"text":"a"}]"#,
      "message 1: \"service\" must be true or false, but is the number 1"
    ),
    (#"3"#, "expected a list of messages or an object with \"messages\", but found the number 3"),
    (#"{}"#, "\"messages\" is missing"),
    (#"[]"#, "\"messages\" is a list of 0, but must be a list of 1 to 10000"),
    (#"{"lang":"x","messages":[]}"#, "\"lang\" is x, but must be a language tag such as zh-Hant"),
    (
      #"{"time_zone":"Moon","messages":[]}"#,
      "\"time_zone\" is Moon, but must be a time zone such as Europe/Oslo"
    ),
    (#"[7]"#, "message 1: \"message\" must be an object, but is the number 7"),
    (#"[{"sender":"A"}]"#, "message 1: \"text\" is missing"),
    (#"[{"text":"a"}]"#, "message 1: \"sender\" is missing"),
    (#"[{"sender":"","text":"a"}]"#, "message 1: \"sender\" is empty, but must be a name"),
    (
      #"[{"sender":"A","text":"a","outgoing":1}]"#,
      "message 1: \"outgoing\" must be true or false, but is the number 1"
    ),
    (
      #"[{"sender":"A","text":"a","date":"now"}]"#,
      "message 1: \"date\" must be an integer, but is a string"
    ),
    (
      #"[{"sender":"A","text":"a","status":"gone"}]"#,
      "message 1: \"status\" is gone, but must be \"sending\", \"sent\", \"read\" or \"failed\""
    ),
    (
      #"[{"sender":"A","text":"a","reply_to":4}]"#,
      "message 1: \"reply_to\" is 4, but must be the id of an earlier message"
    ),
    (
      #"[{"sender":"A","text":"a","quote":{"text":"b"}}]"#,
      "message 1: \"reply_to\" is missing"
    ),
    (
      #"[{"sender":"A","text":"a","reply_preview":{"text":"b"}}]"#,
      "message 1: \"reply_preview.sender\" is missing"
    ),
    (
      #"[{"id":1,"sender":"A","text":"a"},{"sender":"A","text":"a","reply_to":1,"quote":"b"}]"#,
      "message 2: \"quote\" must be an object, but is a string"
    ),
    (
      #"[{"sender":"A","text":"a","id":4},{"sender":"A","text":"a","id":4}]"#,
      "message 2: \"id\" is 4, but must be unique"
    ),
    (
      #"[{"sender":"A","text":"a","reactions":[{"count":2}]}]"#,
      "message 1: \"reactions[0].emoji\" is missing"
    ),
    (
      #"[{"sender":"A","text":"a","reactions":[{"emoji":"x","count":0}]}]"#,
      "message 1: \"reactions[0].count\" is 0, but must be from 1 to 1000000000"
    ),
    (
      #"[{"sender":"A","images":[{"file":"a","width":2}]}]"#,
      "message 1: \"images[0].height\" is missing"
    ),
    (
      #"[{"sender":"A","text":"a","link_preview":{"title":"b"}}]"#,
      "message 1: \"link_preview.url\" is missing"
    ),
    (
      #"[{"sender":"A","text":"a","link_preview":{"url":"javascript:b"}}]"#,
      "message 1: \"link_preview.url\" is \"javascript:b\", but must be "
        + "an address that can be opened"
    ),
    (
      #"[{"sender":"A","text":"a","link_preview":{"url":"a.b","image":{"file":"a","width":2}}}]"#,
      "message 1: \"link_preview.image.height\" is missing"
    ),
    (
      #"[{"sender":"A","images":[{"file":"a","thumbnail":"AA==="}]}]"#,
      "message 1: \"images[0].thumbnail\" is AA===, but must be a small image file in Base64"
    ),
    (
      #"[{"sender":"A","images":[3]}]"#,
      "message 1: \"images[0]\" must be a file name or an object, but is the number 3"
    ),
    (
      #"[{"sender":"A","text":"a","entities":[{"type":"bold","offset":0,"length":9}]}]"#,
      "message 1: \"entities[0].length\" is 9, outside the text of 1 UTF-16 units"
    ),
  ])
  func `an invalid chat is rejected with a one-line reason`(json: String, words: String) {
    do {
      _ = try chat(json)
      Issue.record("\(json) is no chat")
    } catch {
      #expect(error.description == words)
    }
  }

  @Test func `invalid UTF-8 and invalid JSON are rejected`() {
    #expect(throws: ChatError.invalidUTF8(byte: 1)) { try Chat(json: [0x5B, 0xFF]) }
    #expect(throws: ChatError.self) { try Chat(json: Array("[".utf8)) }
  }
}
