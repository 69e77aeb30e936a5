import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import Testing

@Suite struct RichTextContentTests {
  @Test func `plain text has labels, tabs and line ends`() throws {
    let markdown = """
      # Title

      Text $x$ ![🙂](tg://emoji?id=1)

      - [x] a
      - b
        1. c

           d

      | A | B |
      |---|---|
      | 1 | 2 |

      <details><summary>Sum</summary>

      in

      </details>

      > q

      $$y$$

      ---

      ![](https://a.example/a.jpg "Hall")

      note[^1]

      [^1]: foot
      """
    #expect(
      try RichMessage(markdown: markdown).plainText().string == """
        Title

        Text $x$ 🙂

        • [x] a
        • b
          1. c
            d

        A\tB
        1\t2

        Sum

        in

        q

        $$y$$

        ———

        [Hall]

        note1

        ———

        1. foot
        """)
  }

  @Test func `hidden spoilers are placeholders in every form of a message`() throws {
    let message = try RichMessage(
      markdown:
        "a ||secret https://secret.example|| b\n\n<details><summary><tg-spoiler>one</tg-spoiler></summary>\n\n- ||two||\n\n</details>\n\n<table><caption><tg-spoiler>three</tg-spoiler></caption><tr><td><tg-spoiler>four</tg-spoiler></table>"
    )
    let words = ["secret", "one", "two", "three", "four"]
    func check(_ text: String, shows shown: [String], _ name: Comment) {
      for word in words { #expect(text.contains(word) == shown.contains(word), name) }
    }
    for (index, word) in words.enumerated() {
      let revealed = RevealedSpoilers([index])
      check(message.plainText(revealed: revealed).string, shows: [word], "text")
      check(message.html(revealed: revealed), shows: [word], "html")
      check(message.markdown(revealed: revealed), shows: [word], "markdown")
      check(message.json(revealed: revealed), shows: [word], "json")
      check("\(message.blocks(revealed: revealed))", shows: [word], "blocks")
    }
    check(message.plainText(revealed: .all).string, shows: words, "all")
    check("\(message) \(String(reflecting: message))", shows: [], "description")
    var dumped = ""
    dump(message, to: &dumped)
    check(dumped, shows: [], "dump")
    #expect(message.plainText().placeholderRanges.count == 5)
  }

  @Test func `spoilers of one text are numbered in order, without those inside others`() throws {
    let message = try RichMessage(
      markdown: "||x|| <tg-spoiler>y ||inner||</tg-spoiler> ||z||")
    let shown = [["x"], ["y inner"], ["z"]]
    for index in 0..<3 {
      let revealed = RevealedSpoilers([index])
      var words = ["▒▒▒", "▒▒▒", "▒▒▒"]
      words.replaceSubrange(index...index, with: shown[index])
      #expect(message.plainText(revealed: revealed).string == words.joined(separator: " "))
      #expect(
        message.disclosed(revealed).plainText(revealed: .all).string
          == words.joined(separator: " "))
    }
  }

  @Test func `links do not show the hidden part of their address`() throws {
    let message = try RichMessage(markdown: "see https://||secret||.example and ||@ada||_x")
    let text = message.json(revealed: .none)
    #expect(!text.contains("secret") && !text.contains("ada"))
    #expect(message.json(revealed: .all).contains("https://secret.example"))
  }

  @Test(arguments: [
    #"{"blocks":[{"type":"paragraph","text":["secret",7]}]}"#,
    #"{"blocks":[{"type":"paragraph","text":"secret","x":1},{"type":"heading","text":"secret"}]}"#,
    #"{"blocks":"secret"}"#, #"{"text":"secret","rich_message":{}}"#,
    #"{"html":"<foo>secret</foo>secret"}"#, "secret",
  ])
  func `errors of rich messages do not quote their text`(json: String) {
    let options = RichMessage.ReadingOptions(isStrict: true)
    let error = #expect(throws: RichMessageError.self) {
      try RichMessage(json: json, options: options)
    }
    #expect(error.map { !"\($0) \($0.description)".contains("secret") } ?? false)
  }

  @Test func `unknown blocks with spoilers lose their JSON`() throws {
    let json =
      #"{"blocks":[{"type":"later","words":{"type":"spoiler","text":"secret"},"text":"a"}]}"#
    let message = try RichMessage(json: json)
    #expect(message.json(revealed: .all) == json)
    #expect(message.json(revealed: .none) == #"{"blocks":[{"type":"later","text":"a"}]}"#)
  }

  @Test func `entities are detected across styles, but not in code, links and formulas`() throws {
    let message = try RichMessage(
      markdown:
        "https://a.**example**/x `#no` [#no](https://b.example) @ada #tag $USD /help x@a.example 4242 4242 4242 4242 $#no_a$"
    )
    #expect(
      outline(message.blocks)
        == "p([url https://a.][bold [url example]][url /x] [code #no] [url #no] [mention @ada] "
        + "[hashtag #tag] [cashtag $USD] [bot_command /help] [email_address x@a.example] "
        + "[bank_card_number 4242 4242 4242 4242] [formula #no_a])")
    let options = RichMessage.ReadingOptions(detectsEntities: false)
    #expect(outline(try RichMessage(markdown: "@ada", options: options).blocks) == "p(@ada)")
  }

  @Test(arguments: [
    ("4242424242424242", true), ("4242-4242-4242-4242", true), ("4242 4242 4242 4243", false),
    ("x4242424242424242", false), ("42424242424242424242", false), ("0000000000000000", false),
    ("5555555555554444.", true), ("4242  4242 4242 4242", false),
  ])
  func `bank card numbers have a check digit`(text: String, isNumber: Bool) throws {
    let message = try RichMessage(markdown: text)
    #expect(outline(message.blocks).contains("bank_card_number") == isNumber)
  }

  @Test func `a message with entities becomes blocks`() throws {
    let message = try Message(
      markdown:
        "Hello **bold *both*** [x](https://a.example)\n> quoted\n> ||more||\n\n```swift\nlet a = 1\n```\nend\n\n\nnext ![👍](tg://emoji?id=5)"
    )
    #expect(
      outline(RichMessage(message).blocks)
        == "p(Hello [bold bold [italic both]] [url x]) expandable(quoted\nmore) "
        + "code swift(let a = 1) p(end\n\nnext [emoji 5 👍])"
        || outline(RichMessage(message).blocks)
          == "p(Hello [bold bold [italic both]] [url x]) quote(p(quoted\n[spoiler more])) "
          + "code swift(let a = 1) p(end\n\nnext [emoji 5 👍])"
    )
    var plain = Message("@ada and #tag")
    plain.detectEntities()
    #expect(outline(RichMessage(plain).blocks) == "p([mention @ada] and [hashtag #tag])")
    #expect(RichMessage(Message("")).isEmpty)
  }
}
