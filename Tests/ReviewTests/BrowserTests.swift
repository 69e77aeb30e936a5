import Foundation
import TestSupport
import Testing

/// The pages of a corpus in a browser, and the server of a review.
@Suite struct BrowserTests {
  private let directory = TemporaryDirectory()
  private let script = repository.appending(path: "scripts/chromium/drive_report.py").path
  private let fonts = ["--corpus", "own", "--fonts", TestFonts.manifest]

  /// Whether the test with a browser is run; in continuous integration it is never left out.
  private static let hasBrowser =
    ProcessInfo.processInfo.environment["CI"] != nil
    || ["chromium", "google-chrome"].contains {
      (try? Program.run(["sh", "-c", "command -v \($0)"]))?.status == 0
    }

  private func corpus(_ arguments: String...) throws -> Outcome {
    try Program.run(
      [Program.built("galley"), "corpus"] + arguments + fonts, environment: ["CI": nil],
      in: directory.path)
  }

  /// Makes a corpus of five cases, all approved, and then changes the sizes of their fonts.
  private func prepare() throws {
    _ = try Program.run([Program.built("galley"), "corpus", "init", "own"], in: directory.path)
    #expect(try corpus("approve", "--all", "--yes").status == 0)
    let file = try String(decoding: directory.data("own/first/first.txt"), as: UTF8.self)
    try directory.write(file.replacing("serif 16", with: "serif 18"), to: "own/first/first.txt")
    #expect(try corpus("report").status == 2)
  }

  @Test(.enabled(if: Self.hasBrowser, "Needs Debian's chromium."))
  func `reports and reviews follow keys and clicks, and refuse strangers`() throws {
    try prepare()
    let review = try ReviewProcess(fonts, in: directory.path)
    let drive = try Program.run(
      ["python3", script, directory.file("own/.store/report.html"), review.address, "own"],
      in: directory.path, limit: 120)
    #expect(drive.status == 0, "\(drive.output)\(drive.complaint)")
    let (status, output) = review.end()
    #expect(status == 2)
    #expect(output.hasSuffix(": rejected\n2 approved, 1 rejected, 1 left\n"), "\(output)")
  }

  @Test func `a review listens on the loopback address only, and ends when it is interrupted`()
    throws
  {
    try prepare()
    let review = try ReviewProcess(fonts, in: directory.path)
    #expect(review.address.contains(#/^http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}$/#))
    let port = try #require(review.address.split(separator: ":").last?.prefix { $0.isNumber })
    let listeners =
      try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
      + String(contentsOfFile: "/proc/net/tcp6", encoding: .utf8)
    let suffix = ":" + String(Int(port) ?? 0, radix: 16, uppercase: true).leftPadded(to: 4)
    let local = listeners.split(separator: "\n").compactMap { line -> Substring? in
      let fields = line.split(separator: " ")
      return fields.count > 3 && fields[1].hasSuffix(suffix) && fields[3] == "0A" ? fields[1] : nil
    }
    #expect(local == ["0100007F\(suffix)"])
    let (status, output) = review.end()
    #expect(status == 0)
    #expect(output.hasSuffix("0 approved, 0 rejected, 0 left\n"))
  }

  @Test func `a review is refused in continuous integration`() throws {
    try prepare()
    let result = try Program.run(
      [Program.built("galley-review"), "corpus", "review"] + fonts, environment: ["CI": "1"],
      in: directory.path)
    #expect(result.status == 1)
    #expect(result.complaint.hasPrefix("approval is disabled in continuous integration"))
  }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: Swift.max(0, count - self.count)) + self
  }
}

/// A running review.
private struct ReviewProcess {
  private let process: Process
  private let pipe = Pipe()
  private let start: String
  /// The printed address.
  let address: String

  init(_ arguments: [String], in directory: String) throws {
    // The leak sanitizer does not see references with tag bits, such as those to rich texts, which
    // a review keeps until it ends.
    process = Program.process(
      [Program.built("galley"), "corpus", "review"] + arguments,
      environment: ["CI": nil, "ASAN_OPTIONS": "detect_leaks=0"])
    process.currentDirectoryURL = URL(filePath: directory)
    process.standardOutput = pipe
    try process.run()
    var text = ""
    while !text.contains("Ctrl-C") {
      let data = pipe.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Program.Failure("the review ended: \(text)") }
      text += String(decoding: data, as: UTF8.self)
    }
    start = text
    address = text.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Interrupts the review, and returns its status and output.
  func end() -> (status: Int32, output: String) {
    process.interrupt()
    let rest = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, start + String(decoding: rest, as: UTF8.self))
  }
}
