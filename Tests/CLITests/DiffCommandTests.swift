import Foundation
import TestSupport
import Testing

/// `galley diff`.
@Suite struct DiffCommandTests {
  let directory = TemporaryDirectory()

  private let options = ["--fonts", testingFonts, "--font", "Galley Box", "--size", "10"]

  private func diff(_ arguments: String..., input: String = "") throws -> Outcome {
    try galley(["diff"] + arguments + options, input: input, in: directory.path)
  }

  @Test func `equal texts have no difference`() throws {
    let file = try directory.write("a b\n", to: "a.txt")
    let expected = Outcome(status: 0, output: "no difference\n")
    #expect(try diff(file, file) == expected)
    #expect(try diff(file, "-", input: "a b\n") == expected)
    #expect(try diff("--text", "a b", "a b") == expected)
    #expect(try diff("--quiet", file, file) == Outcome(status: 0))
  }

  @Test func `a text that breaks elsewhere is explained, with its lines`() throws {
    let (old, new) = ("one two three four", "one 2 three four")
    let result = try diff("--text", old, new, "--width", "110", "--color", "never")
    #expect(result.status == 2)
    #expect(
      result.output.hasPrefix(
        """
        - one two 
        - three four
        + one 2 three 
        + four
        'two' became '2'
        line 1 breaks after 'three', not before it; width +40
        line 2 begins with 'four'; width −60
        size 110.000 × 20.000, not 100.000 × 20.000

        """), "\(result.output)")
    #expect(result.output.contains("pixels differ by up to 255 of 255, within "))
    let quiet = try diff("--text", old, new, "--quiet")
    #expect(quiet == Outcome(status: 2))
  }

  @Test func `common lines far from a change are left out`() throws {
    let lines = (1...9).map { "line \($0)" }
    try directory.write(lines.joined(separator: "\n"), to: "old.txt")
    try directory.write(
      lines.map { $0 == "line 5" ? "line five" : $0 }.joined(separator: "\n"), to: "new.txt")
    let result = try diff("old.txt", "new.txt")
    #expect(
      result.output.hasPrefix(
        """
          …
          line 3
          line 4
        - line 5
        + line five
          line 6
          line 7
        '5' became 'five'

        """), "\(result.output)")
  }

  @Test func `messages and rich messages are recognized`() throws {
    try directory.write(#"{"text":"ab cd"}"#, to: "a.json")
    try directory.write(
      #"{"text":"ab cd","entities":[{"type":"underline","offset":0,"length":2}]}"#, to: "b.json")
    let underline = try diff("a.json", "b.json")
    #expect(underline.status == 2)
    #expect(underline.output.contains("underline"))
    let heading = { (size: Int) in
      "{\"blocks\":[{\"type\":\"heading\",\"size\":\(size),\"text\":\"a\"}]}"
    }
    try directory.write(heading(1), to: "c.json")
    try directory.write(heading(2), to: "d.json")
    #expect(try diff("c.json", "d.json").output.hasPrefix("message "))
    try directory.write("# a", to: "e.md")
    #expect(try diff("--rich", "c.json", "e.md") == Outcome(status: 0, output: "no difference\n"))
    let kinds = try diff("a.json", "c.json")
    #expect(
      kinds
        == Outcome(status: 1, complaint: "a.json is a text, and c.json is a rich message\n"))
  }

  @Test func `layouts are compared line by line`() throws {
    let messages = try directory.write(
      #"{"id":7,"text":"one two three"}"# + "\n" + #"{"text":"a"}"#, to: "messages.jsonl")
    for width in ["130", "70"] {
      let layouts = try galley(
        ["layout", "--jsonl", messages, "--width", width] + options)
      try directory.write(layouts.output, to: "\(width).jsonl")
    }
    let result = try diff("130.jsonl", "70.jsonl")
    #expect(result.status == 2)
    #expect(
      result.output == """
        message 7: 2 lines, not 1
        message 7: line 1 ends at byte 8, not 13; width −60
        message 7: size 70.000 × 20.000, not 130.000 × 10.000

        """, "\(result.output)")
    #expect(try diff("130.jsonl", "130.jsonl").status == 0)
    let first = try #require(
      String(contentsOfFile: directory.file("130.jsonl"), encoding: .utf8)
        .split(separator: "\n").first)
    try directory.write(String(first), to: "one.jsonl")
    #expect(try diff("130.jsonl", "one.jsonl").output == "1 layout, not 2\n")
    let moved = first.replacing("\"x\":0,", with: "\"x\":0.001,")
    try directory.write(String(moved), to: "near.jsonl")
    let near = try diff("one.jsonl", "near.jsonl")
    #expect(near.output == "differs by less than 1/64 of a point, or in its other members\n")
  }

  @Test func `the text of layout is a layout too`() throws {
    for width in ["130", "70"] {
      let layout = try galley(["layout", "one two three", "--width", width] + options)
      try directory.write(layout.output, to: "\(width).txt")
    }
    let result = try diff("130.txt", "70.txt")
    #expect(result.status == 2)
    #expect(
      result.output == """
        2 lines, not 1
        line 1 ends at byte 8, not 13; width −60
        size 70.000 × 20.000, not 130.000 × 10.000

        """, "\(result.output)")
  }

  @Test func `pictures are compared by pixels, and shown side by side`() throws {
    for (name, text) in [("a.png", "ab c"), ("b.png", "a bc")] {
      let result = try galley(["render", text, "-o", directory.file(name)] + options)
      #expect(result.status == 0)
    }
    let result = try diff("a.png", "b.png", "-o", "difference.png")
    #expect(result.status == 2)
    let words =
      #/\d+ pixels differ by up to \d+ of 255, within \d+ × \d+ pixels at \d+, \d+\n/#
    #expect(try words.wholeMatch(in: result.output) != nil, "\(result.output)")
    let (one, all) = (try size(of: "a.png"), try size(of: "difference.png"))
    #expect(all.width == 3 * one.width + 24)
    #expect(all.height == one.height)
    #expect(try diff("a.png", "a.png", "-o", "same.png").status == 0)
    #expect(try size(of: "same.png").width == 2 * one.width + 12)
  }

  @Test func `texts and layouts are shown side by side`() throws {
    #expect(try diff("--text", "ab", "ac", "-o", "texts.png").status == 2)
    #expect(try size(of: "texts.png").height == 26)
    let layout = try galley(["layout", "--jsonl"] + options, input: #"{"text":"ab"}"#)
    try directory.write(layout.output, to: "a.jsonl")
    #expect(try diff("a.jsonl", "a.jsonl", "-o", "layouts.png").status == 0)
    #expect(try size(of: "layouts.png").width == 2 * 36 + 12)
  }

  @Test(arguments: [
    (["a.txt", "gone"], 1, "gone: no such file; with --text, the arguments are compared"),
    (["a.txt", "/"], 1, "/: cannot read: Is a directory"),
    (["a.txt", "empty"], 1, "empty: is empty"),
    (["a.txt", "a.png"], 1, "a.png: damaged PNG image"),
    (["a.txt", "latin1"], 1, "latin1:1: not valid UTF-8"),
    (["a.txt", "a.txt", "-o", "/no/such.png"], 1, "/no/such.png: cannot write"),
    (["a.txt", "a.txt", "--font", "No Such"], 1, "--font: no family \"No Such\""),
    (["a.txt", "a.txt", "-o", "a.gif"], 64, "a.gif: the output file must end in .png."),
    (["-", "-"], 64, "Standard input can be one of the two sides only."),
    (["a.txt"], 64, "Missing expected argument '<new>'"),
    (["a.txt", "a.txt", "--color", "blue"], 64, "Expected auto, always or never."),
    (["a.txt", "a.txt", "--html", "--markdown"], 64, "exclude each other."),
    (["a.txt", "a.txt", "--rich-format", "html"], 64, "--rich-format requires --rich."),
  ])
  func `wrong arguments and files are explained`(
    arguments: [String], status: Int32, problem: String
  ) throws {
    try directory.write("a", to: "a.txt")
    try directory.write("", to: "empty")
    try directory.write(Data([0x89, 0x50, 0x4E, 0x47, 0]), to: "a.png")
    try directory.write(Data([0xE9]), to: "latin1")
    let result = try galley(
      ["diff"] + arguments + ["--fonts", testingFonts], in: directory.path)
    #expect(result.status == status)
    #expect(result.complaint.contains(problem), "\(result.complaint)")
    #expect(result.output.isEmpty)
  }

  /// Returns the size of a PNG file, in pixels.
  private func size(of name: String) throws -> (width: Int, height: Int) {
    let data = try directory.data(name)
    func number(_ offset: Int) -> Int {
      data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    return (number(16), number(20))
  }
}
