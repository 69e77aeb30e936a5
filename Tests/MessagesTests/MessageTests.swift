import GalleyMessages
import GalleyTypesetting
import Testing

@Suite struct MessageTests {
  @Test func `known fields are read, and unknown ones are ignored`() throws {
    let message = try Message(
      json: """
        {"id":"a7","text":"hi","entities":[],"width":120.5,"lang":"zh-Hant","dir":"rtl","size":20,
        "maxLines":3,"later":{"x":[1]}}
        """)
    #expect(message.id == .string("a7"))
    #expect(message.text == "hi")
    #expect(message.width == 120.5)
    #expect(message.language == "zh-Hant")
    #expect(message.direction == .rightToLeft)
    #expect(message.size == 20)
    #expect(message.maximumLines == 3)
  }

  @Test func `all fields but the text may be missing or null`() throws {
    let message = try Message(json: #"{"text":"","id":null,"width":null,"entities":null}"#)
    #expect(message == Message(""))
  }

  @Test func `every entity type is read`() throws {
    let types = [
      "bold", "italic", "underline", "strikethrough", "spoiler", "code", "pre", "text_link", "url",
      "mention", "hashtag", "cashtag", "bot_command", "email", "phone_number", "text_mention",
      "blockquote", "expandable_blockquote", "custom_emoji", "something_new",
    ]
    let entities = types.map {
      #"{"type":"\#($0)","offset":0,"length":1,"url":"u","custom_emoji_id":"5","user":{"id":9}}"#
    }
    let message = try Message(
      json: #"{"text":"x","entities":[\#(entities.joined(separator: ","))]}"#)
    #expect(message.entities.map(\.kind.name) == types)
    #expect(message.entities.contains(MessageEntity(.textLink(url: "u"), in: 0..<1)))
    #expect(message.entities.contains(MessageEntity(.textMention(user: 9), in: 0..<1)))
    #expect(message.entities.contains(MessageEntity(.customEmoji(id: "5"), in: 0..<1)))
  }

  @Test(arguments: [
    ("aé漢😀z", 0, 1, 0..<1), ("aé漢😀z", 1, 1, 1..<3), ("aé漢😀z", 2, 1, 3..<6), ("aé漢😀z", 3, 2, 6..<10),
    ("aé漢😀z", 5, 1, 10..<11), ("aé漢😀z", 0, 6, 0..<11), ("😀😀", 2, 2, 4..<8),
  ])
  func `UTF-16 offsets convert to UTF-8 offsets`(
    text: String, offset: Int, length: Int, expected: Range<Int>
  ) throws {
    let message = try Message(json: json(text, offset: "\(offset)", length: "\(length)"))
    #expect(message.entities.map(\.range) == [expected])
  }

  @Test(arguments: 0..<64)
  func `converted offsets match those of Swift strings`(seed: UInt64) throws {
    var random = seed
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    let text = String((0..<20).map { _ in ["a", "é", "漢", "😀", "\n"][next(5)] }.joined())
    var boundaries = text.unicodeScalars.indices.map { $0 }
    boundaries.append(text.endIndex)
    var expected: [Range<Int>] = []
    var entities: [String] = []
    for _ in 0..<8 {
      let first = next(boundaries.count - 1)
      let last = first + 1 + next(boundaries.count - 1 - first)
      let (lower, upper) = (boundaries[first], boundaries[last])
      expected.append(text.utf8Offset(lower)..<text.utf8Offset(upper))
      let offset = lower.utf16Offset(in: text)
      entities.append(
        #"{"type":"bold","offset":\#(offset),"length":\#(upper.utf16Offset(in: text) - offset)}"#)
    }
    let escaped = text.replacing("\n", with: "\\n")
    let message = try Message(
      json: #"{"text":"\#(escaped)","entities":[\#(entities.joined(separator: ","))]}"#)
    #expect(message.entities.map(\.range) == expected)
  }

  @Test(arguments: [
    ("-1", "1", "offset", -1), ("5", "1", "offset", 5), ("5", "0", "offset", 5),
    ("0", "-2", "length", -2), ("2", "3", "length", 3),
    ("1", "9223372036854775807", "length", .max),
  ])
  func `an entity out of the text's bounds throws an error`(
    offset: String, length: String, field: String, value: Int
  ) {
    #expect(
      throws: MessageError.entityOutOfBounds(index: 1, field: field, value: value, textLength: 4)
    ) {
      try Message(
        json: """
          {"text":"abcd","entities":[{"type":"bold","offset":0,"length":1},
          {"type":"bold","offset":\(offset),"length":\(length)}]}
          """)
    }
  }

  @Test(arguments: [0, 1, 2, 4])
  func `an empty entity is dropped`(offset: Int) throws {
    let message = try Message(
      json: """
        {"text":"😀😀","entities":[{"type":"bold","offset":0,"length":2},
        {"type":"italic","offset":\(offset),"length":0},{"type":"bold","offset":2,"length":2}]}
        """)
    #expect(message.entities.map(\.range) == [0..<4, 4..<8])
  }

  @Test func `an entity that splits a surrogate pair throws an error`() {
    #expect(throws: MessageError.entitySplitsCharacter(index: 0, field: "offset", value: 1)) {
      try Message(json: json("😀😀", offset: "1", length: "3"))
    }
    #expect(throws: MessageError.entitySplitsCharacter(index: 0, field: "length", value: 3)) {
      try Message(json: json("😀😀", offset: "0", length: "3"))
    }
  }

  @Test(arguments: [
    (#"{"text":3}"#, #""text" must be a string, but is the number 3"#),
    (#"{}"#, #""text" is missing"#),
    (#"[]"#, #""message" must be an object, but is an array"#),
    (#"{"text":"","width":-1}"#, #""width" is -1, but must be from 0 to 1000000000"#),
    (#"{"text":"","width":1e999}"#, #""width" is inf, but must be from 0 to 1000000000"#),
    (#"{"text":"","size":0}"#, #""size" is 0, but must be from 0.01 to 4096"#),
    (#"{"text":"","dir":"up"}"#, #""dir" is up, but must be "auto", "ltr" or "rtl""#),
    (#"{"text":"","lang":"a b"}"#, #""lang" is a b, but must be a language tag such as zh-Hant"#),
    (#"{"text":"","maxLines":0}"#, #""maxLines" is 0, but must be 1 or more"#),
    (#"{"text":"","id":1.5}"#, #""id" must be a string or an integer, but is the number 1.5"#),
    (#"{"text":"","entities":{}}"#, #""entities" must be an array, but is an object"#),
    (#"{"text":"","entities":[3]}"#, #""entities[0]" must be an object, but is the number 3"#),
    (#"{"text":"","entities":[{}]}"#, #""entities[0].type" is missing"#),
    (
      #"{"text":"a","entities":[{"type":"bold","offset":0.5,"length":1}]}"#,
      #""entities[0].offset" must be an integer, but is the number 0.5"#
    ),
    (
      #"{"text":"a","entities":[{"type":"text_link","offset":0,"length":1}]}"#,
      #""entities[0].url" is missing"#
    ),
    (#"{"text":"\ud800"}"#, "invalid JSON: unpaired surrogate in an escape sequence (byte 9)"),
  ])
  func `errors describe the invalid or missing field`(json: String, description: String) {
    let error = #expect(throws: MessageError.self) { try Message(json: json) }
    #expect(error?.description == description)
  }

  @Test func `invalid UTF-8 throws an error with its byte offset`() {
    #expect(throws: MessageError.invalidUTF8(byte: 9)) {
      try Message(json: Array(#"{"text":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8))
    }
  }

  @Test func `an otherwise invalid message still has a readable identifier`() {
    #expect(Message.id(ofJSON: Array(#"{"id":7,"text":3}"#.utf8)) == .number(7))
    #expect(Message.id(ofJSON: Array(#"{"id":7"#.utf8)) == nil)
  }

  private func json(_ text: String, offset: String, length: String) -> String {
    #"{"text":"\#(text)","entities":[{"type":"bold","offset":\#(offset),"length":\#(length)}]}"#
  }
}

extension String {
  fileprivate func utf8Offset(_ index: Index) -> Int { self[..<index].utf8.count }
}
