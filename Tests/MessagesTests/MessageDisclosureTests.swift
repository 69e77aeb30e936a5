import FoundationEssentials
import GalleyFonts
import GalleyGeometry
import GalleyText
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

/// All outputs of a message with the word "secret" in a spoiler, a link's address, a link's text
/// and an emoji's name.
@Suite struct MessageDisclosureTests {
  private let message: Message

  init() throws {
    message = try Message(
      json: """
        {"id": 7, "text": "He ||secret|| did: secret.example/a 😀 end", "entities": [
        {"type": "spoiler", "offset": 3, "length": 10},
        {"type": "bold", "offset": 0, "length": 6},
        {"type": "text_link", "offset": 5, "length": 6, "url": "https://secret.example"},
        {"type": "url", "offset": 19, "length": 16},
        {"type": "spoiler", "offset": 19, "length": 6},
        {"type": "custom_emoji", "offset": 36, "length": 2, "custom_emoji_id": "secret"},
        {"type": "spoiler", "offset": 36, "length": 2}]}
        """)
  }

  @Test func `a message's text has placeholders for hidden spoilers`() {
    #expect(message.plainText().string == "He ▒▒▒ did: ▒▒▒.example/a ▒▒▒ end")
    #expect(
      message.plainText(revealed: RevealedSpoilers([0])).string
        == "He ||secret|| did: ▒▒▒.example/a ▒▒▒ end")
    #expect(message.plainText(revealed: .all).string.contains("||secret|| did: secret"))
  }

  @Test func `a message's entities exclude hidden links and emoji`() {
    let kinds = message.entities().map(\.kind.name)
    #expect(kinds == ["spoiler", "bold", "spoiler", "spoiler"])
    #expect(message.entities(revealed: .all).count == 7)
  }

  @Test func `a disclosed message omits hidden text and keeps its spoilers`() throws {
    let disclosed = message.disclosed()
    #expect(disclosed.plainText(revealed: .all).string == message.plainText().string)
    #expect(disclosed.plainText().string == message.plainText().string)
    let text = disclosed.attributedText()
    #expect(text.spoilers.count == 3)
    #expect(text.plainText(of: text.spoilers[1], revealed: .all).string == "▒▒▒")
    let bold = try #require(disclosed.entities(revealed: .all).first { $0.kind == .bold })
    #expect(bold.range == 0..<12)
    let all = "\(disclosed.json(revealed: .all)) \(disclosed.html(revealed: .all))"
    #expect(!all.contains("secret"))
    #expect(message.disclosed(.all) == message)
  }

  @Test func `disclosing some spoilers preserves all spoiler indices`() {
    let part = message.disclosed(RevealedSpoilers([0, 2]))
    #expect(part.plainText(revealed: RevealedSpoilers([0])).string.hasPrefix("He ||secret||"))
    #expect(!part.plainText(revealed: RevealedSpoilers([1])).string.contains("secret"))
    #expect(part.entities(revealed: .all).contains { $0.kind == .customEmoji(id: "secret") })
  }

  @Test func `exports contain only revealed spoilers`() throws {
    let exports = [
      message.json(revealed: .none), message.html(revealed: .none),
      message.part(4..<30).html(revealed: .none), message.part(4..<30).json(revealed: .none),
      "\(AttributedString(message, revealed: .none))", message.markdown(revealed: .none),
      message.markdownV2(revealed: .none),
    ]
    for export in exports {
      #expect(!export.contains("secret"))
      #expect(export.contains("▒▒▒"))
    }
    #expect(try Message(json: message.json(revealed: .all)) == message)
    #expect(message.html(revealed: RevealedSpoilers([1])).contains("secret.example/a"))
  }

  @Test func `descriptions and dumps of a message omit hidden text`() {
    var dumped = ""
    dump(message, to: &dumped)
    dump([message.attributedText()], to: &dumped)
    let words = "\(message) \(String(reflecting: message)) \([message])"
    #expect(!words.contains("secret") && !dumped.contains("secret"))
    #expect(words.contains("did") && dumped.contains("did"))
  }

  @Test func `errors do not quote a message's text`() {
    let inputs = [
      #"{"text": "secret", "entities": [{"type": "spoiler", "offset": 1, "length": 99}]}"#,
      #"{"text": "😀secret", "entities": [{"type": "spoiler", "offset": 1, "length": 2}]}"#,
      #"{"text": "secret""#, #"{"text": "secret", "entities": [{"type": "text_link"}]}"#,
      #"{"text": ["secret"]}"#, #"{"text": "secret" secret}"#,
    ]
    for input in inputs {
      do {
        _ = try Message(json: input)
        Issue.record("\(input)")
      } catch { #expect(!"\(error)".contains("secret"), "\(input)") }
    }
    do {
      _ = try Message(html: "<tg-spoiler>secret <b>secret")
      Issue.record("it is no HTML")
    } catch { #expect(!"\(error)".contains("secret")) }
    do {
      _ = try Message(markdownV2: "||secret|| *secret")
      Issue.record("it is no MarkdownV2")
    } catch { #expect(!"\(error)".contains("secret")) }
  }

  @Test(arguments: 0..<200)
  func `a disclosed message matches its layout's plain text`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var message = MessageFuzzer.message(using: &random)
    message.entities += (0..<3).map { _ in
      let start = Int.random(in: 0...max(0, message.text.utf8.count), using: &random)
      let end = Int.random(in: start...message.text.utf8.count, using: &random)
      return MessageEntity(.spoiler, in: start..<end)
    }
    let text = message.attributedText(dates: nil)
    let revealed = RevealedSpoilers(
      Set(text.spoilers.indices.filter { _ in Bool.random(using: &random) }))
    let disclosed = message.disclosed(revealed)
    #expect(disclosed.text == message.plainText(revealed: revealed).string)
    #expect(disclosed.text == DisclosedText(text, revealed: revealed).string)
    #expect(disclosed.attributedText(dates: nil).spoilers.count == text.spoilers.count)
  }
}

/// Links of messages, which are filtered in the same way in all formats.
@Suite struct LinkTests {
  private static let refused = "javascript:alert(1)"

  private func links(_ message: Message) -> [AttributedText.Annotation] {
    message.attributedText().annotations(revealed: .all)
  }

  @Test func `a disallowed link is plain text in every format`() throws {
    let json = """
      {"text": "a bb", "entities": [
      {"type": "text_link", "offset": 0, "length": 1, "url": "\(Self.refused)"},
      {"type": "url", "offset": 2, "length": 2}]}
      """
    let string = {
      var string = AttributedString("x")
      string.link = URL(string: Self.refused)
      return string
    }()
    for message in [
      try Message(json: json), try Message(markdown: "[a](\(Self.refused))"),
      try Message(html: "<a href=\"&#106;avascript:alert(1)\">a</a>"), Message(string),
      Message(Self.refused, entities: [MessageEntity(.url, in: 0..<19)]),
    ] {
      let urls = links(message).map(\.kind)
      #expect(urls.isEmpty || urls == [.link(type: "url", url: "https://bb")], "\(message)")
      #expect(!message.html(revealed: .all).contains("href=\"java"))
      #expect(!message.entities().contains { $0.kind == .textLink(url: Self.refused) })
      let style = message.attributedText().style(at: 0)
      #expect(style.paint.color == .role(.text))
    }
  }

  @Test(arguments: [
    ("see example.com now", "https://example.com"), ("a@b.example", "mailto:a@b.example"),
    ("+1-212-555-0123", "tel:+12125550123"), ("пример.рф", "https://пример.рф"),
  ])
  func `a detected address has a complete URL`(text: String, url: String) {
    var message = Message(text)
    message.detectEntities()
    #expect(links(message).map(\.kind) == [.link(type: message.entities[0].kind.name, url: url)])
    // The link survives a round trip.
    #expect((try? Message(html: message.html(revealed: .all)))?.entities == message.entities)
  }

  @Test(arguments: [
    ("https://bank.example.com", "https://evil.example", true),
    ("bank.com", "https://evil.example", true), ("b\u{200B}ank.com", "https://evil.example", true),
    ("Go to bank.com now", "https://bank.com.evil.example/", true),
    ("support@bank.com", "mailto:support@evil.example", true),
    ("bank.com", "https://bank.com@evil.example", true), ("bank.com", "tg://user?id=5", true),
    ("bank.com", "https://www.bank.com/login", false), ("www.bank.com", "https://bank.com", false),
    ("bank.com", "https://login.bank.com", false), ("BANK.com", "https://bank.com", false),
    ("пример.рф", "https://xn--e1afmkfd.xn--p1ai", false),
    ("the bank", "https://evil.example", false), ("readme", "https://a.example", false),
  ])
  func `a link needs confirmation only if its text shows a different host`(
    label: String, url: String, isConcealed: Bool
  ) throws {
    var text = AttributedText(label)
    text.annotate(0..<text.length, as: .link(type: "text_link", url: url))
    let destination = try #require(LinkDestination(text.annotations()[0], in: text))
    #expect(destination.warnings.contains(.concealed) == isConcealed)
    #expect(destination.needsConfirmation == isConcealed)
  }

  @Test func `a token's link is compared with the token's text, not with the layout's`() throws {
    let style = TextStyle(font: FontDescription(size: 10))
    var token = AttributedText("… open bank.com", style: style)
    token.annotate(9..<17, as: .link(type: "text_link", url: "https://evil.example"))
    var options = LayoutOptions(width: 200)
    options.maximumLines = 1
    options.truncationToken = LayoutOptions.TruncationToken(token)
    let text = AttributedText(
      "see evil.example for more and more and more and more and more", style: style)
    let layout = TestFonts.engine().layout(text, options: options)
    let placed = try #require(layout.placedTokens.first)
    let hit = layout.hit(
      at: Point(x: placed.frame.maxX - 5, y: placed.frame.minY + placed.frame.size.height / 2))
    let part = try #require(hit.tokenTarget)
    let destination = try #require(LinkDestination(part))
    #expect(destination.url == "https://evil.example")
    #expect(destination.warnings == .concealed)
  }
}
