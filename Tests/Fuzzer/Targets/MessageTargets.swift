import GalleyBasics
import GalleyFuzzCore
import GalleyMessages
import GalleyTypesetting

/// Messages in JSON.
struct MessageTarget: FuzzTarget {
  let engine: TextEngine

  var seeds: [[UInt8]] {
    EntityTarget.examples.map { Array($0.json(revealed: .all).utf8) }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    guard let message = try? Message(json: bytes) else { return }
    try message.check(engine: engine, using: &random)
  }
}

/// Text with entities anywhere, even outside of it.
///
/// The first byte is the number of entities, each of which has three: its kind, start and length.
/// The text follows in the form of `TextClasses`.
struct EntityTarget: FuzzTarget {
  let engine: TextEngine

  var pieces: [String] { ["\u{1}", "\u{7}\u{0}\u{3}", "\u{F}"] }
  var brackets: [(String, String)] { [("\u{1}", "\u{2}")] }

  var seeds: [[UInt8]] {
    TextClasses.seeds.enumerated().map { number, text in
      let entities = (0..<4).flatMap { index -> [UInt8] in
        [UInt8(number * 4 + index), UInt8(index * 3), UInt8(5 + index * 4)]
      }
      return [4] + entities + text
    }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    let count = min(Int(bytes.first ?? 0) % 16, max(0, bytes.count - 1) / 3)
    let text = TextClasses.text(Array(bytes.dropFirst(1 + 3 * count)), limit: 1_024)
    let entities = (0..<count).map { index in
      let part = bytes[(1 + 3 * index)...].prefix(3).map { Int($0) }
      // Most starts and lengths are within the text.
      let start = part[1] == 255 ? -2 : part[1] % (text.utf8.count + 3)
      let length = part[2] == 255 ? Int.max / 2 : part[2] - 1
      return MessageEntity(
        Self.kinds[part[0] % Self.kinds.count], in: start..<(start + max(0, length)))
    }
    try Message(text, entities: entities).check(engine: engine, using: &random)
  }

  static let kinds: [MessageEntity.Kind] = [
    .bold, .italic, .underline, .strikethrough, .spoiler, .code, .pre(language: nil),
    .pre(language: "c++"), .textLink(url: "https://a.example/?b=1&c=\"2\""), .textMention(user: 7),
    .blockquote(isExpandable: false), .blockquote(isExpandable: true), .customEmoji(id: "53"),
    .dateTime(unix: 1_647_531_900, format: MessageEntity.DateTimeFormat("wDT")),
    .dateTime(unix: -1, format: nil), .url, .mention, .hashtag, .cashtag, .botCommand, .email,
    .phoneNumber, .other("later"), .textMention(user: nil),
  ]

  static let examples: [Message] = [
    Message("a b", entities: [MessageEntity(.bold, in: 0..<1), MessageEntity(.url, in: 2..<3)]),
    Message(
      "سلام https://a.example/x 😀👩‍👩‍👧 漢字 e\u{301}\n> q\ncode\n",
      entities: [
        MessageEntity(.spoiler, in: 0..<8),
        MessageEntity(.blockquote(isExpandable: true), in: 8..<40),
        MessageEntity(.pre(language: "swift"), in: 60..<66),
      ]),
    Message("#tag $TAG @name /cmd +1 202 555 0100 a@b.example 4111 1111 1111 1111"),
  ]
}

/// Messages in Markdown of all dialects, or in HTML.
struct MarkupTarget: FuzzTarget {
  enum Format {
    case markdown, html
  }

  let format: Format
  let engine: TextEngine

  var seeds: [[UInt8]] {
    let corpus = FuzzCorpus()
    return format == .html ? corpus.texts(of: .html) : corpus.texts(of: .markdown)
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    let text = String(decoding: bytes, as: UTF8.self)
    let message =
      switch format {
      case .html: try? Message(html: text)
      case .markdown:
        switch random.number(in: 0...2) {
        case 0: try? Message(markdown: text)
        case 1: try? Message(markdownV2: text)
        default: try? Message(legacyMarkdown: text)
        }
      }
    try message?.check(engine: engine, using: &random)
  }
}

extension Message {
  /// Writes the message, reads it again, and lays it out.
  fileprivate func check(
    engine: TextEngine, using random: inout SplitMix64
  ) throws(FuzzFailure) {
    let json = json(revealed: .all)
    let again = try? Message(json: json)
    try expect(again?.json(revealed: .all) == json, "JSON is not read as it was written")
    for revealed in [RevealedSpoilers.none, .all] {
      _ = html(revealed: revealed)
      _ = markdown(revealed: revealed)
      _ = markdownV2(revealed: revealed)
    }
    var trial = TextTrial(engine: engine, random: random)
    let text = attributedText()
    if random.chance(30) { try trial.ask(text) } else { try trial.run(text) }
  }
}
