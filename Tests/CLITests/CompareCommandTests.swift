import Foundation
import TestSupport
import Testing

/// `galley corpus compare` with engines of the test.
@Suite struct CompareCommandTests {
  let directory = TemporaryDirectory()

  /// Writes an engine as a shell script.
  private func engine(_ name: String, _ script: String) throws {
    try directory.writeProgram(script, to: "engines/\(name)")
  }

  /// Writes two messages, and compares.
  private func compare(_ arguments: String...) throws -> Outcome {
    try directory.write(
      """
      {"id": "a", "text": "aa bb", "width": 30, "size": 10}
      {"id": "b", "text": "é bb", "width": 30, "size": 10}

      """, to: "messages.jsonl")
    return try galley(
      [
        "corpus", "compare", "--messages", "messages.jsonl", "--engines", "engines", "--fonts",
        testingFonts,
      ] + arguments, in: directory.path)
  }

  private static let good = #"""
    echo '{"engine": "Good 1", "notes": ["A remark."]}'
    echo '{"id": "b", "offsets": "utf-16", "lines": [
      {"start": 0, "end": 4, "x": 0, "width": 9, "baseline": 9}]}' | tr -d '\n'; echo
    echo '{"id": "a", "lines": [{"start": 0, "end": 3, "x": 0, "width": 20, "baseline": 9},
      {"start": 3, "end": 5, "x": 0, "width": 20, "baseline": 19}]}' | tr -d '\n'; echo
    """#

  @Test func `a script is an engine`() throws {
    try engine("good", Self.good)
    let result = try compare()
    #expect(result.status == 0)
    #expect(result.complaint.isEmpty)
    #expect(result.output.hasPrefix("good: Good 1: 2 texts; like galley: breaks 50.0 %"))
    #expect(result.output.hasSuffix("./compare.html\n"))
    let page = String(decoding: try directory.data("compare.html"), as: UTF8.self)
    #expect(page.contains("2 texts in 2 engines") && page.contains("A remark."))
    let input = String(decoding: try directory.data("compare/good/input.jsonl"), as: UTF8.self)
    #expect(input.split(separator: "\n").count == 2)
    #expect(input.hasPrefix(#"{"id":"a","text":"aa bb","entities":[],"dir":"auto","width":30"#))
  }

  @Test(arguments: [
    ("echo oops >&2; exit 3", "ended with status 3: oops"),
    ("kill -SEGV $$", "crashed with signal 11"),
    ("echo no json", "line 1 of its output is no JSON object"),
    (#"echo '{"id": "c", "lines": []}'"#, "line 1 of its output answers no text"),
    ("echo apt-get install x >&2; exit 69", "not installed; install it with: apt-get install x"),
    ("sleep 600", "was stopped after 1 seconds"),
  ])
  func `an engine that fails is named, and the others go on`(
    script: String, complaint: String
  ) throws {
    try engine("bad", script)
    try engine("good", Self.good)
    let result = try compare("--time-limit", "1")
    #expect(result.status == 0)
    #expect(result.complaint == "bad: \(complaint)\n")
    #expect(result.output.hasPrefix("good: Good 1: 2 texts"))
  }

  @Test func `an installed program finds the engines beside it`() throws {
    try directory.write(
      #"{"id": "a", "text": "aa", "width": 30, "size": 10}"# + "\n", to: "work/messages.jsonl")
    for folder in ["bin", "share/galley/engines"] {
      try FileManager.default.createDirectory(
        atPath: directory.file(folder), withIntermediateDirectories: true)
    }
    try engine("good", Self.good)
    try FileManager.default.moveItem(
      atPath: directory.file("engines/good"), toPath: directory.file("share/galley/engines/good"))
    try FileManager.default.copyItem(
      atPath: Program.built("galley"), toPath: directory.file("bin/galley"))
    let result = try shell(
      "../bin/galley corpus compare --messages messages.jsonl $fonts", in: directory.file("work"))
    #expect(result.complaint.hasPrefix("good: "))
  }

  @Test func `answers before a crash count`() throws {
    try engine("bad", Self.good + "\necho '{\"id\": \"a\", \"lin'; kill -ABRT $$")
    let result = try compare()
    #expect(result.complaint == "bad: crashed with signal 6\n")
    #expect(result.output.contains("bad: Good 1: 2 texts"))
  }

  @Test func `a mistake in an answer is shown with its text`() throws {
    let line = #"{"id": "a", "lines": [{"start": 4, "end": 3, "x": 0, "width": 1, "baseline": 1}]}"#
    try engine("bad", Self.good + "\necho '\(line)'")
    #expect(try compare().output.contains("bad: Good 1: 1 text;"))
    let page = String(decoding: try directory.data("compare.html"), as: UTF8.self)
    #expect(page.contains("line 1 begins at 4 and ends at 3"))
  }

  @Test func `a missing engine is named with those that there are`() throws {
    try engine("good", Self.good)
    let result = try compare("--against", "pango, good")
    #expect(result.status == 0)
    #expect(result.complaint == "no engine pango: engines has good\n")
    let none = try compare("--against", "../x")
    #expect(none.status == 1)
    #expect(none.complaint.hasSuffix("no engine answered\n"))
  }

  @Test func `cases of a corpus with settings of their own are left out`() throws {
    try engine("good", #"echo '{"engine": "E"}'; echo '{"id": "plain", "lines": []}'"#)
    let head = "layout ---\n// x\nfont: Box 10\nmeasure: 30\n"
    try directory.write(
      "--- plain \(head)text: aa bb\n\n--- other \(head)max-lines: 1\ntext: aa bb\n",
      to: "own/a.txt")
    let result = try galley(
      [
        "corpus", "compare", "--corpus", "own", "--engines", "engines", "--fonts", testingFonts,
      ], in: directory.path)
    #expect(result.status == 0)
    #expect(result.complaint == "1 of 2 cases have only the settings of all engines\n")
    #expect(result.output.hasSuffix("own/.store/compare.html\n"))
  }

  @Test func `a search proposes short texts as cases`() throws {
    // An engine that never breaks lines.
    try engine(
      "wide",
      #"""
      echo '{"engine": "Wide"}'
      line='"lines": [{"start": 0, "end": 99999, "x": 0, "width": 1, "baseline": 1}]'
      sed 's/{"id":\("[^"]*"\).*/{"id": \1, '"$line"'}/'
      """#)
    try directory.write("# a comment\n[en 5]\naaaa bbbb cccc dddd eeee\n", to: "phrases.txt")
    let result = try galley(
      [
        "corpus", "fuzz", "--engines", "engines", "--fonts", testingFonts, "--phrases",
        "phrases.txt", "--count", "20",
      ], in: directory.path)
    #expect(result.status == 0)
    #expect(result.complaint.isEmpty)
    #expect(result.output.hasPrefix("fuzz/fuzz-wide.txt: "))
    let file = String(decoding: try directory.data("fuzz/fuzz-wide.txt"), as: UTF8.self)
    #expect(file.contains("--- fuzz-wide-1 layout ---\n// galley: "))
    #expect(file.contains("lang: en\n"))
  }
}
