import GalleyExports
import GalleyMessages
import TestSupport
import Testing

/// Conversations that signal-export wrote.
@Suite struct SignalTests {
  let folder = ExportFolder()

  private func read(text: String) throws -> ExportFolder.Contents {
    try folder.directory.write(text, to: "Ada Lovelace/chat.md")
    return try folder.read("Ada Lovelace")
  }

  private static let text = """
    [2019-05-29 15:04:07] Ada: hello  

    [2019-05-29, 15:05] Me: 

    > an old
    > message

    an answer: yes
    [12:00] is lunch  
    (- Ada: 👍, Bob: 👍, Eve: ❤️ -)

    [2019-05-29 15:06:00] Ada: look  ![my cat.jpg](./media/2019%20my%20cat.jpg)  [b.pdf](./media/b.pdf)  

    [2019-05-29 15:07:00] Ada: 
    (( 🐱 ))

    [2019-05-29 15:08:00] Ada: (This message was deleted)

    [2019-05-29 15:09:00] No-Sender: [x](../../secret.jpg)  

    [2019-05-29 15:10:00] Bob: the builder: [😺](../exported_stickers/pack/7.webp)  

    """

  @Test func `the text form is read`() throws {
    let contents = try read(text: Self.text)
    #expect(contents.chats == [ExportedChat(id: "Ada Lovelace", title: "Ada Lovelace")])
    #expect(contents.problems == [])
    let messages = contents.messages
    #expect(
      messages.map(\.marked) == [
        "hello", "an old\nmessage\nan answer: yes\n[12:00] is lunch {blockquote:an old\nmessage}",
        "look", "", "This message was deleted {italic:This message was deleted}", "",
        "the builder:",
      ])
    #expect(messages.first?.date == 1_559_142_247)
    #expect(messages.first?.isLocalDate == true)
    #expect(messages[1].date == 1_559_142_300)
    #expect(
      messages[1].reactions == [ExportedReaction("👍", count: 2), ExportedReaction("❤️", count: 1)])
    #expect(messages[2].media.map(\.path) == ["media/2019 my cat.jpg", "media/b.pdf"])
    #expect(messages[2].media.map(\.kind) == [.photo, .document])
    #expect(messages[2].media.map(\.name) == ["my cat.jpg", "b.pdf"])
    #expect(messages[3].media.map(\.emoji) == ["🐱"])
    #expect(messages[5].sender == nil)
    #expect(messages[5].media.map(\.absence) == [.refused])
    #expect(messages[6].sender?.name == "Bob")
    // The stickers are beside the folder of the conversation, which is the export here.
    #expect(messages[6].media.map(\.absence) == [.refused])
  }

  @Test func `JSON Lines are preferred and read`() throws {
    try folder.directory.write("[2019-05-29 15:04:07] Ada: old", to: "Ada/chat.md")
    try folder.directory.write(
      #"""
      {"date": "2019-05-29T15:04:07+02:00", "sender": "Ada", "body": "hi  ", "quote": "\n\n> old\n> one\n\n", "sticker": null, "reactions": [["Me", "👍"], {"name": "Bob", "emoji": "👍"}], "attachments": [{"name": "a.jpg", "path": "media/a%20b.jpg"}], "deleted": false, "call": false, "missed": false}
      not JSON
      {"date": "2019-05-29T15:05:00", "sender": "Me", "body": "", "quote": "", "sticker": {"id": "7", "packId": "pack", "packKey": "k", "emoji": "😺", "extension": "webp"}, "reactions": [], "attachments": []}
      {"date": "2019-05-29T15:06:00", "sender": "Ada", "body": "Missed voice call  ", "quote": "", "sticker": null, "reactions": [], "attachments": [], "call": true, "missed": true}
      {"date": "2019-05-29T15:07:00", "sender": "Ada", "body": "gone", "quote": "", "sticker": "🐱", "reactions": [], "attachments": [], "deleted": true}

      """#, to: "Ada/data.json")
    try folder.directory.write("[2019-05-30 10:00:00] Bob: b", to: "Bob/chat.md")
    try folder.directory.write("no export", to: "notes.md")
    let contents = try folder.read()
    #expect(contents.chats.map(\.title) == ["Ada", "Bob"])
    #expect(contents.problems.count == 1)
    #expect(contents.problems.first?.hasPrefix("Ada/data.json:2: a message was left out") == true)
    let messages = contents.messages
    #expect(messages[0].marked == "old\none\nhi {blockquote:old\none}")
    #expect(messages[0].date == 1_559_135_047)
    #expect(messages[0].isLocalDate == false)
    #expect(messages[0].reactions == [ExportedReaction("👍", count: 2)])
    #expect(messages[0].media.map(\.path) == ["Ada/media/a b.jpg"])
    #expect(messages[1].media.map(\.path) == ["exported_stickers/pack/7.webp"])
    #expect(messages[1].media.map(\.kind) == [.sticker])
    #expect(messages[2].service == "Ada: Missed voice call")
    #expect(messages[3].plainText == "This message was deleted")
    #expect(messages[4].plainText == "b")
  }

  @Test func `reading continues at every position of both forms`() throws {
    try folder.directory.write(Self.text, to: "A/chat.md")
    let lines = (1...3).map {
      #"{"date": "2019-05-29T15:0\#($0):00", "sender": "Me", "body": "m\#($0)"}"#
    }
    try folder.directory.write(lines.joined(separator: "\n"), to: "B/data.json")
    let whole = try folder.read()
    #expect(whole.chats.count == 2)
    let reader = try Export(path: folder.directory.path).reader()
    var count = 0
    while let item = try reader.next() {
      if case .message = item { count += 1 }
      let rest = try folder.read(at: reader.position).messages
      #expect(rest == Array(whole.messages[count...]))
    }
    #expect(count == 10)
  }

  @Test func `odd texts of links and brackets are read in linear time`() throws {
    for odd in ["[", "](./", ")", "[a](./", "(- ", " -)", "(( ", " ))", "> ", "![](./m)"] {
      let text = "[2019-05-29 15:04:07] Ada: " + String(repeating: odd, count: 50_000) + ")"
      #expect(try read(text: text).messages.count == 1)
    }
  }
}
