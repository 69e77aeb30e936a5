import GalleyMessages
import TestSupport
import Testing

@Suite struct EntityDetectorTests {
  @Test(arguments: [
    // Addresses
    ("see https://a.example/b?c=d#e now", "see [url https://a.example/b?c=d#e] now"),
    ("http://localhost:8080/x", "[url http://localhost:8080/x]"),
    ("HTTPS://A.EXAMPLE", "[url HTTPS://A.EXAMPLE]"),
    ("ftp://u:p@a.example/x", "[url ftp://u:p@a.example/x]"),
    ("tg://resolve?domain=x", "[url tg://resolve?domain=x]"),
    ("http://1.2.3.4/", "[url http://1.2.3.4/]"), ("http://", "http://"),
    ("x://a.example", "x://a.example"),
    ("a.example.com/path and B.ORG", "[url a.example.com/path] and [url B.ORG]"),
    ("пример.рф, президент.рф/путь", "[url пример.рф], [url президент.рф/путь]"),
    ("例え.jp と 中国.中国", "[url 例え.jp] と [url 中国.中国]"),
    (
      "http://bücher.example/ä xn--bcher-kva.xn--p1ai",
      "[url http://bücher.example/ä] [url xn--bcher-kva.xn--p1ai]"
    ),
    ("e.g. main.swift, 3.14 v1.2.3 a.b", "e.g. main.swift, 3.14 v1.2.3 a.b"),
    ("end.Next one", "end.Next one"),
    // Their ends
    ("(http://a.example/x_(y))", "([url http://a.example/x_(y)])"),
    ("[http://a.example/[x]]", "[[url http://a.example/[x]]]"),
    ("http://a.example/(x", "[url http://a.example/(x]"),
    ("http://a.example.", "[url http://a.example]."),
    (
      "http://a.example/x, http://a.example/y!?",
      "[url http://a.example/x], [url http://a.example/y]!?"
    ),
    ("«http://a.example/x»", "«[url http://a.example/x]»"),
    ("\"http://a.example\"", "\"[url http://a.example]\""),
    ("http://a.example/x。次", "[url http://a.example/x]。次"),
    ("看http://a.example/路，", "看[url http://a.example/路]，"),
    ("<http://a.example>", "<[url http://a.example]>"),
    ("http://a.example/x…", "[url http://a.example/x]…"),
    ("a.com:80 a.com:99999999 a.com:", "[url a.com:80] [url a.com]:99999999 [url a.com]:"),
    ("a.com中", "[url a.com]中"), ("http://a.example/x/", "[url http://a.example/x/]"),
    ("**http://a.example/b**", "**[url http://a.example/b]**"),
    // Mail
    ("a.b+c@d.example, x", "[email a.b+c@d.example], x"), ("<a@b.co>", "<[email a@b.co]>"),
    ("a@b @c", "a@b @c"), ("a@b.c", "a@b.c"), ("a@1.2.3.4", "a@1.2.3.4"),
    ("mailto:a@b.example", "mailto:[email a@b.example]"),
    ("..a@b.example", "..[email a@b.example]"), ("a@b.example@c", "a@b.example@c"),
    ("foo.com@b.example", "[email foo.com@b.example]"),
    // Numbers
    ("+1-212-555-0123", "[phone_number +1-212-555-0123]"),
    ("+7 (999) 123-45-67!", "[phone_number +7 (999) 123-45-67]!"),
    ("+4912345678", "[phone_number +4912345678]"),
    ("(212) 555-0123", "[phone_number (212) 555-0123]"),
    ("8 800 555 35 35", "[phone_number 8 800 555 35 35]"), ("+12", "+12"),
    ("1234567890", "1234567890"), ("2024-01-15 10 30", "2024-01-15 10 30"),
    ("2024-01-15", "2024-01-15"), ("x+1-212-555-0123", "x+1-212-555-0123"),
    ("+1-212-555-0123x", "+1-212-555-0123x"), ("+1234567890123456", "+1234567890123456"),
    ("192.168.100.200", "192.168.100.200"),
    // Names and tags
    ("@user_1, (@Abc) @ab @1abc", "[mention @user_1], ([mention @Abc]) @ab @1abc"),
    ("a@user", "a@user"), ("看@user吧", "看[mention @user]吧"), ("@userй", "@userй"),
    ("@" + String(repeating: "a", count: 33), "@" + String(repeating: "a", count: 33)),
    (
      "#tag #тег #タグ #תג #a_b1.",
      "[hashtag #tag] [hashtag #тег] [hashtag #タグ] [hashtag #תג] [hashtag #a_b1]."
    ),
    ("#123 #1a a#b ##c #", "#123 [hashtag #1a] a#b ##c #"), ("#क्षेत्र", "[hashtag #क्षेत्र]"),
    ("#a@chat #b@1", "[hashtag #a@chat] [hashtag #b]@1"), ("&#39; #a#b", "&#39; #a#b"),
    (
      "$USD $usd $US $TOOLONGGG 5$USD $BTC@chat",
      "[cashtag $USD] $usd $US $TOOLONGGG 5$USD [cashtag $BTC@chat]"
    ),
    (
      "/start /help@my_bot, /a/b x/y 1/2",
      "[bot_command /start] [bot_command /help@my_bot], /a/b x/y 1/2"
    ), ("(/go)", "([bot_command /go])"),
    ("</b> //x /ü", "</b> //x /ü"),
    ("", ""), ("#", "#"), ("@", "@"), ("😀@user😀#tag😀", "😀[mention @user]😀[hashtag #tag]😀"),
  ])
  func `addresses, phone numbers, mentions, tags and commands are detected`(
    text: String, expected: String
  ) {
    #expect(marked(Message(text, entities: EntityDetector().entities(in: text))) == expected)
  }

  @Test func `only the requested types are detected`() {
    let text = "a.com a@b.com #c @user $USD /go +1 212 555 0123"
    let found = EntityDetector([.hashtags, .emails]).entities(in: text)
    #expect(found.map(\.kind) == [.email, .hashtag])
    #expect(EntityDetector().entities(in: text).count == 7)
  }

  @Test func `detection skips code, links and custom emoji`() {
    var message = Message(
      "#a #b #c #d #e",
      entities: [
        MessageEntity(.code, in: 0..<2), MessageEntity(.pre(language: nil), in: 3..<5),
        MessageEntity(.textLink(url: "u"), in: 6..<8),
        MessageEntity(.customEmoji(id: "1"), in: 9..<11), MessageEntity(.bold, in: 12..<14),
      ])
    message.detectEntities()
    #expect(message.entities.last == MessageEntity(.hashtag, in: 12..<14))
    #expect(message.entities.count == 6)
    let once = message
    message.detectEntities()
    #expect(message == once)
  }

  @Test(arguments: 0..<300)
  func `detected entities are in order and do not overlap`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces =
      MessageFuzzer.pieces + ["http://", "a.com", "@", "#", "$AB", "/", "+1", "2", ".", ":", "é."]
    let text = (0..<40).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    var end = 0
    for entity in EntityDetector().entities(in: text) {
      #expect(entity.range.lowerBound >= end && !entity.range.isEmpty)
      end = entity.range.upperBound
    }
    #expect(end <= text.utf8.count)
    // The text is already in normal form.
    let found = EntityDetector().entities(in: text)
    #expect(NormalizedEntities(found, in: text).entities == found)
  }

  @Test(arguments: 0..<60)
  func `a text without a hint of entities has none`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "@", "#", "$", "/", ".", ":", "://", "http", "ton", "+", "(", ")", "-", " ", " ", "\n", "_",
      "USD", "ab", "a", "com", "xn--a", "12", "7", "123 4567", "é", "漢", "・", "\u{B7}",
      "\u{200C}", "рф", "\u{FFFC}", "،", "…", "٣",
    ]
    var counts = (found: 0, other: 0)
    for _ in 0..<500 {
      let parts = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      var hint = EntityHint()
      for part in parts { hint.read(part) }
      if hint.isFound {
        counts.found += 1
      } else {
        counts.other += 1
        #expect(EntityDetector().entities(in: parts.joined()).isEmpty, "\(parts)")
      }
    }
    #expect(counts.found > 50 && counts.other > 50)
  }

  @Test(arguments: [
    "@", "a@", "a.", "#", "#a", "http://", "http://a", "(", "a.com/(", "+1 ", "1 ", "/", "/a", "$",
    "$USD", "é", "漢", "é.", "a-", "x@y.", "http://x@", "a.com", "a:", "_",
  ])
  func `detection time stays bounded for hostile text`(piece: String) {
    let text = String(repeating: piece, count: 40_000 / piece.utf8.count)
    expectTime(below: 2) { _ = EntityDetector().entities(in: text) }
  }
}
