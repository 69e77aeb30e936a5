import Foundation

/// Runs commands for tests.
enum Shell {
  /// A command that failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a command and returns its standard output.
  ///
  /// - Throws: `Failure`, with everything that the command wrote.
  @discardableResult static func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let output = Pipe()
    let log = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).log")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    (process.standardOutput, process.standardError) = (output, try FileHandle(forWritingTo: log))
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reason = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      throw Failure(description: "\(words.joined(separator: " ")) failed: \(text)\(reason)")
    }
    return text
  }

  /// Runs a command and returns its standard output.
  @discardableResult static func run(_ words: String...) throws -> String { try run(words) }
}
