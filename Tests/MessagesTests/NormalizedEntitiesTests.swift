import GalleyMessages
import TestSupport
import Testing

@Suite struct NormalizedEntitiesTests {
  /// The rules in the table at `NormalizedEntities`, with the text "0123456789".
  @Test(arguments: [
    ("bold -3-4", "bold 0-4"), ("bold 6-99", "bold 6-10"), ("bold 4-4", ""), ("bold 12-14", ""),
    ("bold 0-4, bold 2-6", "bold 0-6"), ("bold 0-4, bold 4-6", "bold 0-6"),
    ("spoiler 3-5, spoiler 0-4", "spoiler 0-5"), ("code 0-2, code 2-4", "code 0-4"),
    ("bold 0-4, italic 2-6", "bold 0-4, italic 2-6"),
    ("bold 2-4, custom_emoji 3-6", "bold 2-6, custom_emoji 3-6"),
    ("text_link 0-4, custom_emoji 3-6", "text_link 0-6, custom_emoji 3-6"),
    ("code 0-6, pre 4-8", "code 0-4, pre 4-8"), ("code 4-6, pre 4-8", "pre 4-8"),
    ("blockquote 0-4, blockquote 2-6", "blockquote 0-6"),
    ("blockquote 0-8, blockquote 2-6", "blockquote 0-8, blockquote 2-6"),
    ("blockquote 2-6, blockquote 0-8", "blockquote 0-8, blockquote 2-6"),
    ("blockquote 0-4, pre 2-6", "blockquote 0-6, pre 2-6"),
    ("pre 0-4, blockquote 2-6", "pre 0-4, blockquote 4-6"),
    ("pre 0-4, blockquote 1-8, blockquote 2-6", "pre 0-4, blockquote 4-8"),
    ("pre 0-4, blockquote 2-4", "pre 0-4"), ("pre 0-4, pre 2-6", "pre 0-6"),
    ("pre 0-6, pre 2-4", "pre 0-6"), ("pre 0-4, blockquote 0-4", "blockquote 0-4, pre 0-4"),
    ("text_link 0-4, text_link 2-6", "text_link 0-4, text_link 4-6"),
    ("text_link 0-4, text_mention 1-3", "text_link 0-4"),
    (
      "text_link 0-6, blockquote 2-4", "text_link 0-2, blockquote 2-4, text_link 2-4, text_link 4-6"
    ),
    ("url 0-4, text_link 3-6", "text_link 3-6"), ("url 0-4, mention 3-6", "url 0-4"),
    ("url 0-6, blockquote 2-8", "blockquote 2-8"),
    ("custom_emoji 0-4, custom_emoji 2-6", "custom_emoji 0-4"),
    ("custom_emoji 0-4, blockquote 2-6", "blockquote 2-6"),
    ("bold 0-4, text_link 0-4, blockquote 0-4", "blockquote 0-4, text_link 0-4, bold 0-4"),
    ("bold 0-9, code 2-4, italic 3-5", "bold 0-9, code 2-4, italic 3-5"),
    ("bold 2-4, pre 0-8", "pre 0-8, bold 2-4"), ("later 1-3", "later 1-3"),
  ])
  func `overlaps are resolved by the documented rules`(given: String, expected: String) throws {
    let normal = NormalizedEntities(try entities(given), in: "0123456789")
    #expect(normal.entities.map(name).joined(separator: ", ") == expected)
  }

  @Test func `a boundary within a character moves to its start`() {
    let normal = NormalizedEntities([MessageEntity(.bold, in: 1..<4)], in: "é漢x")
    #expect(normal.entities == [MessageEntity(.bold, in: 0..<2)])
    #expect(NormalizedEntities([MessageEntity(.bold, in: 3..<4)], in: "é漢x").entities.isEmpty)
  }

  @Test func `a block excludes trailing line breaks`() {
    let quote = MessageEntity.Kind.blockquote(isExpandable: false)
    let text = "ab\r\n\ncd\n"
    let normal = NormalizedEntities(
      [MessageEntity(quote, in: 0..<5), MessageEntity(.pre(language: nil), in: 5..<8)], in: text)
    #expect(normal.entities.map(\.range) == [0..<2, 5..<7])
    #expect(NormalizedEntities([MessageEntity(quote, in: 2..<5)], in: text).entities.isEmpty)
  }

  @Test func `a split quotation does not begin with a line break`() {
    let quote = MessageEntity.Kind.blockquote(isExpandable: false)
    let text = "ab\r\ncd\n"
    func ranges(_ end: Int) -> [Range<Int>] {
      let code = MessageEntity(.pre(language: nil), in: 0..<2)
      return NormalizedEntities([code, MessageEntity(quote, in: 1..<end)], in: text)
        .entities.map(\.range)
    }
    #expect(ranges(6) == [0..<2, 4..<6])
    #expect(ranges(4) == [0..<2])
  }

  @Test func `blocks nest at most 16 levels deep`() {
    let quotes = (0..<40).map { MessageEntity(.blockquote(isExpandable: false), in: $0..<100 - $0) }
    let normal = NormalizedEntities(quotes, in: String(repeating: "a", count: 100))
    #expect(normal.entities.count == 16)
  }

  @Test(arguments: 0..<300)
  func `normalization is idempotent`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let message = MessageFuzzer.message(using: &random)
    let once = NormalizedEntities(message.entities, in: message.text)
    #expect(NormalizedEntities(once.entities, in: message.text) == once)
    #expect(
      NormalizedEntities(once.entities.shuffled(using: &random), in: message.text).entities.count
        == once.entities.count)
    for entity in once.entities {
      #expect(!entity.range.isEmpty && entity.range.upperBound <= message.text.utf8.count)
    }
  }

  @Test(arguments: 0..<200)
  func `normalization preserves every character's styles`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let message = MessageFuzzer.message(using: &random)
    let normal = NormalizedEntities(message.entities, in: message.text)
    let kinds: [MessageEntity.Kind] = [.bold, .italic, .underline, .strikethrough, .spoiler]
    for index in message.text.unicodeScalars.indices {
      let offset = message.text.utf8.distance(from: message.text.startIndex, to: index)
      let last = offset + String(message.text.unicodeScalars[index]).utf8.count - 1
      for kind in kinds {
        let isAsked = message.entities.contains {
          $0.kind == kind && $0.range.contains(offset) && $0.range.upperBound > last
        }
        let isGiven = normal.entities.contains { $0.kind == kind && $0.range.contains(offset) }
        #expect(isGiven || !isAsked, "\(kind) at \(offset)")
      }
    }
  }

  @Test func `normalization time stays bounded for many entities`() {
    let count = 30_000
    let text = String(repeating: "a", count: 2 * count)
    let kinds: [MessageEntity.Kind] = [
      .blockquote(isExpandable: false), .pre(language: nil), .textLink(url: "u"), .bold, .url,
      .customEmoji(id: "1"),
    ]
    expectTime(below: 10) {
      for kind in kinds {
        let stairs = (0..<count).map { MessageEntity(kind, in: $0..<$0 + count) }
        let nested = (0..<count).map { MessageEntity(kind, in: $0..<2 * count - $0) }
        #expect(NormalizedEntities(stairs, in: text).entities.count <= count)
        #expect(NormalizedEntities(nested, in: text).entities.count <= 16)
      }
    }
  }

  /// Reads "bold 0-4, pre 2-6".
  private func entities(_ text: String) throws -> [MessageEntity] {
    try text.split(separator: ", ").map { part in
      let match = try #require(part.wholeMatch(of: /(\w+) (-?\d+)-(\d+)/))
      let range = try #require(Int(match.2))..<(try #require(Int(match.3)))
      return MessageEntity(kind(String(match.1)), in: range)
    }
  }

  private func kind(_ name: String) -> MessageEntity.Kind {
    switch name {
    case "bold": .bold
    case "italic": .italic
    case "spoiler": .spoiler
    case "code": .code
    case "url": .url
    case "mention": .mention
    case "pre": .pre(language: nil)
    case "blockquote": .blockquote(isExpandable: false)
    case "text_link": .textLink(url: "u")
    case "text_mention": .textMention(user: 1)
    case "custom_emoji": .customEmoji(id: "1")
    default: .other(name)
    }
  }

  private func name(_ entity: MessageEntity) -> String {
    "\(entity.kind.name) \(entity.range.lowerBound)-\(entity.range.upperBound)"
  }
}
