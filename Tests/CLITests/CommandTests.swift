import Foundation
import TestSupport
import Testing

@Suite struct CommandTests {
  let directory = TemporaryDirectory()

  @Test(arguments: ["png", "svg", "pdf"])
  func `text is rendered in the requested format`(format: String) throws {
    let path = directory.file("hello." + format)
    let result = try galley("render", "Hello", "--fonts", testingFonts, "-o", path)
    #expect(result == Outcome(status: 0))
    let data = try Data(contentsOf: URL(filePath: path))
    let beginnings = ["png": "\u{89}PNG", "svg": "<?xml", "pdf": "%PDF"]
    #expect(data.starts(with: (beginnings[format] ?? "").unicodeScalars.map { UInt8($0.value) }))
  }

  @Test func `text is read from an argument, a file or standard input`() throws {
    let file = try directory.write("ab\n", to: "text.txt")
    let direct = try galley("layout", "ab", "--fonts", testingFonts)
    #expect(direct.output.hasPrefix("layout "))
    #expect(try galley("layout", file, "--fonts", testingFonts) == direct)
    #expect(try galley("layout", "-", "--fonts", testingFonts, input: "ab\n") == direct)
    #expect(try galley("layout", "--fonts", testingFonts, input: "ab") == direct)
    let named = try galley("layout", file, "--text", "--width", "none", "--fonts", testingFonts)
    #expect(named.output.contains("bytes 0..<\(file.utf8.count)"))
  }

  @Test func `layouts of JSON Lines are identical for any number of jobs`() throws {
    let file = directory.file("messages.jsonl")
    let lines = (0..<500).map { #"{"id":\#($0),"text":"message \#($0) of many"}"# }
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let one = try galley("layout", "--jsonl", file, "--fonts", testingFonts, "--width", "60")
    let three = try galley(
      "layout", "--jsonl", file, "--fonts", testingFonts, "--width", "60", "--jobs", "3")
    #expect(one == three)
    #expect(one.status == 0)
    #expect(one.output.split(separator: "\n").count == 500)
    let first = try #require(one.output.split(separator: "\n").first)
    let object = try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any]
    #expect(
      object.map { Set($0.keys) } == [
        "id", "size", "direction", "truncated", "lines", "links", "spoilers", "strikethroughs",
        "blocks", "embedded",
      ])
  }

  /// Lays out real messages in thirty languages with the shipped fonts.
  @Test func `layouts are byte-identical in every run`() throws {
    let generator = repository.appending(path: "Benchmarks/Messages/generate.py").path
    let file = try directory.write(
      Program.output(of: ["python3", generator]), to: "messages.jsonl")
    // Each process has its own hash seed.
    let outcomes = try ["1", "2", "2"].map { jobs in
      try galley(
        "layout", "--jsonl", file, "--fonts", NotoFonts.manifest, "--width", "280", "--jobs", jobs)
    }
    #expect(outcomes[0].status == 0)
    #expect(outcomes[0].output.utf8.count(where: { $0 == 0x0A }) == 2_000)
    // Compared without printing the differences.
    let differ = outcomes.dropFirst().contains { $0 != outcomes[0] }
    #expect(!differ)
  }

  @Test func `links and emoji under spoilers are omitted unless revealed`() throws {
    let message = """
      {"text":"ab cd e","entities":[{"type":"text_link","offset":0,"length":4,"url":"https://a.b"},
      {"type":"url","offset":3,"length":2},{"type":"spoiler","offset":3,"length":4},
      {"type":"custom_emoji","offset":6,"length":1,"custom_emoji_id":"7"}]}
      """.replacing("\n", with: "")
    func layout(_ arguments: String...) throws -> String {
      try galley(
        ["layout", "--jsonl", "--fonts", testingFonts, "--font", "Galley Box", "--size", "10"]
          + arguments, input: message
      ).output
    }
    let hidden = try layout()
    #expect(
      hidden.contains(
        #""links":[{"start":0,"end":4,"rects":[[0,0,30,10]],"type":"text_link","url":"https://a.b"}]"#
      ))
    #expect(hidden.contains(#""embedded":[]"#))
    #expect(hidden.contains(#""spoilers":[{"start":3,"end":7,"#))
    let revealed = try layout("--reveal", "0")
    #expect(revealed.contains(#""rects":[[0,0,40,10]],"type":"text_link""#))
    #expect(revealed.contains(#""id":"7""#))
  }

  @Test func `entities are placed at their text`() throws {
    let message = """
      {"id":"m","text":"ab 😀cd","entities":[{"type":"text_link","offset":3,"length":3,"url":"u"},
      {"type":"spoiler","offset":0,"length":1},{"type":"strikethrough","offset":1,"length":1}]}
      """.replacing("\n", with: "")
    let result = try galley(
      "layout", "--jsonl", "--fonts", testingFonts, "--font", "Galley Box", "--size", "10",
      input: message)
    #expect(result.output.contains(#""links":[{"start":3,"end":8,"rects":[["#))
    #expect(result.output.contains(#""type":"text_link","url":"https://u"}]"#))
    #expect(result.output.contains(#""spoilers":[{"start":0,"end":1,"rects":[[0,0,10,10]]}]"#))
    #expect(
      result.output.contains(#""strikethroughs":[{"start":1,"end":2,"rects":[[10,0,10,10]]}]"#))
  }

  @Test func `an invalid line is reported, and the other lines are laid out`() throws {
    let result = try galley(
      "layout", "--jsonl", "--fonts", testingFonts,
      input: "{\"text\":\"a\"}\n\n{\"id\":7,\"text\":1}\n\nno JSON\n{\"text\":\"b\"}")
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(
      lines[1] == #"{"id":7,"line":3,"error":"\"text\" must be a string, but is the number 1"}"#)
    #expect(lines[2] == #"{"line":5,"error":"invalid JSON: expected a value (byte 0)"}"#)
    #expect(
      result.complaint == """
        standard input:3: "text" must be a string, but is the number 1
        standard input:5: invalid JSON: expected a value (byte 0)

        """)
  }

  @Test func `messages are rendered under safe file names, with a contact sheet`() throws {
    let pictures = directory.file("pictures")
    let sheet = directory.file("sheet.png")
    let result = try galley(
      "render", "--jsonl", "--fonts", testingFonts, "--output-dir", pictures,
      "--contact-sheet", sheet,
      input: """
        {"id":1,"text":"a"}
        {"id":"../../etc/x","text":"b"}
        {"text":"c"}
        {"id":1,"text":"d"}
        {"id":"..","text":"e"}
        """)
    #expect(result == Outcome(status: 0))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: pictures).sorted()
        == ["1-line-4.png", "1.png", "_..png", "_._.._etc_x.png", "line-3.png"])
    #expect(FileManager.default.fileExists(atPath: sheet))
  }

  @Test(arguments: [
    ["--width", "nan"], ["--width", "-1"], ["--width", "1e99"], ["--size", "0"],
    ["--scale", "0"], ["--scale", "1e9"], ["--padding", "-3"], ["--color", "mauve"],
    ["--dir", "up"], ["--lang", "not a tag"], ["--nonsense"],
  ])
  func `invalid options are usage errors`(arguments: [String]) throws {
    let path = directory.file("x.png")
    let result = try galley(["render", "a", "--fonts", testingFonts, "-o", path] + arguments)
    #expect(result.status == 64)
    #expect(result.complaint.hasPrefix("Error: "))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `an unwritable picture is reported with the reason`() throws {
    let missing = directory.file("missing/a.png")
    #expect(
      try galley("render", "a", "--fonts", testingFonts, "-o", missing)
        == Outcome(
          status: 1,
          complaint:
            "\(missing): cannot write: the directory \(directory.file("missing")) does not exist\n")
    )
    let taken = directory.file("taken.png")
    try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: true)
    #expect(
      try galley("render", "a", "--fonts", testingFonts, "-o", taken)
        == Outcome(status: 1, complaint: "\(taken): cannot write: Is a directory\n"))
    let large = directory.file("large.png")
    let tooLarge = try galley(
      "render", String(repeating: "m", count: 2000), "--fonts", testingFonts, "--width", "none",
      "-o", large)
    #expect(tooLarge.status == 1)
    #expect(tooLarge.complaint.hasPrefix("\(large): a bitmap of "))
    #expect(tooLarge.complaint.split(separator: "\n").count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["taken.png"])
  }

  @Test(arguments: [
    (["render", "", "-o", "x.png"], "the text is empty"),
    (["layout", ""], "the text is empty"),
    (["layout", "a", "--font", "No Such"], "--font: no family \"No Such\" on this system"),
    (["layout", "/"], "/: is a directory; use --text to treat it as text"),
    (["layout", "--jsonl", "/no/such"], "/no/such: cannot read: No such file or directory"),
    (["bench", "/no/such"], "/no/such: cannot read: No such file or directory"),
    (["corpus", "run", "--corpus", "/no/such"], "/no/such: no corpus in this directory"),
  ])
  func `bad input gives a one-line error and status 1`(arguments: [String], complaint: String)
    throws
  {
    let result = try galley(arguments)
    #expect(result.status == 1)
    #expect(result.complaint.hasPrefix(complaint))
    #expect(result.complaint.split(separator: "\n").count == 1)
    #expect(result.output.isEmpty)
  }

  @Test func `invalid UTF-8 is reported with its line`() throws {
    let file = directory.file("latin1.txt")
    try Data([0x61, 0x0A, 0x62, 0xE9, 0x0A]).write(to: URL(filePath: file))
    #expect(
      try galley("layout", file, "--fonts", testingFonts)
        == Outcome(
          status: 1,
          complaint: "\(file):2: not valid UTF-8; convert it first, for example with iconv\n"))
  }

  @Test func `a benchmark reports exactly the expected figures`() throws {
    let file = try directory.write(#"{"text":"one two three"}"#, to: "m.jsonl")
    let result = try galley("bench", file, "--fonts", testingFonts, "--json", "--threads", "1,2,3")
    #expect(result.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(
      object.map { Set($0.keys) } == [
        "messages", "characters", "first_us", "again_us", "relayout_us", "raster_us",
        "raster_threads_us", "bytes_per_layout", "screen15_ms", "metrics_10000_us",
        "metrics_10000_measured",
      ])
    #expect(object?["messages"] as? Int == 1)
    #expect(object?["characters"] as? Int == 13)
    #expect((object?["raster_threads_us"] as? [String: Any])?.keys.sorted() == ["1", "2", "3"])
  }

  @Test func `an entity benchmark reports exactly the expected figures`() throws {
    let result = try galley(
      "bench", "--entities", "--passes", "1", "--fonts", testingFonts, "--json")
    #expect(result.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(
      object.map { Set($0.keys) } == [
        "entities_10k_ms", "entities_100k_ms", "entities_growth", "recolor_ratio",
        "reveal_ratio", "balanced_ratio", "link_us",
      ])
    #expect(try galley("bench").status == 64)
  }

  @Test func `each font is listed with the reason for its choice`() throws {
    let result = try galley("fonts", "ab😀", "--fonts", testingFonts)
    #expect(result.status == 0)
    let rows = result.output.split(separator: "\n")
    #expect(rows.count == 2)
    #expect(rows.first?.contains("Galley Box Regular") == true)
    #expect(rows.last?.contains("emoji or text presentation") == true)
  }

  @Test func `the listed fonts are those used for shaping`() throws {
    let result = try galley("fonts", "بيت لا\n", "--fonts", testingFonts)
    let rows = result.output.split(separator: "\n").map { $0.split(separator: "  ") }
    #expect(
      rows.map { $0[1].drop { $0 == " " } }.prefix(3)
        == Array(repeating: "Galley Joining Regular", count: 3)[...])
    #expect(rows.map { $0.last?.drop { $0 == " " } }[1] == "same font as the preceding text")
    #expect(rows.last?.last?.hasSuffix("control character without a glyph") == true)
  }

  @Test func `corpus approval is refused under continuous integration`() throws {
    let result = try galley(["corpus", "approve", "x"], environment: ["CI": "1"])
    #expect(result.status == 1)
    #expect(result.complaint.hasPrefix("approval is disabled in continuous integration"))
  }

  @Test(arguments: [[], ["--help"], ["render", "--help"], ["corpus", "approve", "--help"]])
  func `help is written to standard output`(arguments: [String]) throws {
    let result = try galley(arguments)
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: galley"))
    #expect(result.complaint.isEmpty)
  }
}
