import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct MessagePartTests {
  @Test(arguments: [
    (0..<3, "[bold ab ]"), (1..<2, "[bold b]"), (0..<4, "[bold ab [custom_emoji xy]]"),
    (4..<5, "[bold [custom_emoji xy]]"), (3..<4, "[bold [custom_emoji xy]]"),
    (5..<13, " [url a.com] x"), (6..<9, "a.c"), (12..<14, "x[text_link y]"), (15..<99, ""),
    (-5..<1, "[bold a]"), (4..<4, ""), (13..<14, "[text_link y]"), (0..<99, all),
  ])
  func `a part contains the selected text and applicable entities`(
    range: Range<Int>, expected: String
  ) {
    let message = Message(
      "ab xy a.com xyz",
      entities: [
        MessageEntity(.bold, in: 0..<5), MessageEntity(.customEmoji(id: "1"), in: 3..<5),
        MessageEntity(.url, in: 6..<11), MessageEntity(.textLink(url: "u"), in: 13..<15),
      ])
    #expect(marked(message.part(range)) == expected)
  }

  private static let all = "[bold ab [custom_emoji xy]] [url a.com] x[text_link yz]"

  @Test(arguments: 0..<250)
  func `adjacent parts concatenate to the whole text`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let message = MessageFuzzer.message(using: &random)
    let count = message.text.utf8.count
    let all = message.part(0..<count)
    #expect(all.text.utf8.elementsEqual(message.text.utf8))
    #expect(all.entities == NormalizedEntities(message.entities, in: message.text).entities)
    let edge = message.text.unicodeScalars.indices.randomElement(using: &random)
    guard let edge else { return }
    let offset = message.text.utf8.distance(from: message.text.startIndex, to: edge)
    let isInEmoji = all.entities.contains {
      if case .customEmoji = $0.kind {
        $0.range.contains(offset) && $0.range.lowerBound < offset
      } else {
        false
      }
    }
    let joined = message.part(0..<offset).text + message.part(offset..<count).text
    #expect(isInEmoji || joined.utf8.elementsEqual(message.text.utf8))
  }

  @Test func `a part keeps the message's language and direction but not its identifier`() {
    var message = Message("abc")
    message.id = .number(1)
    message.language = "de"
    message.direction = .rightToLeft
    let part = message.part(1..<2)
    #expect(part.language == "de" && part.direction == .rightToLeft && part.id == nil)
  }

  @Test(arguments: 0..<300)
  func `messages survive a round trip through JSON`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var message = MessageFuzzer.message(using: &random)
    message.id = seed % 2 == 0 ? .number(Int(seed)) : .string("\"\(seed)\n")
    message.width = 12.5
    message.size = 17
    message.language = "he"
    message.direction = .leftToRight
    message.maximumLines = 3
    let back = try Message(json: message.json(revealed: .all))
    #expect(back.text.utf8.elementsEqual(message.text.utf8))
    #expect(
      NormalizedEntities(back.entities, in: back.text)
        == NormalizedEntities(message.entities, in: message.text))
    #expect(back.json(revealed: .all) == message.json(revealed: .all))
    var same = back
    same.entities = message.entities
    #expect(same == message)
  }

  @Test func `fields of specific entity types survive a round trip through JSON`() throws {
    let entities: [MessageEntity] = [
      MessageEntity(.dateTime(unix: 5, format: MessageEntity.DateTimeFormat("r")), in: 0..<1),
      MessageEntity(.pre(language: "c"), in: 0..<1),
      MessageEntity(.textLink(url: "u\"\\"), in: 0..<1),
      MessageEntity(.textMention(user: 3), in: 0..<1),
      MessageEntity(.customEmoji(id: "9"), in: 0..<1),
      MessageEntity(.dateTime(unix: -7, format: nil), in: 0..<1),
    ]
    #expect(
      try Message(json: Message("x", entities: entities).json(revealed: .all)).entities == entities)
  }

  @Test(arguments: [
    ("\"date_time\"", "\"entities[0].unix_time\" is missing"),
    (
      "\"date_time\",\"unix_time\":1,\"date_time_format\":\"TD\"",
      "\"entities[0].date_time_format\" is TD, but must be r, or any of w, d or D, t or T, in this order"
    ),
    (
      "\"date_time\",\"unix_time\":1.5",
      "\"entities[0].unix_time\" must be an integer, but is the number 1.5"
    ),
    ("\"custom_emoji\"", "\"entities[0].custom_emoji_id\" is missing"),
  ])
  func `a missing or invalid entity field is named in the error`(
    fields: String, description: String
  ) {
    let error = #expect(throws: MessageError.self) {
      try Message(
        json: "{\"text\":\"a\",\"entities\":[{\"offset\":0,\"length\":1,\"type\":\(fields)}]}")
    }
    #expect(error?.description == description)
  }

  @Test(arguments: ["r", "w", "d", "D", "t", "T", "wd", "wDT", "dt", "wT"])
  func `a date format accepts only the Bot API's letter combinations`(letters: String) {
    #expect(MessageEntity.DateTimeFormat(letters)?.letters == letters)
    for wrong in [
      "", "r" + letters, letters + "w", letters + "x", " " + letters,
      letters.uppercased() + letters,
    ] {
      #expect(MessageEntity.DateTimeFormat(wrong) == nil, "\(wrong)")
    }
  }
}
