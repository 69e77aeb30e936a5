import GalleyMessages
import GalleyRichMessages
import TestSupport

/// A generator of messages with every block and every text, nested, in normal form.
///
/// Omits fields of files and users other than by identifier, which a markup cannot express.
struct RichMessageGenerator {
  private var random: SplitMix64
  private var depth = 0
  /// Anchors and references that links may lead to.
  private let names = ["top", "n1", "Größe 2"]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns a message in which every name is defined.
  mutating func message(blocks count: Int = 6) -> RichMessage {
    let targets: [RichBlock] = [
      .anchor(name: "top"), .paragraph([.reference(name: "n1", "See page 4."), " end"]),
      .anchor(name: "Größe 2"),
    ]
    return RichMessage(targets + blocks(count))
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func pick<Element>(_ values: [Element]) -> Element {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  // MARK: Texts

  /// Pieces that mean something in one of the markups.
  private static let words = [
    "a", "word", "two words", " ", "  ", "\n", "é", "漢字", "「あ」", "😀", "<", ">", "&", "\"", "'", "*",
    "**", "_", "__", "snake_case", "~~", "==", "||", "|", "`", "```", "$", "$5", "\\", "[x](y)",
    "![",
    "](", "# ", "- ", "+ ", "1. ", "12) ", "> ", "---", "===", ":-:", "|-|", "&amp;", "<b>", "</p>",
    "!", "[^1]", "[x]", "\t", "سلام", "\u{A0}", "a=b", "...", "(c)", "5 < 6", "\u{200D}",
  ]

  mutating func string() -> String {
    let count = chance(70) ? 1 : Int.random(in: 2...5, using: &random)
    return (0..<count).map { _ in pick(chance(60) ? ["a", "word", "x1"] : Self.words) }.joined()
  }

  /// Returns a text that is not empty.
  mutating func text() -> RichText {
    let count = chance(50) ? 1 : Int.random(in: 2...4, using: &random)
    return RichText((0..<count).map { _ in part() })
  }

  private mutating func part() -> RichText {
    guard depth < 4, chance(55) else { return .plain(string()) }
    depth += 1
    defer { depth -= 1 }
    switch Int.random(in: 0..<17, using: &random) {
    case 0...6: return .styled(pick(RichText.Style.allCases), text())
    case 7:
      return .link(.url(pick(["https://a.example/?a=1&b=(2)", "http://x.example/a b<c>"])), text())
    case 8:
      return .link(pick([.emailAddress("x@a.example"), .phoneNumber("+12025550100")]), text())
    case 9: return .link(.user(RichText.User(id: 7)), text())
    case 10:
      let format = pick(["r", "wDT", "d", ""])
      return .dateTime(unix: 1_790_000_000, format: MessageEntity.DateTimeFormat(format), text())
    case 11: return .customEmoji(id: "53", alternative: pick(["🙂", "a*", "👩‍👩‍👧"]))
    case 12: return .formula(pick(["x^2", "\\frac{a}{b}", "a_b*c*", "n", "a|b", "x < y & z", "5"]))
    case 13: return .anchor(name: "here")
    case 14:
      return pick([
        .anchorLink(name: "top", text()), .anchorLink(name: "", "up"),
        .anchorLink(name: "Größe 2", "Größe"),
      ])
    case 15: return .referenceLink(name: "n1", text())
    default: return pick([.button(button()), .reference(name: "r", text())])
    }
  }

  /// Returns a link that only detection creates, between blanks.
  mutating func detected() -> RichText {
    pick([
      ["by ", .link(.mention(username: "ada_b"), "@ada_b"), " x"],
      ["by ", .link(.hashtag("swift"), "#swift"), " x"],
      ["by ", .link(.cashtag("USD"), "$USD"), " x"],
      ["by ", .link(.botCommand("help"), "/help"), " x"],
      ["by ", .link(.bankCardNumber("4242424242424242"), "4242 4242 4242 4242"), " x"],
    ])
  }

  mutating func button() -> RichText.Button {
    let label: RichText = pick([
      "Yes", ["Go ", .customEmoji(id: "9", alternative: "🤔")],
      .dateTime(unix: 16, format: nil, "soon"), "a*b <c>",
    ])
    let action: RichText.Button.Action = pick([
      .url("https://a.example/?a=\"1\"&b"), .callback(data: "d:1"),
      .webApp(url: "https://w.example"),
      .login(
        RichText.Button.Login(
          url: "https://l.example", forwardText: "f", botUsername: "b", requestsWriteAccess: true)),
      .switchInlineQuery("q"), .switchInlineQueryCurrentChat("q <b>"),
      .switchInlineQueryChosenChat(
        RichText.Button.ChosenChat(query: "q", kinds: [.users, .groups])),
      .copyText("copied | text"), .disabled,
    ])
    var style: RichText.Button.Appearance? = pick([nil, .danger, .success, .primary])
    if case .callback = action, chance(50) { style = .link }
    return RichText.Button(label, style: style, action: action)
  }

  // MARK: Blocks

  mutating func blocks(_ count: Int) -> [RichBlock] {
    (0..<count).map { _ in block() }
  }

  private mutating func inner() -> [RichBlock] { blocks(Int.random(in: 1...3, using: &random)) }

  private mutating func optionalText() -> RichText? { chance(50) ? text() : nil }

  private mutating func caption() -> RichBlock.Caption? {
    chance(50) ? RichBlock.Caption(text(), credit: optionalText()) : nil
  }

  mutating func block() -> RichBlock {
    let isDeep = depth >= 3
    depth += 1
    defer { depth -= 1 }
    switch Int.random(in: 0..<(isDeep ? 15 : 22), using: &random) {
    case 0, 1: return .paragraph(text())
    case 2: return .heading(text(), level: Int.random(in: 1...6, using: &random))
    case 3:
      let code = pick(["let a = 1\n", "", "\n", "a\n\n  b ``` c", " x\n> y", "```\n"])
      return .code(
        chance(70) ? .plain(code) : text(), language: pick([nil, "swift", "c++", "math"]))
    case 4: return .footer(text())
    case 5: return pick([.divider, .paragraph(.empty), .paragraph(.anchor(name: "alone"))])
    case 6: return .formula(pick(["\\int_0^1 x\\,dx", "a\nb", "a\n\nb", " x ", "a*b*c", "a < b"]))
    case 7: return .anchor(name: "block \"x\"")
    case 8: return .expandableQuotation(RichBlock.CreditedText(text(), credit: optionalText()))
    case 9: return .pullQuotation(RichBlock.CreditedText(text(), credit: optionalText()))
    case 10: return .table(table())
    case 11: return .media(media(RichBlock.Media.Kind.allCases))
    case 12:
      return .map(
        RichBlock.Map(
          latitude: 41.9, longitude: -12.5, zoom: pick([nil, 14]), width: 600, height: 400,
          caption: caption()))
    case 13:
      let buttons = (0..<Int.random(in: 1...8, using: &random)).map { _ in button() }
      return .buttons(RichBlock.ButtonRow(buttons, alignment: pick([nil, .left, .center, .right])))
    case 14: return .paragraph(detected())
    case 15, 16, 17: return .list(list())
    case 18: return .quotation(RichBlock.Quotation(inner(), credit: optionalText()))
    case 19:
      return .details(RichBlock.Details(text(), blocks: inner(), isOpen: chance(50)))
    case 20:
      let gallery = RichBlock.Gallery(
        (0..<2).map { _ in .media(media([.photo, .video, .animation])) }, caption: caption())
      return chance(50) ? .collage(gallery) : .slideshow(gallery)
    default: return .quotation(RichBlock.Quotation(inner()))
    }
  }

  private mutating func list() -> RichBlock.List {
    let numbering: RichBlock.List.Numbering? = pick([nil, nil, .decimal, .decimal, .lowercaseRoman])
    var value = pick([1, 1, 3, -2])
    return RichBlock.List(
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let marker = numbering.map { RichBlock.List.Marker.number(value, $0) } ?? .bullet
        value += chance(85) ? 1 : 4
        let checkbox: RichBlock.List.Checkbox? = pick([nil, nil, .checked, .unchecked])
        return RichBlock.List.Item(
          chance(60) ? [.paragraph(text())] : chance(20) ? [] : inner(), marker: marker,
          checkbox: checkbox)
      })
  }

  private mutating func table() -> RichBlock.Table {
    let columns = Int.random(in: 1...3, using: &random)
    let isSimple = chance(60)
    let alignments =
      (0..<columns).map { _ in pick([nil, .left, .center, .right]) }
      as [RichBlock.Table.Alignment?]
    var table = RichBlock.Table(
      (0..<Int.random(in: 1...3, using: &random)).map { row in
        (0..<columns).map { column in
          guard !isSimple else {
            return RichBlock.Table.Cell(
              chance(80) ? text() : .empty, isHeader: row == 0, alignment: alignments[column])
          }
          return RichBlock.Table.Cell(
            chance(80) ? text() : nil, isHeader: chance(50), columnSpan: pick([1, 1, 2]),
            rowSpan: pick([1, 1, 2]), alignment: pick(alignments),
            verticalAlignment: pick([nil, .top, .bottom, .middle]))
        }
      })
    if !isSimple {
      (table.isBordered, table.isStriped, table.isCompact) = (chance(50), chance(50), chance(50))
      table.caption = optionalText()
    }
    return table
  }

  private mutating func media(_ kinds: [RichBlock.Media.Kind]) -> RichBlock.Media {
    RichBlock.Media(
      pick(kinds),
      address: pick([
        "https://a.example/p.jpg", "https://a.example/v.mp4?x=1&y", "tg://photo?id=m1",
      ]),
      hasSpoiler: chance(20), caption: chance(30) ? RichBlock.Caption("Hall *1* \"2\"") : caption())
  }
}
