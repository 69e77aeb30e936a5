import GalleyExports
import GalleyMessages
import TestSupport
import Testing

/// Files of DiscordChatExporter.
@Suite struct DiscordTests {
  let folder = ExportFolder()

  private func read(_ messages: String, count: String = #","messageCount":1"#) throws
    -> ExportFolder.Contents
  {
    try folder.directory.write(
      #"{"guild":{"id":"1","name":"G"},"channel":{"id":"2","name":"c"},"dateRange":{"after":null},"messages":[\#(messages)]\#(count)}"#,
      to: "c.json")
    return try folder.read()
  }

  private func content(_ text: String) -> String {
    #"{"id":"99999999999","type":"Default","timestamp":"2026-03-01T10:05:07.5+01:00","content":"\#(text)","author":{"id":"5","name":"ada","nickname":"Ada"}}"#
  }

  @Test func `a channel and its messages are read`() throws {
    let contents = try read(content("hi"))
    #expect(contents.chats == [ExportedChat(id: "2", title: "c", kind: "G")])
    #expect(contents.messages.map(\.id) == [.number(99_999_999_999)])
    #expect(contents.messages[0].date == 1_772_355_907)
    #expect(contents.messages[0].sender == ExportedPerson(id: "5", name: "Ada"))
    #expect(contents.problems == [])
  }

  @Test func `reading continues at every position, also before the first message`() throws {
    let whole = try read("\(content("a")),\(content("b"))", count: #","messageCount":2"#)
    #expect(whole.messages.count == 2)
    let reader = try Export(path: folder.directory.path).reader()
    var count = 0
    while let item = try reader.next() {
      if case .message = item { count += 1 }
      #expect(try folder.read(at: reader.position).messages == Array(whole.messages[count...]))
    }
    #expect(count == 2)
  }

  @Test func `a file without its count is reported as cut off`() throws {
    let contents = try read(content("hi"), count: "")
    #expect(contents.messages.count == 1)
    #expect(contents.problems.count == 1)
  }

  @Test(arguments: [
    (
      "__under__ **bold** *it* ~~no~~",
      "under bold it no {underline:under} {bold:bold} {italic:it} {strikethrough:no}"
    ),
    ("***both***", "both {italic:both} {bold:both}"),
    ("**a *b** c*", "a *b c* {bold:a *b}"),
    ("||s|| `c` \\\\*no\\\\*", "s c *no* {spoiler:s} {code:c}"),
    ("> q\\nafter", "q\nafter {blockquote:q}"),
    ("# Head\\ntext", "Head\ntext {bold:Head}"),
    (
      "[l](https://e.org) <:pog:12> <@5>",
      "l :pog: @5 {text_link:l} {custom_emoji::pog:} {text_mention:@5}"
    ),
    ("un*closed **and __more", "un*closed **and __more"),
    ("```swift\\nlet x\\n```", "let x {pre:let x}"),
  ])
  func `Discord's Markdown is read`(text: String, expected: String) throws {
    let contents = try read(content(text))
    #expect(contents.messages.map(\.marked) == [expected])
  }

  @Test func `attachments, replies, embeds and events are read`() throws {
    let contents = try read(
      """
      {"id":"1","type":"Reply","timestamp":"2026-03-01T10:05:07Z","content":"re","author":{"id":"5","name":"a"},"reference":{"messageId":"7"},"attachments":[{"id":"1","url":"files/a.png","fileName":"a.png","fileSizeBytes":5},{"id":"2","url":"https://e.org/b.pdf","fileName":"b.pdf"},{"id":"3","url":"../c.png","fileName":"c.png"}],"embeds":[{"title":"T","description":"D","fields":[{"name":"N","value":"V"}]}],"reactions":[{"emoji":{"name":"x"},"count":3}]},
      {"id":"2","type":"GuildMemberJoin","timestamp":"x","content":"","author":{"id":"5","name":"a"}}
      """)
    let message = contents.messages[0]
    #expect(message.replyTo == .number(7))
    #expect(message.media.map(\.path) == ["files/a.png", nil, nil])
    #expect(message.media.map(\.kind) == [.photo, .document, .photo])
    #expect(message.plainText == "re\nT\nD\nN\nV")
    #expect(message.reactions == [ExportedReaction("x", count: 3)])
    #expect(contents.messages[1].service == "a joined the server")
    #expect(contents.messages[1].date == nil)
  }

  @Test func `hostile marks take linear time`() throws {
    for mark in ["*", "_", "||", "`", "```", "[", "<", "[a](", "> ", "**_"] {
      let contents = try read(content(String(repeating: mark, count: 100_000)))
      #expect(contents.messages.count == 1)
    }
  }
}
