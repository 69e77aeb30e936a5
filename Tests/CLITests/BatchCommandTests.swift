import Foundation
import TestSupport
import Testing

/// `galley batch`.
@Suite struct BatchCommandTests {
  let directory = TemporaryDirectory()

  /// Writes messages to a file, and returns its path.
  private func messages(_ lines: [String]) throws -> String {
    try directory.write(lines.joined(separator: "\n") + "\n", to: "messages.jsonl")
  }

  private func batch(_ arguments: String...) throws -> Outcome {
    try galley(["batch"] + arguments + ["--fonts", testingFonts, "--quiet"])
  }

  @Test func `each message becomes a file, and an invalid line is answered in place`() throws {
    let input = try messages([
      #"{"text":"a","id":7}"#, "{oops", "", #"{"text":"b","id":"../../x"}"#, #"{"text":"c"}"#,
    ])
    let out = directory.file("out")
    let result = try batch(input, "--out", out)
    #expect(result.status == 1)
    #expect(result.complaint.hasPrefix("\(input):2: "))
    let entries = try BatchOutput.entries(out)
    #expect(entries.map { $0["line"] } == [nil, "1", "2", "4", "5"])
    #expect(entries[2]["error"] != nil)
    #expect(
      entries.compactMap { $0["file"] } == [
        "000/000001-7.png", "000/000004-_._.._x.png", "000/000005.png",
      ])
    let files = try BatchOutput.files(out)
    #expect(Set(files.keys) == Set(entries.compactMap { $0["file"] }))
    #expect(entries[1]["bytes"] == files["000/000001-7.png"].map { "\($0.count)" })
    #expect(entries[1]["width"] == "16")
  }

  @Test func `rich messages are drawn like those of render`() throws {
    // A quotation, whose bar is at the start.
    let rich =
      #"{"id":7,"blocks":[{"type":"blockquote","blocks":[{"type":"paragraph","text":"a"}]}]}"#
    let input = try messages([#"{"text":"a"}"#, rich, #"{"blocks":7}"#])
    let out = directory.file("out")
    let result = try batch(input, "--out", out, "--dir", "rtl")
    #expect(result.status == 1)
    #expect(result.complaint.hasPrefix("\(input):3: \"blocks\""), "\(result.complaint)")
    let picture = directory.file("a.png")
    let drawn = try galley(
      "render", "--rich", rich, "-o", picture, "--fonts", testingFonts, "--dir", "rtl")
    #expect(drawn.status == 0)
    #expect(
      try BatchOutput.files(out)["000/000002-7.png"] == Data(contentsOf: URL(filePath: picture)))
  }

  /// The beginnings of files in each format.
  @Test(arguments: [
    ("svg", "<?xml"), ("pdf", "%PDF"), ("webp", "RIFF"), ("json", #"{"id":7,"size":"#),
  ])
  func `rich messages have files of every format`(format: String, beginning: String) throws {
    let rich = #"{"id":7,"blocks":[{"type":"paragraph","text":"abc"}]}"#
    let input = try messages([rich])
    let out = directory.file("out")
    let result = try batch(input, "--out", out, "--format", format)
    #expect(result == Outcome(status: 0))
    let files = try BatchOutput.files(out)
    #expect(files["000/000001-7.\(format)"]?.starts(with: Data(beginning.utf8)) == true)
    guard format != "json" else { return }
    let picture = directory.file("a.\(format)")
    let drawn = try galley(
      "render", "--rich", rich, "-o", picture, "--fonts", testingFonts)
    #expect(drawn == Outcome(status: 0))
    #expect(try files["000/000001-7.\(format)"] == Data(contentsOf: URL(filePath: picture)))
  }

  @Test func `standard output has layouts or pictures in place of files`() throws {
    let input = try messages([#"{"text":"ab","id":7}"#])
    let layout = try batch(input, "--out", "-", "--format", "json")
    #expect(layout.status == 0)
    #expect(layout.output.hasPrefix(#"{"line":1,"id":7,"layout":{"id":7,"size":"#))
    _ = try JSONSerialization.jsonObject(with: Data(layout.output.utf8))
    let picture = try batch(input, "--out", "-")
    let object = try JSONSerialization.jsonObject(with: Data(picture.output.utf8))
    let text = try #require((object as? [String: Any])?["data"] as? String)
    let data = try #require(Data(base64Encoded: text))
    let out = directory.file("out")
    #expect(try batch(input, "--out", out).status == 0)
    #expect(try BatchOutput.files(out)["000/000001-7.png"] == data)
  }

  @Test func `a batch is not continued with other settings`() throws {
    let input = try messages([#"{"text":"a"}"#])
    let out = directory.file("out")
    #expect(try batch(input, "--out", out).status == 0)
    let other = try batch(input, "--out", out, "--resume", "--scale", "2")
    #expect(other.status == 1)
    #expect(other.complaint.contains("other settings"))
    #expect(try batch(input, "--out", out, "--scale", "2").status == 0)
    try Data("x\n".utf8).write(to: URL(filePath: out + "/manifest.jsonl"))
    #expect(try batch(input, "--out", out, "--resume").status == 1)
  }

  @Test func `files can be WebP images`() throws {
    let input = try messages([#"{"text":"ab","id":7}"#])
    let out = directory.file("out")
    #expect(try batch(input, "--out", out, "--format", "webp").status == 0)
    let data = try #require(try BatchOutput.files(out)["000/000001-7.webp"])
    #expect(data.prefix(4) == Data("RIFF".utf8) && data[8..<15] == Data("WEBPVP8".utf8))
  }

  @Test(arguments: [
    (["--out", "-", "--resume"], "--resume requires a folder"),
    (["--out", "-", "--manifest", "m"], "omit --manifest"),
    (["--out", "x", "--theme", "light", "--theme", "dark"], "one theme"),
    (["--out", "x", "--format", "gif"], "Expected png, webp, svg, pdf or json"),
  ])
  func `wrong arguments are explained`(arguments: [String], problem: String) throws {
    let result = try galley(["batch", "-"] + arguments)
    #expect(result.status == 64)
    #expect(result.complaint.contains(problem))
  }
}
