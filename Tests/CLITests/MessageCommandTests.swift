import Foundation
import TestSupport
import Testing

/// The options for messages.
@Suite struct MessageCommandTests {
  let directory = TemporaryDirectory()

  @Test func `a JSON message is read from a file, standard input or an argument`() throws {
    let json = #"{"text":"ab","entities":[{"type":"text_link","offset":0,"length":1,"url":"u"}]}"#
    let file = try directory.write(json, to: "message.json")
    let result = try galley("layout", "--message", file, "--fonts", testingFonts)
    #expect(result.status == 0)
    #expect(result.output.contains("bytes 0..<2"))
    #expect(try galley("layout", "--message", "--fonts", testingFonts, input: json) == result)
    #expect(try galley("layout", "--message", json, "--fonts", testingFonts) == result)
  }

  @Test func `messages are read from Markdown and HTML`() throws {
    let markdown = try galley("layout", "--markdown", "__a__ b", "--fonts", testingFonts)
    #expect(markdown.status == 0)
    #expect(markdown.output.contains("underline"))
    let html = try galley("layout", "--html", "<u>a</u> b", "--fonts", testingFonts)
    #expect(html == markdown)
  }

  @Test func `messages are read from MarkdownV2 and legacy Markdown, from every source`() throws {
    let arguments = ["--fonts", testingFonts]
    // `*` is bold, and `__` underlines only in MarkdownV2.
    for (option, markup, html) in [
      (
        "--markdown-v2", "*a* __b__ ~c~ ||d|| \\.",
        "<b>a</b> <u>b</u> <s>c</s> <tg-spoiler>d</tg-spoiler> ."
      ),
      ("--markdown-v2", ">a\n>b||", "<blockquote expandable>a\nb</blockquote>"),
      ("--legacy-markdown", "*a* _b_ ~c~ ||d|| .", "<b>a</b> <i>b</i> ~c~ ||d|| ."),
      (
        "--legacy-markdown", "[a](https://b.example) `c`",
        "<a href='https://b.example'>a</a> <code>c</code>"
      ),
    ] {
      let expected = try galley(["layout", "--html", html] + arguments)
      #expect(expected.status == 0 && expected.output.contains("line 0"))
      #expect(try galley(["layout", option, markup] + arguments) == expected)
      #expect(try galley(["layout", option] + arguments, input: markup) == expected)
      let file = try directory.write(markup + "\n", to: "message.md")
      #expect(try galley(["layout", option, file] + arguments) == expected)
    }
  }

  @Test func `the Markdown dialects render the picture of the same message`() throws {
    let path = directory.file("dialect.png")
    func picture(_ option: String, _ markup: String) throws -> Data {
      #expect(
        try galley("render", option, markup, "--fonts", testingFonts, "-o", path)
          == Outcome(status: 0))
      return try Data(contentsOf: URL(filePath: path))
    }
    let bold = try picture("--html", "<b>a</b>\\")
    #expect(try picture("--markdown-v2", "*a*\\\\") == bold)
    #expect(try picture("--legacy-markdown", "*a*\\") == bold)
    #expect(try picture("--markdown", "*a*\\") != bold)
  }

  @Test func `spoilers are revealed individually or all together on request`() throws {
    let path = directory.file("spoiler.png")
    let arguments = ["render", "--markdown", "||a|| ||b||", "--fonts", testingFonts, "-o", path]
    let pictures = try [[], ["--reveal", "1"], ["--reveal", "0", "--reveal", "1"], ["--debug"]].map
    {
      #expect(try galley(arguments + $0) == Outcome(status: 0))
      return try Data(contentsOf: URL(filePath: path))
    }
    #expect(Set(pictures).count == 4)
    #expect(try galley(arguments + ["--reveal", "all"]) == Outcome(status: 0))
    #expect(try Data(contentsOf: URL(filePath: path)) == pictures[2])
  }

  @Test func `an invalid message is reported with the reason`() throws {
    let file = try directory.write(#"{"text":1}"#, to: "message.json")
    #expect(
      try galley("layout", "--message", file)
        == Outcome(
          status: 1, complaint: "\(file): \"text\" must be a string, but is the number 1\n"))
  }

  @Test func `message errors are reported with their location`() throws {
    let file = directory.file("message")
    func complaint(_ kind: String, _ text: String) throws -> Outcome {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      return try galley("layout", kind, file, "--fonts", testingFonts)
    }
    #expect(
      try complaint("--message", "{\n\"text\":\n}")
        == Outcome(status: 1, complaint: "\(file):3: invalid JSON: expected a value (byte 10)\n"))
    #expect(
      try complaint("--html", "a\n<b>c")
        == Outcome(status: 1, complaint: "\(file):2: <b> is not closed\n"))
    #expect(
      try galley("layout", "--html", "<b>c", "--fonts", testingFonts)
        == Outcome(status: 1, complaint: "the message:1: <b> is not closed\n"))
    #expect(
      try complaint("--markdown-v2", "a\n\n*b")
        == Outcome(
          status: 1,
          complaint: "\(file):3: can't parse entities: can't find end of Bold entity "
            + "at byte offset 3\n"))
    #expect(
      try complaint("--markdown-v2", "a\nb.")
        == Outcome(
          status: 1,
          complaint: "\(file):2: can't parse entities: character '.' is reserved and must be "
            + "escaped with the preceding '\\' at byte offset 3\n"))
    #expect(
      try complaint("--legacy-markdown", "a\n_b")
        == Outcome(
          status: 1,
          complaint: "\(file):2: can't parse entities: can't find end of the entity starting "
            + "at byte offset 2\n"))
    #expect(
      try galley("render", "--legacy-markdown", "`b", "--fonts", testingFonts, "-o", "no.png")
        == Outcome(
          status: 1,
          complaint: "the message:1: can't parse entities: can't find end of the entity starting "
            + "at byte offset 0\n"))
    #expect(
      try galley("layout", "--message", "no.json", "--fonts", testingFonts)
        == Outcome(status: 1, complaint: "no.json: neither a file nor a JSON message\n"))
  }

  @Test(arguments: [
    (["layout", "> a", "--expand", "1"], "--expand 1: the text has 1 block, 0\n"),
    (
      ["layout", "> a\n\nb\n\n> c", "--expand", "2"], "--expand 2: the text has 2 blocks, 0 to 1\n"
    ),
    (["render", "a", "-o", "x.png", "--reveal", "0"], "--reveal 0: the text has no spoilers\n"),
  ])
  func `a nonexistent block or spoiler number is reported`(arguments: [String], complaint: String)
    throws
  {
    #expect(
      try galley(arguments + ["--markdown", "--fonts", testingFonts])
        == Outcome(status: 1, complaint: complaint))
  }

  @Test func `a theme sets the text and background colors`() throws {
    let path = directory.file("theme.svg")
    let arguments = ["render", "ab", "--fonts", testingFonts, "-o", path, "--theme"]
    #expect(try galley(arguments + ["dark"]) == Outcome(status: 0))
    let dark = try Data(contentsOf: URL(filePath: path))
    #expect(try galley(arguments + ["outgoing"]) == Outcome(status: 0))
    #expect(try Data(contentsOf: URL(filePath: path)) != dark)
    #expect(
      try galley(arguments + ["light", "--color", "white", "--background", "#17212b"])
        == Outcome(status: 0))
    #expect(try Data(contentsOf: URL(filePath: path)) == dark)
  }

  @Test func `each theme renders a separate picture of a message`() throws {
    let result = try galley(
      "render", "--jsonl", "--fonts", testingFonts, "--output-dir", directory.path, "--theme",
      "light", "--theme", "dark", input: #"{"id":1,"text":"a"}"#)
    #expect(result == Outcome(status: 0))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        == ["1-dark.png", "1-light.png"])
  }

  @Test(arguments: [
    ["--theme", "sepia"], ["--max-lines", "0"], ["--max-lines", "x"], ["--truncate", "left"],
    ["--expand", "-1"], ["--trailing-reserve", "48"], ["--trailing-reserve", "48xnan"],
    ["--trailing-reserve", "48x-1"], ["--trailing-reserve", "1x2x3"], ["--message", "--jsonl"],
    ["--markdown", "--html"], ["--markdown-v2", "--markdown"],
    ["--legacy-markdown", "--markdown-v2"], ["--reveal", "-1"], ["--reveal", "some"],
    ["--debug", "--jsonl"],
    ["--theme", "light", "--theme", "dark"],
  ])
  func `invalid options are usage errors`(arguments: [String]) throws {
    let path = directory.file("x.png")
    let result = try galley(["render", "a", "--fonts", testingFonts, "-o", path] + arguments)
    #expect(result.status == 64)
    #expect(result.complaint.hasPrefix("Error: "))
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
