import Foundation
import TestSupport
import Testing

/// The options for rich messages.
@Suite struct RichCommandTests {
  let directory = TemporaryDirectory()

  private func picture(_ arguments: String..., input: String = "") throws -> Data {
    let path = directory.file("\(UUID()).png")
    let result = try galley(
      ["render", "--rich", "-o", path, "--fonts", testingFonts] + arguments, input: input)
    #expect(result == Outcome(status: 0))
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test func `the extension of a file tells the format of a rich message`() throws {
    let json = #"{"blocks":[{"type":"heading","size":1,"text":"a"}]}"#
    let expected = try picture(try directory.write(json, to: "a.json"))
    for (name, text) in [
      ("a.md", "# a"), ("a.markdown", "a\n="), ("a.html", "<h1>a</h1>"), ("a.HTM", "<h1>a</h1>"),
    ] {
      #expect(try picture(try directory.write(text, to: name)) == expected)
    }
    #expect(try picture(json) == expected)
    #expect(try picture(input: json) == expected)
  }

  @Test func `a stated format applies to standard input, arguments and any file`() throws {
    let expected = try picture("--rich-format", "markdown", "# a")
    #expect(try picture("--rich-format", "html", input: "<h1>a</h1>") == expected)
    let file = try directory.write("<h1>a</h1>", to: "a.md")
    #expect(try picture(file, "--rich-format", "html") == expected)
  }

  @Test func `theme, direction, width and scale change the picture`() throws {
    let text = "1. a bb ccc"
    let plain = try picture("--rich-format", "markdown", text)
    for arguments in [
      ["--theme", "dark"], ["--dir", "rtl"], ["--width", "60"], ["--scale", "2"],
    ] {
      let path = directory.file("other.png")
      let result = try galley(
        [
          "render", "--rich", "--rich-format", "markdown", text, "-o", path, "--fonts",
          testingFonts,
        ]
          + arguments)
      #expect(result == Outcome(status: 0))
      #expect(try Data(contentsOf: URL(filePath: path)) != plain)
    }
  }

  @Test func `a contact sheet has all rich messages of a folder`() throws {
    try directory.write("# a", to: "messages/a.md")
    try directory.write("<p>b</p>", to: "messages/b.html")
    try directory.write("no message", to: "messages/c.txt")
    func sheet(_ themes: String...) throws -> Data {
      let path = directory.file("sheet.png")
      let result = try galley(
        [
          "render", "--rich", directory.file("messages"), "--contact-sheet", path, "--fonts",
          testingFonts,
        ] + themes.flatMap { ["--theme", $0] })
      #expect(result == Outcome(status: 0))
      return try Data(contentsOf: URL(filePath: path))
    }
    let both = try sheet("light", "dark")
    #expect(try sheet("light").count < both.count)
    try directory.write("{}", to: "messages/d.json")
    let result = try galley(
      "render", "--rich", directory.file("messages"), "--contact-sheet", directory.file("b.png"),
      "--fonts", testingFonts)
    #expect(result.status == 1)
    #expect(result.complaint.contains("messages/d.json: "))
  }

  @Test(arguments: [
    ("a.json", "{\n\"blocks\":[}", "a.json:2: "),
    (
      "a.json", #"{"blocks":[{"type":"divider"},{"type":"table"}]}"#,
      "a.json: \"blocks[1].cells\" is missing\n"
    ),
    ("a.html", "<p>a</p>\n\n<tg-thinking>b</tg-thinking>", "a.html:3: "),
    ("a.md", "a\n\n" + String(repeating: "b", count: 40_000), "a.md:3: exceeds the limit of 32768"),
    ("a.txt", "# a", "a.txt: unknown format; add --rich-format json, markdown or html\n"),
    ("a.md", "", "the text is empty\n"),
  ])
  func `an error in a rich message names the line or the block`(
    name: String, text: String, message: String
  ) throws {
    try directory.write(text, to: name)
    let result = try galley(
      ["render", "--rich", name, "-o", "a.png", "--fonts", testingFonts], in: directory.path)
    #expect(result.status == 1)
    #expect(result.complaint.hasPrefix(message), "\(result.complaint)")
  }

  @Test func `lines of a file may be rich messages`() throws {
    let link =
      #"{"type":"paragraph","text":["b ",{"type":"url","text":"c","url":"https://d.e/"}]}"#
    let rich = #"{"id":"r","blocks":[{"type":"heading","size":1,"text":"a"},\#(link)]}"#
    let lines = try directory.write(
      [#"{"id":1,"text":"a"}"#, rich, #"{"blocks":7}"#].joined(separator: "\n"), to: "a.jsonl")
    let options = ["--fonts", testingFonts, "--font", "Galley Box", "--size", "10"]
    let layouts = try galley(["layout", "--jsonl", lines] + options)
    #expect(layouts.status == 1)
    #expect(layouts.complaint.hasPrefix("\(lines):3: \"blocks\""))
    let objects = try layouts.output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.count == 3)
    #expect(objects[0]["lines"] != nil && objects[2]["error"] != nil)
    #expect(objects[1]["id"] as? String == "r")
    let parts = try #require(objects[1]["parts"] as? [[String: Any]])
    #expect(parts.map { $0["text"] as? String } == ["a", "b c"])
    #expect(parts.map { $0["block"] as? String } == ["0", "1"])
    let paragraph = parts[1]
    let frame = try #require(paragraph["frame"] as? [Double])
    let line = try #require((paragraph["lines"] as? [[String: Any]])?.first)
    #expect(line["y"] as? Double == frame[1])
    #expect(line["width"] as? Double == 30)
    #expect(line["end"] as? Int == 3)
    let place = try #require((paragraph["links"] as? [[String: Any]])?.first)
    #expect(place["url"] as? String == "https://d.e/")
    #expect(place["start"] as? Int == 2)
    #expect((place["rects"] as? [[Double]])?.first?.prefix(3) == [20, frame[1], 10])

    let folder = directory.file("pictures")
    let drawn = try galley(["render", "--jsonl", lines, "--output-dir", folder] + options)
    #expect(drawn.status == 1)
    let picture = try picture(rich, "--font", "Galley Box", "--size", "10")
    #expect(try directory.data("pictures/r.png") == picture)
  }

  @Test(arguments: [
    (["render", "--rich", "gone.md", "-o", "a.png"], 1, "gone.md: no such file\n"),
    (["render", "--rich", "# a", "-o", "a.png"], 1, "# a: no such file\n"),
    (["render", "--rich", "-", "-o", "a.png"], 1, "standard input: unknown format; add "),
    (
      ["render", "--rich-format", "html", "a", "-o", "a.png"], 64, "--rich-format requires --rich."
    ),
    (["render", "--rich", "--rich-format", "rtf", "-o", "a.png"], 64, "json, markdown or html."),
    (["render", "--rich", "--html", "a", "-o", "a.png"], 64, "exclude each other."),
    (["render", "--rich", "-o", "a.png", "--contact-sheet", "b.png"], 64, "excludes --output"),
    (["render", "--rich", "a.md", "--contact-sheet", "b.png"], 1, "a.md: not a directory"),
    (["layout", "--rich", "gone.md"], 1, "gone.md: no such file\n"),
  ])
  func `wrong arguments of rich messages are refused`(
    arguments: [String], status: Int32, message: String
  ) throws {
    let result = try galley(
      arguments + ["--fonts", testingFonts], input: "# a", in: directory.path)
    #expect(result.status == status)
    #expect(result.complaint.contains(message), "\(result.complaint)")
  }
}
