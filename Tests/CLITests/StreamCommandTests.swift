import Foundation
import TestSupport
import Testing

@Suite struct StreamCommandTests {
  let directory = TemporaryDirectory()

  @Test func `a stream has figures as JSON`() throws {
    let result = try galley(
      ["stream", "--chunk", "4", "--json", "--compare", "--fonts", testingFonts],
      input: "# Title\n\nSome **bold** text.\n\n- one\n- two\n")
    #expect(result.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(object?["appends"] as? Double == 11)
    #expect(object?["bytes"] as? Double == 42)
    #expect(object?["moved_blocks"] as? Double == 0)
    for name in ["total_ms", "append_p50_us", "append_p99_us", "whole_ms", "whole_each_ms"] {
      #expect((object?[name] as? Double ?? 0) > 0, "\(name)")
    }
  }

  @Test func `frames of one size are written, and the last picture`() throws {
    let file = try directory.write(String(repeating: "words of a text ", count: 40), to: "a.md")
    let (frames, last) = (directory.file("frames"), directory.file("last.png"))
    let result = try galley(
      "stream", file, "--chunk", "8", "--rate", "80", "--interval", "0.5", "--output-dir", frames,
      "-o", last, "--height", "120", "--width", "100", "--fonts", testingFonts)
    #expect(result == Outcome(status: 0))
    let names = try FileManager.default.contentsOfDirectory(atPath: frames).sorted()
    // From 0.1 to 8 seconds of text, and the end.
    #expect(names.count == 18)
    #expect(names.first == "frame-00001.png")
    let sizes = try Set(
      names.map { try Data(contentsOf: URL(filePath: frames + "/" + $0))[16..<24] })
    #expect(sizes.count == 1)
    #expect(FileManager.default.fileExists(atPath: last))
  }

  @Test func `without an output, figures are text`() throws {
    let result = try galley(["stream", "--fonts", testingFonts], input: "text")
    #expect(result.status == 0)
    #expect(result.output.contains("append, p99"))
  }

  @Test func `a missing file and a wrong name are reported`() throws {
    let missing = try galley("stream", "missing.md", "--fonts", testingFonts)
    #expect(missing.status == 1)
    #expect(missing.complaint.contains("missing.md"))
    #expect(try galley("stream", "-o", "a.svg").status == 64)
    #expect(try galley("stream", "--rate", "10").status == 64)
    #expect(try galley("stream", "--chunk", "0").status == 64)
  }
}
