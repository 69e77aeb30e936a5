import GalleyExports
import GalleyMessages
import TestSupport
import Testing

/// Texts that WhatsApp exported.
@Suite struct WhatsAppTests {
  let folder = ExportFolder()

  private func read(_ text: String) throws -> ExportFolder.Contents {
    try folder.directory.write(text, to: "WhatsApp Chat with Ada.txt")
    return try folder.read()
  }

  @Test(arguments: [
    "31/1/20, 21:05 - Ada: hi", "31/01/2020, 9:05 pm - Ada: hi", "[31.01.20, 21:05:00] Ada: hi",
    "31.01.20, 21:05 - Ada: hi", "1/31/20, 9:05 PM - Ada: hi", "[2020-01-31, 21:05:00] Ada: hi",
    "31-01-20 21:05 - Ada: hi", "31/1/20, 9:05 p. m. - Ada: hi",
    "31/1/20, 9:05\u{202F}pm - Ada: hi",
    "\u{200E}[31/01/2020, 9:05:00\u{202F}PM] Ada: \u{200E}hi", "31. 1. 2020, 21:05 - Ada: hi",
    "٣١/٠١/٢٠٢٠، ٢١:٠٥ - Ada: hi", "31/1/20, 21.05 - Ada: hi", "[31/1/20, 9:05:00 p.m.] Ada: hi",
  ])
  func `each form of header is read`(line: String) throws {
    let contents = try read(line + "\nmore\n")
    #expect(contents.messages.map(\.plainText) == ["hi\nmore"])
    #expect(contents.messages.first?.sender?.name == "Ada")
    #expect(contents.messages.first?.date == 1_580_504_700)
    #expect(contents.messages.first?.isLocalDate == true)
    #expect(contents.chats.map(\.title) == ["Ada"])
  }

  @Test func `a later line decides between day and month`() throws {
    let contents = try read("01/02/20, 10:00 - A: a\n01/13/20, 10:00 - A: b\n")
    #expect(contents.messages.map(\.date) == [1_577_959_200, 1_578_909_600])
    #expect(contents.problems == [])
    let open = try read("01/02/20, 10:00 - A: a\n")
    #expect(open.problems.count == 1)
    // Only with the month first do the dates rise.
    let rising = try read("01/12/20, 10:00 - A: a\n02/03/20, 10:00 - A: b\n")
    #expect(rising.messages.map(\.date) == [1_578_823_200, 1_580_724_000])
  }

  @Test func `a line that looks like a date continues the message`() throws {
    let contents = try read(
      """
      12/01/20, 10:00 - Ada: first
      13/01/20 is a date
      [13/01/20, 10:00:00] Bob: pasted from a phone of another kind
      14/01/20, 10:00 - Bob: second

      """)
    #expect(contents.messages.count == 2)
    #expect(contents.messages[0].plainText.contains("Bob: pasted"))
    #expect(contents.messages[1].sender?.name == "Bob")
  }

  @Test func `system lines, files, edits and styles are recognized`() throws {
    let contents = try read(
      """
      13/01/20, 10:00 - Messages are end-to-end encrypted
      13/01/20, 10:01 - ~ Zoë 🌸: *bold* _it_ ~no~ ```mono``` 2*3*4 snake_case_name
      13/01/20, 10:02 - +47 900: \u{200E}<attached: 0001-PHOTO.jpg>
      13/01/20, 10:03 - A: IMG-20200131-WA0007.jpg (file attached)
      caption
      13/01/20, 10:04 - A: <Media omitted>
      13/01/20, 10:05 - A: \u{200E}image omitted
      13/01/20, 10:06 - A: changed <This message was edited>
      13/01/20, 10:07 - A: ../../etc/passwd-WA.x (file attached)

      """)
    let messages = contents.messages
    #expect(messages[0].service == "Messages are end-to-end encrypted")
    #expect(
      messages[1].marked
        == "bold it no mono 2*3*4 snake_case_name {bold:bold} {italic:it} {strikethrough:no} {pre:mono}"
    )
    #expect(messages[1].sender?.name == "~ Zoë 🌸")
    #expect(messages[2].media.first?.path == "0001-PHOTO.jpg")
    #expect(messages[3].media.first?.path == "IMG-20200131-WA0007.jpg")
    #expect(messages[3].plainText == "caption")
    #expect(messages[4].media.first?.absence == .notIncluded)
    #expect(messages[5].media.first?.kind == .photo)
    #expect(messages[6].isEdited && messages[6].plainText == "changed")
    #expect(messages[7].media.first?.path == nil)
  }

  @Test(arguments: [
    "Messages and calls are end-to-end encrypted.",
    "Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.", "消息和通话已进行端到端加密。",
  ])
  func `the first line of an iPhone is no message of a person`(note: String) throws {
    let header = "[31/01/2020, 21:05:00] Ada: "
    let messages = try read("\(header)\u{200E}\(note)\n\(header)\u{200E}\(note)\n\(header)hi")
      .messages
    #expect(messages.map(\.service) == [note, nil, nil])
    #expect(messages.map(\.sender?.name) == [nil, "Ada", "Ada"])
    // Without the mark, a person wrote it.
    let typed = try read(header + note).messages
    #expect(typed.first?.sender?.name == "Ada")
  }

  @Test func `reading continues at every position`() throws {
    let whole = try read(
      (1...9).map { "1\($0)/01/20, 10:00 - A: m\($0)\nmore" }.joined(separator: "\n"))
    let reader = try Export(path: folder.directory.path).reader()
    var count = 0
    while let item = try reader.next() {
      if case .message = item { count += 1 }
      let rest = try folder.read(at: reader.position).messages
      #expect(rest == Array(whole.messages[count...]))
    }
    #expect(count == 9)
  }
}
