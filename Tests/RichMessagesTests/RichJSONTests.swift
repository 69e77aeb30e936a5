import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

// The numbers of the checklist in the specification of rich messages, and their tests:
//
// | number | test |
// |---|---|
// | 1 | a text is a string, an array or an object |
// | 2 | nested arrays become one sequence with all styles |
// | 3 | all 26 types of text survive a round trip through JSON |
// | 4 | all 24 types of blocks survive a round trip through JSON |
// | 5 | an unknown block keeps its caption, its JSON and the blocks behind it |
// | 6 | a wrong type is an error with the path |
// | 7 | 16 levels are read, and the 17th is refused with its path |
// | 8 | 500 blocks are read, counting items and rows, and the 501st is refused |
// | 9 | 32,768 characters are read, and one more is refused |
// | 10 | 21 columns by spans are refused |
// | 11 | 51 media are refused |
// | 16 | a list with ordered and unordered items is refused |
// | 17 | an item without blocks has an empty paragraph |
// | 21 | a thinking block is allowed only in drafts |
// | 22 | two actions of a button are refused |
// | 23 | 65 bytes of callback data are refused |
// | 24 | a map of ratio 21 is refused |
// | 25 | dates have the formats r, wDT and none |
@Suite struct RichJSONTests {
  private static let texts: [(String, RichText)] = [
    (#""a""#, RichText.plain("a")), (#"["a","b"]"#, "ab"), ("[]", .empty),
    (#"{"type":"bold","text":"a"}"#, .styled(.bold, "a")),
    (#"["a",{"type":"italic","text":["b"]}]"#, ["a", .styled(.italic, "b")]),
    (#"{"type":"later","text":"a","x":[1]}"#, "a"), (#"{"type":"later"}"#, .empty),
  ]

  @Test(arguments: texts)
  func `a text is a string, an array or an object`(json: String, text: RichText) throws {
    #expect(try paragraph(json) == text)
  }

  @Test func `nested arrays become one sequence with all styles`() throws {
    let text = try paragraph(
      #"[["a",["b",{"type":"bold","text":[["c",{"type":"code","text":["d"]}]]}]],"e"]"#)
    #expect(text == ["ab", .styled(.bold, ["c", .styled(.code, "d")]), "e"])
  }

  @Test func `all 26 types of text survive a round trip through JSON`() throws {
    let user = RichText.User(
      id: 5, firstName: "Ada", lastName: "L", username: "ada", isBot: true)
    let format = MessageEntity.DateTimeFormat("wDT")
    let texts: [RichText] =
      RichText.Style.allCases.map { .styled($0, "a") } + [
        .link(.url("https://a.example/"), "a"), .link(.emailAddress("x@a.example"), "a"),
        .link(.phoneNumber("+12025550100"), "a"), .link(.bankCardNumber("4242424242424242"), "a"),
        .link(.mention(username: "ada"), "@ada"), .link(.hashtag("swift"), "#swift"),
        .link(.cashtag("USD"), "$USD"), .link(.botCommand("help"), "/help"),
        .link(.user(user), "Ada"), .dateTime(unix: 1_790_000_000, format: format, "tomorrow"),
        .customEmoji(id: "53", alternative: "🙂"), .formula("x^2"), .anchor(name: "top"),
        .anchorLink(name: "", "up"), .reference(name: "n1", "See page 4."),
        .referenceLink(name: "n1", "1"),
        .button(RichText.Button("Vote", action: .callback(data: "v1"))),
      ]
    #expect(texts.count == 26)
    let message = RichMessage([.paragraph(RichText(texts))])
    for form in [RichMessage.ReadingOptions.Form.incoming, .outgoing] {
      #expect(try RichMessage(json: message.json(as: form, revealed: .all)) == message)
    }
  }

  @Test func `all 24 types of blocks survive a round trip through JSON`() throws {
    let json = Self.blocks.joined(separator: ",")
    let options = RichMessage.ReadingOptions(isDraft: true)
    let message = try RichMessage(json: #"{"blocks":[\#(json)],"is_rtl":true}"#, options: options)
    #expect(Set(Self.blocks.map { $0.prefix { $0 != "," } }).count == 24)
    #expect(message.isRightToLeft && message.blocks.count == Self.blocks.count)
    let written = message.json(revealed: .all)
    #expect(try RichMessage(json: written, options: options) == message)
    #expect(written.contains(#""label":"b.","value":2,"type":"a""#))
    let outgoing = message.json(as: .outgoing, revealed: .all)
    #expect(!outgoing.contains("label"))
    #expect(outgoing.contains(#""photo":{"type":"photo","media":"p3","has_spoiler":true}"#))
  }

  @Test(arguments: 0..<100)
  func `generated messages survive a round trip through JSON`(seed: UInt64) throws {
    var generator = RichMessageGenerator(seed: seed)
    let message = generator.message()
    let options = RichMessage.ReadingOptions(limits: .generous)
    #expect(try RichMessage(json: message.json(revealed: .all), options: options) == message)
  }

  @Test func `an unknown block keeps its caption, its JSON and the blocks behind it`() throws {
    let unknown = #"{"type":"hologram","beams":[1.50,null],"caption":{"text":"Cap"},"x":true}"#
    let json = #"{"blocks":[\#(unknown),{"type":"paragraph","text":"next"}]}"#
    let message = try RichMessage(json: json)
    guard case .unknown(let block) = message.blocks[0] else {
      Issue.record("the block is known")
      return
    }
    #expect(block.type == "hologram" && block.caption == RichBlock.Caption("Cap"))
    #expect(message.blocks[1] == .paragraph("next"))
    #expect(message.json(revealed: .all) == json)
    #expect(
      message.plainText().string == "Cap\n\nnext" || message.plainText().string == "[Cap]\n\nnext")
  }

  @Test(arguments: [
    (#"{"blocks":[{"type":"table","cells":[[{},{"text":7}]]}]}"#, "blocks[0].cells[0][1].text"),
    (
      #"{"blocks":[{"type":"paragraph","text":["a",{"type":"bold","text":{"type":3}}]}]}"#,
      "blocks[0].text[1].text.type"
    ),
    (#"{"blocks":{}}"#, "blocks"), (#"{"rich_message":{"blocks":7}}"#, "rich_message.blocks"),
    (
      #"{"blocks":[{"type":"list","items":[{"blocks":[{"type":"heading","text":"a","size":"x"}]}]}]}"#,
      "blocks[0].items[0].blocks[0].size"
    ),
  ])
  func `a wrong type is an error with the path`(json: String, path: String) {
    let error = #expect(throws: RichMessageError.self) { try RichMessage(json: json) }
    guard case .wrongType(path, _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    (#"{"blocks":[{"type":"table"}]}"#, #""blocks[0].cells" is missing"#),
    (
      #"{"blocks":[{"type":"heading","text":"a","size":7}]}"#,
      #""blocks[0].size" is 7, but must be from 1 to 6"#
    ),
    (
      #"{"blocks":[{"type":"table","cells":[[{"colspan":-1}]]}]}"#,
      #""blocks[0].cells[0][0].colspan" is -1, but must be 0 or more"#
    ),
    (
      #"{"blocks":[{"type":"list","items":[]}]}"#,
      #""blocks[0].items" is empty, but must be an array of items"#
    ),
    (
      #"{"text":"a","rich_message":{"blocks":[]}}"#,
      #""text": a message has either text or rich_message"#
    ),
    (
      #"{"html":"a","markdown":"b"}"#,
      #""message": a rich message has exactly one of blocks, html and markdown"#
    ),
    ("{}", #""message": a rich message has exactly one of blocks, html and markdown"#),
    (
      #"{"html":"<b>a","media":[{"id":"a b","media":{}}]}"#,
      #""media[0].id" is a b, but must be 1 to 64 letters, digits, _ and -"#
    ),
    (
      #"{"blocks":[{"type":"collage","blocks":[{"type":"divider"}]}]}"#,
      #""blocks[0].blocks[0]": only photos, videos and animations are allowed"#
    ),
    (
      #"{"blocks":[{"type":"buttons","buttons":[]}]}"#,
      #""blocks[0].buttons" is 0 buttons, but must be 1 to 8 buttons"#
    ),
    (
      #"{"blocks":[{"type":"buttons","buttons":[{"text":{"type":"bold","text":"a"},"url":"x"}]}]}"#,
      #""blocks[0].buttons[0].text": only strings, custom emoji and dates are allowed"#
    ),
  ])
  func `errors describe the field`(json: String, description: String) {
    let error = #expect(throws: RichMessageError.self) { try RichMessage(json: json) }
    #expect(error?.description == description)
  }

  @Test func `bytes that are not UTF-8 or not JSON are refused`() {
    #expect(throws: RichMessageError.invalidUTF8(byte: 1)) { try RichMessage(json: [0x22, 0xFF]) }
    #expect(throws: RichMessageError.self) { try RichMessage(json: "{") }
  }

  @Test func `messages to be sent may be HTML or Markdown with media`() throws {
    let media = #""media":[{"id":"m1","media":{"type":"photo","media":"attach://f0"}}]"#
    let html = try RichMessage(
      json: #"{"html":"<h1>Trip</h1><img src=\"tg://photo?id=m1\"/>",\#(media),"is_rtl":true}"#)
    let photo = RichBlock.media(RichBlock.Media(.photo, address: "attach://f0"))
    #expect(html == RichMessage([.heading("Trip", level: 1), photo], isRightToLeft: true))
    let markdown = try RichMessage(
      json:
        ##"{"markdown":"# Trip\n\n![](tg://photo?id=m1)\n\n#tag","skip_entity_detection":true,\##(media)}"##
    )
    #expect(
      markdown == RichMessage([.heading("Trip", level: 1), photo, .paragraph("#tag")]))
  }

  @Test func `links of detection are found again in messages to be sent`() throws {
    let json =
      ##"{"blocks":[{"type":"paragraph","text":[{"type":"mention","text":"you","username":"ada"}," #a"]}]}"##
    let sent = try RichMessage(json: json, options: RichMessage.ReadingOptions(form: .outgoing))
    #expect(sent.blocks == [.paragraph(["you ", .link(.hashtag("a"), "#a")])])
    let received = try RichMessage(json: json)
    #expect(received.blocks == [.paragraph([.link(.mention(username: "ada"), "you"), " #a"])])
  }

  @Test func `an item without blocks has an empty paragraph`() throws {
    let message = try RichMessage(json: #"{"blocks":[{"type":"list","items":[{"label":"•"}]}]}"#)
    #expect(
      message.blocks == [.list(RichBlock.List([RichBlock.List.Item([.paragraph(.empty)])]))])
  }

  @Test func `a list with ordered and unordered items is refused`() {
    let json = #"{"blocks":[{"type":"list","items":[{"type":"1"},{"label":"•"}]}]}"#
    let error = #expect(throws: RichMessageError.self) { try RichMessage(json: json) }
    #expect(
      error
        == .notAllowed(
          path: "blocks[0].items[1]", reason: "a list must be either ordered or unordered"))
  }

  @Test func `missing labels are computed, and other labels kept`() throws {
    let message = try RichMessage(
      json:
        #"{"blocks":[{"type":"list","items":[{"type":"i","value":9},{"type":"i"},{"type":"i","label":"x)"}]}]}"#
    )
    guard case .list(let list) = message.blocks[0] else { return }
    #expect(list.items.map(\.label) == ["ix.", "x.", "x)"])
  }

  @Test func `a thinking block is allowed only in drafts`() throws {
    let json = #"{"blocks":[{"type":"thinking","text":"Looking"}]}"#
    #expect(throws: RichMessageError.self) { try RichMessage(json: json) }
    let options = RichMessage.ReadingOptions(isDraft: true)
    #expect(try RichMessage(json: json, options: options).blocks == [.thinking("Looking")])
    #expect(throws: RichMessageError.self) { try RichMessage(html: "<tg-thinking>a</tg-thinking>") }
    #expect(throws: RichMessageError.self) {
      try RichMessageLimits.telegram.check(RichMessage([.thinking("a")]))
    }
  }

  @Test func `two actions of a button are refused`() {
    let error = buttonError(#""url":"https://a.example","callback_data":"a""#)
    #expect(
      error
        == .notAllowed(path: "blocks[0].buttons[0]", reason: "a button has exactly one action"))
    #expect(buttonError(#""style":"danger""#) == .missing(path: "blocks[0].buttons[0].url"))
  }

  @Test func `65 bytes of callback data are refused`() {
    let data = String(repeating: "a", count: 64)
    #expect(buttonError(#""callback_data":"\#(data)""#) == nil)
    #expect(
      buttonError(#""callback_data":"\#(data)a""#)
        == .invalidValue(
          path: "blocks[0].buttons[0].callback_data", value: "65 bytes", rule: "1 to 64 bytes"))
    #expect(buttonError(#""callback_data":"""#) != nil)
    let copied = String(repeating: "é", count: 256)
    #expect(buttonError(#""copy_text":{"text":"\#(copied)"}"#) == nil)
    #expect(buttonError(#""copy_text":{"text":"\#(copied)a"}"#) != nil)
  }

  @Test(arguments: [
    (600, 400, true), (2000, 100, true), (2100, 100, false), (100, 2100, false), (0, 0, true),
    (1, 0, false), (6000, 4000, true), (6000, 4001, false), (-1, 5, false),
  ])
  func `a map of ratio 21 is refused`(width: Int, height: Int, isValid: Bool) {
    let json =
      #"{"blocks":[{"type":"map","location":{"latitude":41.9,"longitude":12.5},"zoom":14,"width":\#(width),"height":\#(height)}]}"#
    #expect(((try? RichMessage(json: json)) != nil) == isValid)
  }

  @Test func `dates have the formats r, wDT and none`() throws {
    for letters in ["r", "wDT", ""] {
      let text = try paragraph(
        #"{"type":"date_time","text":"t","unix_time":5,"date_time_format":"\#(letters)"}"#)
      #expect(
        text == .dateTime(unix: 5, format: MessageEntity.DateTimeFormat(letters), "t"))
    }
    #expect(throws: RichMessageError.self) {
      try paragraph(#"{"type":"date_time","text":"t","unix_time":5,"date_time_format":"Tw"}"#)
    }
  }

  private func buttonError(_ fields: String) -> RichMessageError? {
    let json = #"{"blocks":[{"type":"buttons","buttons":[{"text":"a",\#(fields)}]}]}"#
    do throws(RichMessageError) {
      _ = try RichMessage(json: json)
      return nil
    } catch {
      return error
    }
  }

  private func paragraph(_ json: String) throws -> RichText? {
    let message = try RichMessage(json: #"{"blocks":[{"type":"paragraph","text":\#(json)}]}"#)
    guard case .paragraph(let text)? = message.blocks.first else { return nil }
    return text
  }

  private static let photo =
    #"{"type":"photo","photo":[{"file_id":"p1","file_unique_id":"u1","width":90,"height":60}]}"#

  /// A block of each type.
  private static let blocks = [
    #"{"type":"paragraph","text":["Plain, ",{"type":"italic","text":"set"}]}"#,
    #"{"type":"heading","size":3,"text":"Costs"}"#,
    #"{"type":"pre","language":"swift","text":"let a = 1\n"}"#,
    #"{"type":"footer","text":"Prices of May"}"#, #"{"type":"divider"}"#,
    #"{"type":"mathematical_expression","expression":"\\int_0^1 x\\,dx"}"#,
    #"{"type":"anchor","name":"costs"}"#,
    #"{"type":"list","items":[{"label":"b.","type":"a","value":2,"blocks":[{"type":"divider"}]}]}"#,
    #"{"type":"blockquote","blocks":[{"type":"paragraph","text":"Less."}],"credit":"Anon."}"#,
    #"{"type":"expandable_blockquote","text":"A long passage","credit":"A book"}"#,
    #"{"type":"pullquote","text":"More light","credit":"J. W."}"#,
    #"{"type":"table","is_bordered":true,"is_striped":true,"is_compact":true,"caption":"Sizes","cells":[[{"text":"Kind","is_header":true,"align":"left","valign":"middle"},{}],[{"text":"both","colspan":2,"rowspan":3,"align":"center","valign":"top"}]]}"#,
    #"{"type":"details","summary":"More","is_open":true,"blocks":[{"type":"divider"}]}"#,
    #"{"type":"collage","blocks":[\#(photo)],"caption":{"text":"Two","credit":"Ada"}}"#,
    #"{"type":"slideshow","blocks":[\#(photo)]}"#,
    #"{"type":"map","location":{"latitude":41.9,"longitude":12.5},"zoom":14,"width":600,"height":400}"#,
    #"{"type":"photo","has_spoiler":true,"photo":[{"file_id":"p3","width":1280,"height":720}],"caption":{"text":"Hall"}}"#,
    #"{"type":"video","video":{"file_id":"v","width":640,"height":360,"duration":9,"thumbnail":{"file_id":"t"}}}"#,
    #"{"type":"animation","animation":{"file_id":"g","width":320,"height":240,"duration":2}}"#,
    #"{"type":"audio","audio":{"file_id":"a","duration":200,"title":"Song","performer":"Band"}}"#,
    #"{"type":"voice_note","voice_note":{"file_id":"n","duration":12}}"#,
    #"{"type":"document","document":{"file_id":"d","file_name":"report.pdf","file_size":48213}}"#,
    #"{"type":"buttons","align":"center","buttons":[{"text":"Yes","style":"success","callback_data":"y"},{"text":"Docs","url":"https://a.example/"}]}"#,
    #"{"type":"thinking","text":["Looking ",{"type":"custom_emoji","custom_emoji_id":"9","alternative_text":"🤔"}]}"#,
  ]
}

extension RichMessageLimits {
  /// Limits for generated messages.
  static var generous: RichMessageLimits {
    var limits = RichMessageLimits()
    (limits.depth, limits.characters, limits.blocks, limits.media) = (60, 1 << 20, 1 << 20, 1 << 20)
    return limits
  }

  /// Such limits, except for depth, at which messages are cut off.
  static var clippedGenerous: RichMessageLimits {
    var limits = generous
    (limits.depth, limits.behavior) = (16, .clip)
    return limits
  }
}
