import GalleyFonts
import GalleyGeometry
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct MessageAttributedTextTests {
  private let quote = MessageEntity.Kind.blockquote(isExpandable: false)

  @Test func `every combination of styles is preserved`() {
    let kinds: [MessageEntity.Kind] = [.bold, .italic, .code, .underline, .strikethrough]
    for mask in 0..<32 {
      let asked = kinds.indices.filter { mask >> $0 & 1 == 1 }.map { kinds[$0] }
      let message = Message("xay", entities: asked.map { MessageEntity($0, in: 1..<2) })
      let text = message.attributedText()
      let style = text.style(at: 1)
      #expect((style.font.weight == 700) == asked.contains(.bold))
      #expect((style.font.slant == .italic) == asked.contains(.italic))
      #expect((style.font.families.first == "monospace") == asked.contains(.code))
      #expect((style.paint.underline != nil) == asked.contains(.underline))
      #expect((style.paint.strikethrough != nil) == asked.contains(.strikethrough))
      #expect((style.paint.highlight != nil) == asked.contains(.code))
      #expect(text.style(at: 0) == text.baseStyle)
      #expect(text.style(at: 2) == text.baseStyle)
    }
  }

  @Test func `nested blocks keep their languages and collapsibility`() {
    let text = Message(
      "quote\ncode\nmore",
      entities: [
        MessageEntity(.pre(language: "objective c"), in: 6..<10),
        MessageEntity(.blockquote(isExpandable: true), in: 0..<15),
      ]
    ).attributedText()
    #expect(text.blocks.map(\.range) == [0..<15, 6..<10])
    #expect(text.blocks.map(\.isCollapsible) == [true, false])
    #expect(text.blocks.map(\.kind) == [.quote, .code(language: "objective c")])
    #expect(text.blocks.map(\.title) == [nil, "Objective C"])
    #expect(text.parent(ofBlock: 1) == 0)
  }

  @Test(arguments: [(17.0, 14.0), (16, 13), (19, 16), (15, 12)])
  func `Telegram's block scale makes block text three points smaller`(
    size: Double, expected: Double
  ) {
    var theme = MessageTheme()
    theme.blockScale = MessageTheme.telegramBlockScale
    theme.text.font.size = size
    let text = Message("ab", entities: [MessageEntity(quote, in: 0..<1)]).attributedText(
      theme: theme)
    #expect(text.style(at: 0).font.size == expected)
    #expect(text.style(at: 1).font.size == size)
  }

  @Test func `a custom emoji becomes one character, and offsets map across it`() throws {
    let message = Message(
      "a👍🏽b https://c.example",
      entities: [
        MessageEntity(.customEmoji(id: "5"), in: 1..<9), MessageEntity(.bold, in: 3..<10),
        MessageEntity(.url, in: 11..<28),
      ])
    var theme = MessageTheme()
    theme.text.font.size = 17
    let text = message.attributedText(theme: theme)
    #expect(text.string == "a\u{FFFC}b https://c.example")
    let placed = try #require(text.attachments.first)
    #expect(placed.offset == 1)
    #expect(placed.attachment.id == "5")
    #expect(placed.attachment.text == "👍🏽")
    #expect(placed.attachment.size.width == 24)
    #expect(text.style(at: 1).font.weight == 700)
    #expect(text.style(at: 4).font.weight == 700)
    #expect(text.style(at: 5).font.weight == 400)
    let link = try #require(text.annotations.first)
    #expect(link.range == 6..<23)
    #expect(text.indexMap.sourceRange(ofLayout: link.range) == 11..<28)
    #expect(link.kind == .link(type: "url", url: "https://c.example"))
  }

  @Test(arguments: [
    (MessageEntity.Kind.email, "a@b.example", "mailto:a@b.example" as String?),
    (.phoneNumber, "+1 (2) 3", "tel:+123"), (.url, "b.example", "https://b.example"),
    (.textLink(url: "u"), "x", "https://u"), (.textMention(user: 5), "x", "tg://user?id=5"),
    (
      .dateTime(unix: 9, format: MessageEntity.DateTimeFormat("wt")), "x",
      "tg://time?unix=9&format=wt"
    ),
    (.mention, "@a", nil), (.hashtag, "#a", nil), (.botCommand, "/a", nil),
  ])
  func `links carry their type and URL`(kind: MessageEntity.Kind, text: String, url: String?) {
    let entity = MessageEntity(kind, in: 0..<text.utf8.count)
    let annotations = Message(text, entities: [entity]).attributedText().annotations
    #expect(annotations.map(\.kind) == [.link(type: kind.name, url: url)])
    let style = Message(text, entities: [entity]).attributedText().style(at: 0)
    #expect(style.paint.color == .role(.link))
  }

  @Test func `a highlighter colors code without recoloring links`() {
    let message = Message(
      "a let b",
      entities: [MessageEntity(.pre(language: "swift"), in: 2..<7), MessageEntity(.url, in: 6..<7)])
    let text = message.attributedText { language, code in
      #expect(language == "swift" && code == "let b")
      return [
        MessageTheme.ColoredCode(0..<3, color: .role(.keyword)),
        MessageTheme.ColoredCode(2..<4, color: .role(.string)),
        MessageTheme.ColoredCode(4..<5, color: .role(.variable)),
        MessageTheme.ColoredCode(5..<9, color: .role(.string)),
      ]
    }
    #expect(text.style(at: 2).paint.color == .role(.keyword))
    #expect(text.style(at: 5).paint.color == .role(.text))
    #expect(text.style(at: 6).paint.color == .role(.link))
  }

  @Test(arguments: 0..<250)
  func `any list of entities produces a finite layout`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let message = MessageFuzzer.message(using: &random)
    let engine = TestFonts.engine()
    let text = message.attributedText(theme: MessageTheme(text: TestFonts.style()))
    var options = LayoutOptions(width: [0, 30, 200, .infinity].randomElement(using: &random) ?? 0)
    options.maximumLines = [nil, nil, 1, 3].randomElement(using: &random) ?? nil
    options.truncation = [.end, .middle, .start].randomElement(using: &random) ?? .end
    options.trailingReserve = Bool.random(using: &random) ? Size(width: 40, height: 12) : nil
    options.expandedBlocks = Set((0..<4).filter { _ in Bool.random(using: &random) })
    let layout = engine.layout(text, options: options)
    #expect(layout.lineCount > 0 || message.text.isEmpty)
    #expect(layout.size.width.isFinite && layout.size.height.isFinite)
    for annotation in text.annotations {
      #expect(annotation.range.upperBound <= text.length && !annotation.range.isEmpty)
    }
    // Every query returns a result.
    #expect(layout.spoilers.count == text.spoilers.count)
    #expect(layout.accessibilityLines().count == layout.lineCount)
    for element in layout.accessibilityElements() {
      guard let frame = element.frames.first, frame.size.width > 0 else { continue }
      let middle = Point(
        x: frame.minX + frame.size.width / 2, y: frame.minY + frame.size.height / 2)
      let hit = layout.hit(at: middle)
      if case .spoiler = element.role { #expect(hit.annotations.isEmpty || hit.token != nil) }
    }
  }

  @Test(arguments: 0..<200)
  func `any Markdown produces a finite layout`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var message = try Message(markdown: MessageFuzzer.text(count: 30, using: &random))
    message.detectEntities()
    let text = message.attributedText(theme: MessageTheme(text: TestFonts.style()))
    let layout = TestFonts.engine().layout(text, options: LayoutOptions(width: 90))
    #expect(layout.size.width.isFinite && layout.size.height.isFinite)
    // The part that HTML can express survives a round trip.
    let back = try Message(html: message.html(revealed: .all))
    #expect(back.text.utf8.elementsEqual(message.text.utf8))
  }

  @Test(arguments: 0..<200)
  func `source offsets map to layout offsets and back`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let message = MessageFuzzer.message(using: &random)
    let text = message.attributedText(dates: nil)
    let emoji = NormalizedEntities(message.entities, in: message.text).entities.filter {
      if case .customEmoji = $0.kind { true } else { false }
    }
    for index in message.text.unicodeScalars.indices {
      let byte = message.text.utf8.distance(from: message.text.startIndex, to: index)
      let there = text.indexMap.layoutOffset(ofSource: byte)
      let back = text.indexMap.sourceOffset(ofLayout: there)
      #expect(back == emoji.first { $0.range.contains(byte) }?.range.lowerBound ?? byte)
    }
    #expect(text.indexMap.sourceRange(ofLayout: 0..<text.length) == 0..<message.text.utf8.count)
  }

  @Test func `conversion time grows linearly with the message's length`() {
    expectGrowth(from: 200, to: 2_000, below: 14) { copies in
      let message = Self.large(copies)
      return processorTime { _ = message.attributedText() }
    }
  }

  /// Returns a message with an entity per fifty bytes.
  static func large(_ count: Int) -> Message {
    let kinds = MessageFuzzer.kinds
    let text = String(
      repeating: "Words of a message, and some more of them, thanks. ", count: count)
    return Message(
      text,
      entities: (0..<count).map { index in
        MessageEntity(kinds[index % kinds.count], in: index * 51 + 3..<index * 51 + 20)
      })
  }
}
