import Foundation
import GalleyBasics
import TestSupport
import Testing

/// Batches that are interrupted, and continued with `--resume`.
@Suite struct BatchInterruptionTests {
  let directory = TemporaryDirectory()

  /// Writes messages to a file, and returns its path.
  private func messages(_ lines: [String]) throws -> String {
    try directory.write(lines.joined(separator: "\n") + "\n", to: "messages.jsonl")
  }

  private func words(_ input: String, _ out: String, _ more: [String] = []) -> [String] {
    ["batch", input, "--out", out, "--fonts", testingFonts, "--quiet"] + more
  }

  /// The part of line 12 that the process wrote, which may be all but its line end.
  @Test(arguments: [0.3, 1])
  func `an interrupted batch is continued from its last whole line`(part: Double) throws {
    let input = try messages((1...20).map { #"{"text":"\#($0)"}"# } + ["{oops"])
    let (whole, out) = (directory.file("whole"), directory.file("out"))
    #expect(try galley(words(input, whole)).status == 1)
    #expect(try galley(words(input, out)).status == 1)
    let manifest = URL(filePath: out + "/manifest.jsonl")
    let lines = try Data(contentsOf: manifest).split(separator: 0x0A)
    let kept = Data(lines[...11].joined(separator: [0x0A])) + [0x0A]
    try (kept + lines[12].prefix(Int(Double(lines[12].count) * part))).write(to: manifest)
    for line in 12...20 {
      try FileManager.default.removeItem(atPath: out + "/000/0000\(line).png")
    }
    let old = Date(timeIntervalSince1970: 7)
    for name in try BatchOutput.files(out).keys {
      try FileManager.default.setAttributes(
        [.modificationDate: old], ofItemAtPath: out + "/" + name)
    }
    #expect(try galley(words(input, out, ["--resume"])).status == 1)
    #expect(try BatchOutput.entries(out) == BatchOutput.entries(whole))
    #expect(try BatchOutput.files(out) == BatchOutput.files(whole))
    #expect(try Data(contentsOf: manifest).starts(with: kept))
    for line in 1...20 {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: out + (line < 10 ? "/000/00000\(line).png" : "/000/0000\(line).png"))
      #expect((attributes[.modificationDate] as? Date == old) == (line < 12), "\(line)")
    }
    // There is nothing left to do, and the failure is still one.
    let end = try Data(contentsOf: manifest)
    #expect(try galley(words(input, out, ["--resume"])).status == 1)
    #expect(try Data(contentsOf: manifest) == end)
  }

  @Test func `a batch is continued from the first file that is missing or has another size`() throws
  {
    let input = try messages((1...9).map { #"{"text":"\#($0)"}"# } + ["{oops"])
    let (whole, out) = (directory.file("whole"), directory.file("out"))
    #expect(try galley(words(input, whole)).status == 1)
    #expect(try galley(words(input, out)).status == 1)
    try FileManager.default.removeItem(atPath: out + "/000/000007.png")
    #expect(try galley(words(input, out, ["--resume"])).status == 1)
    #expect(try BatchOutput.files(out) == BatchOutput.files(whole))
    try Data("x".utf8).write(to: URL(filePath: out + "/000/000003.png"))
    #expect(try galley(words(input, out, ["--resume"])).status == 1)
    #expect(try BatchOutput.files(out) == BatchOutput.files(whole))
    #expect(try BatchOutput.entries(out) == BatchOutput.entries(whole))
  }

  @Test(.disabled(if: isSanitized, "the thread sanitizer writes a file when a program starts"))
  func `a file that cannot be written to its end is absent`() throws {
    let text = String(repeating: "abc ", count: 600)
    let input = try messages([#"{"text":"a"}"#, #"{"text":"\#(text)"}"#, #"{"text":"b"}"#])
    let out = directory.file("out")
    // 8 KB, which the second picture exceeds.
    let result = try shell(
      "ulimit -f 16; galley batch '\(input)' --out '\(out)' --format svg $fonts --quiet")
    #expect(result.status == 1)
    #expect(try Set(BatchOutput.files(out).keys) == ["000/000001.svg", "000/000003.svg"])
    #expect(try BatchOutput.entries(out)[2]["error"]?.contains("File too large") == true)
    #expect(try galley(words(input, out, ["--format", "svg"])).status == 0)
    #expect(try BatchOutput.files(out)["000/000002.svg"].map { $0.count > 8_192 } == true)
  }

  /// After random messages; every fourth time by Ctrl-C.
  ///
  /// Until then, the folder is read again and again, because a kill could leave it at any moment.
  @Test func `a batch that is killed leaves whole files, and is completed`() throws {
    // Some files are long, so that writing them takes a while.
    let long = String(repeating: "abc ", count: 1_500)
    let input = try messages(
      (1...300).map { number in
        #"{"text":"message \#(number) \#(number % 20 == 0 ? long : "")","id":\#(number)}"#
      })
    let whole = directory.file("whole")
    #expect(try galley(words(input, whole, ["--format", "svg"])).status == 0)
    let expected = try WatchedBatch.Contents(of: whole)
    var random = SplitMix64(seed: 18)
    var killCount = 0
    let rounds = runsLongTests ? 4 : 2
    for round in 0..<rounds {
      // Batches in a new folder, and those that write the files of an earlier one again.
      let out = directory.file("out-\(round / 2)")
      // The finished manifest of an earlier batch would end the waiting.
      try? FileManager.default.removeItem(atPath: out + "/manifest.jsonl")
      let moments = (0..<5).map { _ in Int.random(in: 1..<280, using: &random) }.sorted()
      for (index, moment) in moments.enumerated() {
        let process = Program.process(
          [Program.built("galley")]
            + words(input, out, ["--format", "svg"] + (index == 0 ? [] : ["--resume"])))
        try process.run()
        var watched = WatchedBatch(folder: out, expected: expected)
        while process.isRunning, try watched.check() < moment {}
        usleep(UInt32.random(in: 0..<2_000, using: &random))
        kill(process.processIdentifier, index == 3 ? SIGINT : SIGKILL)
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal { killCount += 1 }
        try watched.check()
        for (name, data) in try BatchOutput.files(out) {
          #expect(expected.files[name] == data, "\(name)")
        }
      }
      #expect(try galley(words(input, out, ["--format", "svg", "--resume"])).status == 0)
      #expect(try WatchedBatch.Contents(of: out) == expected)
    }
    #expect(killCount >= 5 * rounds - 1)
  }
}

/// The folder of a batch that may be under way.
private struct WatchedBatch {
  /// A manifest without times, and the files.
  struct Contents: Equatable {
    var lines: [Substring]
    var files: [String: Data]

    init(of folder: String) throws {
      lines = WatchedBatch.lines(of: folder)
      files = try BatchOutput.files(folder)
    }

    /// Returns the name of the file of a line of the manifest.
    func name(at index: Int) -> String? {
      lines[index].firstMatch(of: /"file":"([^"]*)"/).map { String($0.1) }
    }
  }

  let folder: String
  let expected: Contents
  /// The number of lines that were checked.
  private var lineCount = 0

  init(folder: String, expected: Contents) {
    (self.folder, self.expected) = (folder, expected)
  }

  /// Checks the lines of the manifest that are new, their files, and files that may be next.
  ///
  /// - Returns: The number of messages in the manifest.
  @discardableResult mutating func check() throws -> Int {
    let lines = Self.lines(of: folder)
    let end = min(lines.count, expected.lines.count)
    #expect(lines.count <= expected.lines.count)
    for index in min(lineCount, end)..<min(end + 16, expected.lines.count) {
      if index < end { #expect(lines[index] == expected.lines[index]) }
      guard let name = expected.name(at: index) else { continue }
      let data = FileManager.default.contents(atPath: folder + "/" + name)
      if index < end || data != nil { #expect(data == expected.files[name], "\(name)") }
    }
    lineCount = end
    return max(lines.count - 1, 0)
  }

  /// Returns the lines of a manifest that have line ends, without times.
  private static func lines(of folder: String) -> [Substring] {
    let data = FileManager.default.contents(atPath: folder + "/manifest.jsonl") ?? Data()
    let end = data.lastIndex(of: 0x0A) ?? data.startIndex
    return String(decoding: data[..<end], as: UTF8.self).split(separator: "\n").map { line in
      line.range(of: #","ms":"#).map { line[..<$0.lowerBound] } ?? line
    }
  }
}
