import Foundation
import TestSupport
import Testing

/// The arguments for parts of a text and for rich messages.
@Suite struct PartArgumentTests {
  let directory = TemporaryDirectory()

  private func layout(_ text: String, _ arguments: String...) throws -> Outcome {
    try galley(
      ["layout", text, "--fonts", testingFonts, "--font", "Galley Box", "--size", "10"] + arguments)
  }

  /// Returns the expectation of a case with the same settings.
  private func expected(_ settings: [String], kind: String = "layout") throws -> String {
    let folder = directory.file("corpus-\(UUID())")
    let lines = ["--- a \(kind) ---", "// A case.", "font: Galley Box 10"] + settings
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try lines.joined(separator: "\n").write(
      toFile: folder + "/a.txt", atomically: true, encoding: .utf8)
    let result = try galley("corpus", "approve", "a", "--corpus", folder, "--fonts", testingFonts)
    #expect(result.status == 0, "\(result.complaint)")
    let text = try String(contentsOfFile: folder + "/a.expected.txt", encoding: .utf8)
    return String(text.drop { $0 != "\n" }.dropFirst())
  }

  @Test(arguments: [
    (["style: \"bb\" size=20 underline"], ["--style", "\"bb\" size=20 underline"]),
    (["strikethrough:"], ["--style", "strikethrough"]),
    (["paragraph: \"aa\" first=20 end=5"], ["--paragraph", "\"aa\" first=20 end=5"]),
    (["block: \"bb\" quote collapsible"], ["--block", "\"bb\" quote collapsible"]),
    (["object: \"bb\" size=20x16 descent=4"], ["--object", "\"bb\" size=20x16 descent=4"]),
    (["link: \"bb\"", "spoiler: \"cc\""], ["--link", "\"bb\"", "--spoiler", "\"cc\""]),
    (["alignment: end", "alignment-width: 200"], ["--align", "end", "--align-width", "200"]),
    (["insets: 1 2 3 4", "min-lines: 4"], ["--insets", "1 2 3 4", "--min-lines", "4"]),
    (["word-break: break-all"], ["--word-break", "break-all"]),
    (["max-lines: 1", "token: [more]"], ["--max-lines", "1", "--token", "[more]"]),
    (
      ["block: \"aa bb cc dddd\" code", "max-lines: 1", "token: [more]", "token-in-blocks: !"],
      [
        "--block", "\"aa bb cc dddd\" code", "--max-lines", "1", "--token", "[more]",
        "--token-in-blocks", "!",
      ]
    ),
  ])
  func `an argument lays text out like the setting of a case`(
    settings: [String], arguments: [String]
  ) throws {
    let text = "aa bb cc dddd"
    let result = try galley(
      ["layout", text, "--fonts", testingFonts, "--font", "Galley Box", "--size", "10"]
        + ["--width", "60"] + arguments)
    #expect(result.status == 0, "\(result.complaint)")
    #expect(try result.output == expected(settings + ["measure: 60", "text: \(text)"]))
    // Links and spoilers have no effect on the positions.
    let isVisible = !settings[0].hasPrefix("link")
    #expect(try (result.output != layout(text, "--width", "60").output) == isVisible)
  }

  @Test func `glyphs are those of a case of shapes`() throws {
    #expect(
      try layout("ab", "--shape").output == expected(["text: ab"], kind: "shape"))
  }

  @Test(arguments: [
    ([], []), (["open: 0"], ["--open", "0"]), (["close: 1"], ["--close", "1"]),
    (["fills-width: yes"], ["--fills-width"]), (["expand: 2"], ["--expand", "2"]),
  ])
  func `a rich message is laid out like that of a case`(
    settings: [String], arguments: [String]
  ) throws {
    let html =
      "<details><summary>a</summary>b</details><details open><summary>c</summary>d</details>"
      + "<blockquote expandable>\(String(repeating: "e<br>", count: 9))e</blockquote>"
    let result = try galley(
      [
        "layout", "--rich", "--rich-format", "html", html, "--fonts", testingFonts, "--font",
        "Galley Box", "--size", "10", "--width", "200",
      ] + arguments)
    #expect(result.status == 0, "\(result.complaint)")
    #expect(
      try result.output == expected(settings + ["measure: 200", "rich-html: \(html)"]))
  }

  @Test func `a draft may contain thinking blocks`() throws {
    let html = "<tg-thinking>b</tg-thinking>"
    let arguments = ["layout", "--rich", "--rich-format", "html", html, "--fonts", testingFonts]
    #expect(try galley(arguments).status == 1)
    #expect(try galley(arguments + ["--draft"]).status == 0)
  }

  @Test func `in a file of messages, parts may be missing`() throws {
    let lines = "{\"text\":\"aa\"}\n{\"text\":\"bb\"}"
    let result = try galley(
      "layout", "--jsonl", "--fonts", testingFonts, "--font", "Galley Box", "--size", "10",
      "--style", "\"bb\" size=20", input: lines)
    #expect(result.status == 0)
    let widths = result.output.matches(of: #/"size":\{"width":(\d+)/#).map { String($0.1) }
    #expect(widths == ["20", "40"])
  }

  @Test(arguments: [
    (["a", "--style", "\"b\" underline"], 1, "--style: the text does not contain \"b\"\n"),
    (["a", "--style", "\"a\" undrline"], 64, "Unknown setting undrline."),
    (["a", "--style", "\"a underline"], 64, "Expected settings, and quotation marks around"),
    (["a", "--spoiler", "a"], 64, "Expected a quoted part of the text first."),
    (["a", "--block", "\"a\" table"], 64, "Expected quote or code"),
    (["a", "--object", "\"a\" size=1"], 64, "Expected a size such as 40x14."),
    (["a", "--paragraph", "\"a\" ident=1"], 64, "Unknown paragraph setting ident."),
    (["a", "--insets", "1 2"], 64, "Expected four distances in points"),
    (["a", "--word-break", "all"], 64, "Expected normal, break-all or keep-all."),
    (["a", "--token-in-blocks", "b"], 64, "--token-in-blocks requires --token."),
    (["a", "--open", "x"], 64, "Expected the place of a block, such as 0 or 2.1."),
    (["a", "--expand", "-1"], 64, "Expected the place of a block, such as 0 or 2.1."),
    (["a", "--expand", "0.1"], 1, "--expand 0.1: the text has no blocks"),
    (["a", "--shape", "--rich"], 64, "--shape excludes --rich and --jsonl."),
    (["--html", "<b>a</b>", "--object", "\"a\" size=1x1"], 1, "only to a text without entities"),
    (
      ["--rich", "--rich-format", "html", "a", "--link", "\"a\""], 64,
      "--link applies only to text."
    ),
  ])
  func `a wrong argument is explained`(
    arguments: [String], status: Int32, problem: String
  ) throws {
    let result = try galley(["layout", "--fonts", testingFonts] + arguments)
    #expect(result.status == status)
    #expect(result.complaint.contains(problem), "\(result.complaint)")
    #expect(result.output.isEmpty)
  }

  @Test func `each key of a corpus case has an argument`() throws {
    let readme = repository.appending(path: "Corpus/README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    // The keys are the first column of the tables of cases and of rich messages.
    let rows = text.prefix(upTo: try #require(text.firstRange(of: "## Escapes")).lowerBound)
      .matches(of: /(?m)^\| (`[a-z].*?`) \|/).map { String($0.1) }
    let keys = rows.flatMap { row in row.matches(of: /`([a-z-]+)`/).map { String($0.1) } }
    #expect(keys.count > 50)
    let arguments = [
      "measure": "width", "alignment": "align", "alignment-width": "align-width",
      "reserve": "trailing-reserve", "rich-markdown": "rich-format", "rich-html": "rich-format",
      // Keys of the corpus itself, not of a text.
      "skip": "version",
    ]
    let help = try galley("render", "--help").output
    for key in keys {
      #expect(help.contains("--\(arguments[key] ?? key)"), "\(key)")
    }
  }
}
