import GalleyExports
import GalleyMessages
import TestSupport
import Testing

/// Folders of Slack's exports.
@Suite struct SlackTests {
  let folder = ExportFolder()

  private func write(_ messages: String, to name: String = "general/2026-03-01.json") throws {
    try folder.directory.write(
      #"[{"id":"U1","name":"ada","profile":{"display_name":"Ada"}}]"#, to: "users.json")
    try folder.directory.write(
      #"[{"id":"C1","name":"general"},{"id":"C2","name":"other"}]"#, to: "channels.json")
    try folder.directory.write("[\(messages)]", to: name)
  }

  @Test func `escapes, mentions and threads are read`() throws {
    try write(
      """
      {"type":"message","user":"U1","ts":"1772355907.000100","text":"a &lt;b&gt; &amp;amp; *x* <@U1> <#C2|other> <!here> <https://e.org|site>"},
      {"type":"message","user":"U9","ts":"1772355908.000100","thread_ts":"1772355907.000100","text":"&gt; q\\nanswer","edited":{"ts":"1772355999.0"}},
      {"type":"message","subtype":"channel_join","user":"U1","ts":"1772355909.1","text":"<@U1> has joined"}
      """)
    let contents = try folder.read()
    #expect(contents.chats == [ExportedChat(id: "C1", title: "general", kind: "channel")])
    let messages = contents.messages
    #expect(
      messages[0].marked
        == "a <b> &amp; x @Ada #other @here site {bold:x} {text_mention:@Ada} {hashtag:#other} {mention:@here} {text_link:site}"
    )
    #expect(messages[0].sender == ExportedPerson(id: "U1", name: "Ada"))
    #expect(messages[0].date == 1_772_355_907)
    #expect(messages[1].replyTo == .string("1772355907.000100"))
    #expect(messages[1].marked == "q\nanswer {blockquote:q}")
    #expect(messages[1].isEdited && messages[1].editDate == 1_772_355_999)
    #expect(messages[2].service == "@Ada has joined")
  }

  @Test func `blocks are preferred to the text`() throws {
    try write(
      #"{"type":"message","user":"U1","ts":"1.0","text":"old","blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"new","style":{"bold":true}},{"type":"emoji","name":"x","unicode":"1f600"}]},{"type":"rich_text_list","style":"ordered","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"one"}]}]}]}]}"#
    )
    let messages = try folder.read().messages
    #expect(messages.map(\.marked) == ["new😀\n1. one {bold:new}"])
  }

  @Test func `days and channels are read in order, from any position`() throws {
    try write(#"{"user":"U1","ts":"1.0","text":"a"},{"user":"U1","ts":"2.0","text":"b"}"#)
    try write(#"{"user":"U1","ts":"3.0","text":"c"}"#, to: "general/2026-03-02.json")
    try write(#"{"user":"U1","ts":"4.0","text":"d"}"#, to: "other/2026-03-02.json")
    let whole = try folder.read()
    #expect(whole.chats.map(\.id) == ["C1", "C2"])
    #expect(whole.messages.map(\.plainText) == ["a", "b", "c", "d"])
    let reader = try Export(path: folder.directory.path).reader()
    var count = 0
    while let item = try reader.next() {
      if case .message = item { count += 1 }
      let rest = try folder.read(at: reader.position).messages
      #expect(rest == Array(whole.messages[count...]))
    }
    #expect(count == 4)
  }
}
