import Foundation
import TestSupport
import Testing

/// Exports in zip files.
@Suite struct ExportZipTests {
  let directory = TemporaryDirectory()

  /// Writes a zip file by a list of Python's statements on `z`.
  private func zip(_ name: String, _ statements: String) throws {
    let program = """
      import zipfile
      z = zipfile.ZipFile('\(directory.file(name))', 'w', zipfile.ZIP_DEFLATED)
      \(statements)
      z.close()
      """
    let result = try Program.run(["python3", "-c", program])
    try #require(result.status == 0, "\(result.complaint)")
  }

  /// Reads an export in a process of its own, whose cache is a folder of the test.
  private func chat(_ name: String) throws -> (outcome: Outcome, html: String) {
    let words = ["chat", directory.file(name), "-o", directory.file("out.html")]
    let outcome = try Program.run(
      [Program.built("galley")] + words,
      environment: ["XDG_CACHE_HOME": directory.file("cache")])
    let html = try? String(contentsOfFile: directory.file("out.html"), encoding: .utf8)
    return (outcome, html ?? "")
  }

  private var unpacked: [String] {
    let paths = FileManager.default.enumerator(atPath: directory.file("cache"))
    return (paths?.compactMap { $0 as? String } ?? []).sorted()
  }

  private let picture =
    "bytes.fromhex('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082')"

  @Test func `a conversation of WhatsApp is read with its pictures and title`() throws {
    try zip(
      "WhatsApp Chat - Ada.zip",
      """
      z.writestr('_chat.txt', '[31.01.20, 21:05:00] Ada: hi\\n[31.01.20, 21:06:00] Ada: \\u200e<attached: 0001-PHOTO.png>\\n')
      z.writestr('0001-PHOTO.png', \(picture))
      """)
    let (outcome, html) = try chat("WhatsApp Chat - Ada.zip")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(html.contains("<h1 dir=\"auto\">Ada</h1>"))
    #expect(html.contains(">hi<"))
    #expect(html.contains("data:image/png;base64,"))
    // It is not unpacked again.
    let before = unpacked
    let file = try #require(before.first { $0.hasSuffix("_chat.txt") })
    try directory.write("[31.01.20, 21:05:00] Ada: kept\n", to: "cache/" + file)
    #expect(try chat("WhatsApp Chat - Ada.zip").html.contains(">kept<"))
    #expect(unpacked == before)
  }

  @Test func `files that were not opened for a month are removed when others are unpacked`() throws
  {
    for name in ["A", "B", "C"] {
      try zip("\(name).zip", "z.writestr('_chat.txt', '[31.01.20, 21:05:00] Ada: hi\\n')")
      if name == "C" { break }
      #expect(try chat("\(name).zip").outcome.status == 0)
    }
    let marks = unpacked.filter { $0.hasSuffix(".complete") }
    #expect(marks.count == 2)
    for mark in marks {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -31 * 86_400)],
        ofItemAtPath: directory.file("cache/" + mark))
    }
    // An opened file is kept.
    #expect(try chat("B.zip").outcome.status == 0)
    #expect(try chat("C.zip").outcome.status == 0)
    let left = unpacked.filter { $0.hasSuffix("_chat.txt") }
      .compactMap { $0.split(separator: "/").dropLast().last }
    #expect(left.sorted() == ["B", "C"])
  }

  @Test func `a workspace of Slack in a folder of the archive is read`() throws {
    try zip(
      "slack.zip",
      """
      z.writestr('Acme/', '')
      z.writestr('Acme/users.json', '[{"id":"U1","name":"ada"}]')
      z.writestr('Acme/channels.json', '[{"id":"C1","name":"general"}]')
      z.writestr('Acme/general/2026-03-01.json', '[{"user":"U1","ts":"1.0","text":"morning"}]')
      z.writestr('__MACOSX/x', '')
      """)
    let (outcome, html) = try chat("slack.zip")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(html.contains("morning"))
  }

  @Test(arguments: ["../x.txt", "/etc/x.txt", "a/../../x.txt", "C:/x.txt"])
  func `a name that climbs is refused, and nothing is written`(name: String) throws {
    try zip("bad.zip", "z.writestr('_chat.txt', 'x'); z.writestr('\(name)', 'x')")
    let outcome = try chat("bad.zip").outcome
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("leads outside the archive"))
    #expect(unpacked == [])
  }

  @Test func `archives that unpack to too much are refused`() throws {
    try zip("bomb.zip", "z.writestr('_chat.txt', b'0' * (300 << 20))")
    let outcome = try chat("bomb.zip").outcome
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("too large for its size"), "\(outcome.complaint)")
    #expect(unpacked == [])
  }

  @Test func `archives have at most 200,000 files`() throws {
    try zip(
      "many.zip",
      "z.writestr('_chat.txt', 'x')\nfor i in range(200_000): z.writestr(str(i), '')")
    let outcome = try chat("many.zip").outcome
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("more than 200000 files"), "\(outcome.complaint)")
  }

  @Test func `archives have at most 64 GiB of files, whatever their own size is`() throws {
    // A file of 2 GiB that takes no room, the end of which is an archive.
    let path = directory.file("large.zip")
    let program = """
      import zipfile
      f = open('\(path)', 'wb'); f.write(b'PK\\3\\4'); f.truncate(2 << 30); f.close()
      z = zipfile.ZipFile('\(path)', 'a')
      z.writestr('_chat.txt', 'x'); z.infolist()[0].file_size = (64 << 30) + 1
      z.close()
      """
    let result = try Program.run(["python3", "-c", program])
    try #require(result.status == 0, "\(result.complaint)")
    let outcome = try chat("large.zip").outcome
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("too large for its size"), "\(outcome.complaint)")
  }

  @Test func `an archive that declares less than it has is refused`() throws {
    try zip("liar.zip", "z.writestr('_chat.txt', b'0' * 100_000)")
    // The sizes of the entry, in its header and in the directory.
    var bytes = try Array(directory.data("liar.zip"))
    let size: [UInt8] = [0xA0, 0x86, 0x01, 0x00]
    for start in bytes.indices.dropLast(3) where Array(bytes[start..<start + 4]) == size {
      bytes.replaceSubrange(start..<start + 4, with: [1, 0, 0, 0])
    }
    try Data(bytes).write(to: URL(filePath: directory.file("liar.zip")))
    let outcome = try chat("liar.zip").outcome
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("cannot read the zip file"), "\(outcome.complaint)")
    #expect(!unpacked.contains { $0.hasSuffix("_chat.txt") || $0.hasSuffix("complete") })
  }

  @Test func `an archive without an export is reported`() throws {
    try zip("other.zip", "z.writestr('notes.md', 'x')")
    let outcome = try chat("other.zip").outcome
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("other.zip: cannot read the zip file: not a known export"))
  }

  @Test func `an encrypted archive is refused`() throws {
    try zip(
      "secret.zip", "z.writestr('_chat.txt', 'x' * 99)\nz.infolist()[0].flag_bits |= 1")
    let outcome = try chat("secret.zip").outcome
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("encrypted"), "\(outcome.complaint)")
  }

  @Test func `an archive cut off anywhere gives an error and no export`() throws {
    try zip("whole.zip", "z.writestr('_chat.txt', '[31.01.20, 21:05:00] Ada: hi\\n' * 9)")
    let whole = try directory.data("whole.zip")
    for length in stride(from: 4, to: whole.count, by: max(1, whole.count / 9)) {
      try whole.prefix(length).write(to: URL(filePath: directory.file("cut.zip")))
      let outcome = try chat("cut.zip").outcome
      #expect(outcome.status == 1, "\(length)")
      #expect(outcome.complaint.contains("cannot read the zip file"), "\(outcome.complaint)")
    }
    // A damaged entry.
    var bytes = Array(whole)
    bytes[45] ^= 0x55
    try Data(bytes).write(to: URL(filePath: directory.file("cut.zip")))
    #expect(try chat("cut.zip").outcome.status == 1)
    #expect(!unpacked.contains { $0.hasSuffix("complete") })
  }

  @Test func `links in an archive become files`() throws {
    try zip(
      "link.zip",
      """
      i = zipfile.ZipInfo('photo.png'); i.create_system = 3; i.external_attr = 0o120777 << 16
      z.writestr(i, '/etc/passwd')
      z.writestr('_chat.txt', '[31.01.20, 21:05:00] Ada: <attached: photo.png>\\n')
      """)
    let (outcome, html) = try chat("link.zip")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(!html.contains("root:"))
    let file = try #require(unpacked.first { $0.hasSuffix("photo.png") })
    #expect(try directory.data("cache/" + file) == Data("/etc/passwd".utf8))
  }
}
