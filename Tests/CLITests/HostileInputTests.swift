import Foundation
import TestSupport
import Testing

/// Hostile inputs, and outputs that fail.
@Suite struct HostileInputTests {
  let directory = TemporaryDirectory()

  /// Terminal control characters, as JSON escapes.
  private let escape = #"\u001b]0;owned\u0007\u009b31m\u202e"#

  private func expectQuoted(_ result: Outcome, _ comment: Comment? = nil) {
    let said = result.output + result.complaint
    #expect(!said.isEmpty, comment)
    let isPlain = said.unicodeScalars.allSatisfy {
      $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0.value != 0x202E
    }
    #expect(isPlain, comment)
  }

  @Test(arguments: [
    #"{"text":"a","lang":"@"}"#, #"{"text":"a","dir":"@"}"#, #"{"text":"a","size":"@"}"#,
    #"{"text":"a","id":{"@":1}}"#, #"{"text":"a","entities":[{"type":"bold","offset":"@"}]}"#,
    #"{"id":"@","text":1}"#,
    #"{"text":"a","entities":[{"type":"pre","offset":0,"length":9,"language":"@"}]}"#,
    #"{"text":"a@","id":"@","entities":[{"type":"text_link","offset":0,"length":1,"url":"@"}]}"#,
  ])
  func `control characters in messages do not reach the terminal`(message: String) throws {
    let json = message.replacing("@", with: escape)
    let result = try galley("layout", "--jsonl", "--fonts", testingFonts, input: json)
    let said = result.output + result.complaint
    #expect(!said.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!said.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) })
    #expect(!said.contains("\u{202E}"))
    for line in result.output.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test(arguments: [
    #"[{"sender":"A","text":"a","images":["@"]}]"#, #"[{"sender":"A","text":"a","reply_to":"@"}]"#,
    #"[{"sender":"A","text":"a","id":"@"},{"sender":"A","text":"a","id":"@"}]"#,
    #"[{"sender":"A","text":"a","status":"@"}]"#, #"[{"sender":"A","text":"a","date":"@"}]"#,
    #"{"lang":"@","messages":[{"sender":"A","text":"a"}]}"#,
    #"{"time_zone":"@","messages":[{"sender":"A","text":"a"}]}"#,
  ])
  func `control characters in conversations do not reach the terminal`(chat: String) throws {
    let result = try galley(
      "chat", "-", "-o", directory.file("a.png"), "--fonts", testingFonts,
      input: chat.replacing("@", with: escape))
    #expect(result.status == 1)
    expectQuoted(result)
  }

  @Test func `control characters in manifests, fonts and arguments do not reach the terminal`()
    throws
  {
    for entry in [
      #"{"family":"@","file":"@"}"#, #"{"family":"a","file":"a","slant":"@"}"#,
      #"{"family":"@","file":"\#(TestFonts.path(of: "Box.ttf"))"}"#,
    ] {
      let json = #"{"fonts":[\#(entry.replacing("@", with: escape))]}"#
      let manifest = try directory.write(json, to: "fonts.json")
      expectQuoted(try galley("fonts", "a", "--fonts", manifest), "\(entry)")
    }
    let argument = "\u{1B}]0;owned\u{7}\u{202E}"
    expectQuoted(try galley("render", "a", "-o", argument))
    expectQuoted(try galley("render", "a", "--" + argument))
    expectQuoted(try galley("render", "a", "-o", "a.png", "--size", argument))
    expectQuoted(try galley("layout", "a", "--font", argument, "--fonts", testingFonts))
    expectQuoted(try galley("layout", "--jsonl", directory.file(argument)))
    expectQuoted(try galley("fonts", argument, "--fonts", testingFonts))
  }

  @Test func `files that are not regular are refused without blocking`() throws {
    let pipe = directory.file("pipe")
    #expect(try shell("mkfifo '\(pipe)'").status == 0)
    for path in [pipe, "/dev/zero"] {
      let json = #"[{"sender":"A","text":"a","images":["\#(path)"]}]"#
      for option in [[], ["--allow-outside-files"]] {
        let result = try galley(
          ["chat", "-", "-o", "a.png", "--fonts", testingFonts] + option, input: json,
          in: directory.path)
        #expect(result.status == 1)
      }
      let fonts = #"{"fonts":[{"family":"A","file":"\#(path)"}]}"#
      let manifest = try directory.write(fonts, to: "fonts.json")
      #expect(try galley("layout", "a", "--fonts", manifest).status == 1)
    }
    let json = #"[{"sender":"A","text":"a","images":["pipe"]}]"#
    let result = try galley(
      ["chat", "-", "-o", "a.png", "--fonts", testingFonts], input: json, in: directory.path)
    #expect(result.complaint == "standard input: message 1: pipe: Not a regular file\n")
  }

  @Test func `a font cache that is not a regular file is ignored without blocking`() throws {
    for cache in ["fonts", "system-fonts"] {
      let path = directory.file("\(cache)/galley/\(cache)")
      #expect(try shell("mkdir -p '\(directory.file(cache))/galley'; mkfifo '\(path)'").status == 0)
      let arguments = cache == "fonts" ? ["--fonts", testingFonts] : []
      let result = try galley(
        ["layout", "a"] + arguments, environment: ["XDG_CACHE_HOME": directory.file(cache)])
      #expect(result.status == 0)
    }
  }

  @Test func `an unwritable picture is reported, and the others are written`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("out/2.png"), withIntermediateDirectories: true)
    let lines = (1...4).map { #"{"id":\#($0),"text":"a"}"# }.joined(separator: "\n")
    for jobs in ["1", "2"] {
      let arguments = [
        "render", "--jsonl", "--output-dir", "out", "--contact-sheet", "none/sheet.png", "--jobs",
        jobs, "--fonts", testingFonts,
      ]
      let result = try galley(arguments, input: lines, in: directory.path)
      #expect(
        result
          == Outcome(
            status: 1,
            complaint: """
              out/2.png: cannot write: Is a directory
              none/sheet.png: cannot write: the directory none does not exist

              """))
      for name in ["1", "3", "4"] {
        let path = directory.file("out/\(name).png")
        #expect(FileManager.default.fileExists(atPath: path))
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  @Test func `an oversized contact sheet is reported, and the pictures are written`() throws {
    let lines = (1...12).map { #"{"id":\#($0),"text":"aaaaaaaaaaaa"}"# }.joined(separator: "\n")
    let arguments = [
      "render", "--jsonl", "--contact-sheet", "sheet.png", "--scale", "16", "--padding", "0",
      "--fonts", testingFonts,
    ]
    let alone = try galley(arguments, input: lines, in: directory.path)
    #expect(alone.status == 1)
    #expect(alone.complaint.hasPrefix("the contact sheet is too large: "))
    #expect(alone.complaint.split(separator: "\n").count == 1)
    let both = try galley(arguments + ["--output-dir", "out"], input: lines, in: directory.path)
    #expect(both == alone)
    #expect(try directory.names(in: "out").count == 12)
  }

  @Test(arguments: [
    "galley --help", "galley --version", "galley help render", "galley render --help",
    "galley --generate-completion-script bash", "galley fonts $fonts", "galley layout a $fonts",
    #"echo '{"text":"a"}' | galley layout --jsonl $fonts"#,
    #"echo '{"text":"a"}' | galley batch - --out - --quiet $fonts"#,
  ])
  func `a failed write to standard output is an error`(command: String) throws {
    let result = try shell(command + " > /dev/full")
    #expect(result.status == 1)
    #expect(result.complaint == "standard output: cannot write: No space left on device\n")
    // A pipe whose only reader is closed before the command writes.
    let pipe = directory.file("pipe")
    let broken = try shell(
      "mkfifo '\(pipe)'; exec 3<>'\(pipe)' 4>'\(pipe)' 3>&-; (\(command)) >&4; echo $? >&2")
    #expect(broken.complaint == "standard output: cannot write: Broken pipe\n1\n")
  }

  @Test(.disabled(if: isSanitized, "the thread sanitizer writes a file when a program starts"))
  func `exceeding the file size limit is an error rather than a signal`() throws {
    // The complaint passes through a pipe to the shell, which has no limit.
    let command = "ulimit -f 0; galley render a $fonts -o a.png"
    let result = try shell(
      "text=$( (\(command)) 2>&1); status=$?; echo \"$text\" >&2; exit $status", in: directory.path)
    #expect(result == Outcome(status: 1, complaint: "a.png: cannot write: File too large\n"))
  }
}
