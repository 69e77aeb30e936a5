import Foundation
import TestSupport
import Testing

@Suite struct BenchCommandTests {
  let directory = TemporaryDirectory()

  @Test func `a batch reports the share of layout and drawing`() throws {
    let lines = (0..<40).map { #"{"id":\#($0),"text":"message \#($0) of many"}"# }
    let file = try directory.write(lines.joined(separator: "\n"), to: "messages.jsonl")
    let result = try galley(
      "bench", file, "--batch", "--json", "--threads", "2", "--fonts", testingFonts)
    #expect(result.status == 0)
    let figures = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Double])
    #expect(figures["messages"] == 40)
    #expect(figures["threads"] == 2)
    let parts = try ["layout_us", "drawing_us", "encoding_us"].map { try #require(figures[$0]) }
    #expect(parts.allSatisfy { $0 > 0 })
    let share = try #require(figures["layout_drawing_share"])
    #expect(abs(share - (parts[0] + parts[1]) / parts.reduce(0, +)) < 0.01)
  }

  @Test func `a batch with an invalid message is an error with its line`() throws {
    let file = try directory.write("{\"text\":\"a\"}\n{}\n", to: "messages.jsonl")
    let result = try galley("bench", file, "--batch", "--fonts", testingFonts)
    #expect(result.status == 1)
    #expect(result.complaint.contains("line 2"))
  }

  @Test func `memory is sampled while messages are laid out and drawn`() throws {
    let file = try directory.write(#"{"text":"one two three"}"#, to: "messages.jsonl")
    let result = try galley("bench", file, "--soak", "400", "--json", "--fonts", testingFonts)
    #expect(result.status == 0)
    let samples = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Double]])
    #expect(samples.compactMap { $0["messages"] } == (0...40).map { Double($0) * 10 })
    #expect(samples.allSatisfy { $0["resident"] ?? 0 > 1e6 })
    // Sanitizers have their own heap, which the C library does not know.
    #expect(samples.allSatisfy { $0["allocated"] ?? 0 > 1e5 } || isSanitized)
    #expect(samples.first?["texts"] == 0)
    #expect(samples.last?["texts"] ?? 0 > 0)
    #expect(samples.last?["glyphs"] ?? 0 > 0)
  }

  @Test(arguments: [["--batch"], ["--growth", "--display"], ["--growth", "messages.jsonl"]])
  func `measurements exclude each other`(arguments: [String]) throws {
    #expect(try galley(["bench"] + arguments).status == 64)
  }
}
