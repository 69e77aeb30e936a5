import Foundation

/// The result of running the command.
struct Outcome: Equatable {
  var status: Int32
  var output = ""
  var complaint = ""
}

/// Runs the command `galley`.
func galley(_ arguments: String..., input: String = "") throws -> Outcome {
  try galley(arguments, input: input)
}

/// Runs the command `galley`.
func galley(
  _ arguments: [String], input: String = "", environment: [String: String] = [:],
  in directory: String? = nil
) throws -> Outcome {
  let process = Process()
  process.executableURL = URL(filePath: galleyPath)
  if let directory { process.currentDirectoryURL = URL(filePath: directory) }
  process.arguments = arguments
  var variables = ProcessInfo.processInfo.environment
  variables["CI"] = nil
  variables.merge(environment) { $1 }
  process.environment = variables
  let streams = [Pipe(), Pipe(), Pipe()]
  process.standardInput = streams[0]
  process.standardOutput = streams[1]
  process.standardError = streams[2]
  try process.run()
  streams[0].fileHandleForWriting.write(Data(input.utf8))
  try streams[0].fileHandleForWriting.close()
  let output = streams[1].fileHandleForReading.readDataToEndOfFile()
  let complaint = streams[2].fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Outcome(
    status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
    complaint: String(decoding: complaint, as: UTF8.self))
}

/// The path of the command, which is next to the test executable.
let galleyPath = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent().appending(path: "galley").path

/// Runs a shell command, with `galley` and `$fonts` (the arguments for the testing fonts) defined.
func shell(_ line: String, in directory: String? = nil) throws -> Outcome {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = [
    "-c", "galley() { '\(galleyPath)' \"$@\"; }; fonts='--fonts \(testingFonts)'; \(line)",
  ]
  if let directory { process.currentDirectoryURL = URL(filePath: directory) }
  let streams = [Pipe(), Pipe()]
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = streams[0]
  process.standardError = streams[1]
  try process.run()
  let output = streams[0].fileHandleForReading.readDataToEndOfFile()
  let complaint = streams[1].fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Outcome(
    status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
    complaint: String(decoding: complaint, as: UTF8.self))
}

/// The manifest of the testing fonts, whose metrics are known.
let testingFonts = URL(filePath: #filePath).appending(path: "../../../Fonts/testing/testing.json")
  .standardizedFileURL.path

/// A temporary directory, deleted with the object.
final class Directory {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a file in the directory.
  func file(_ name: String) -> String { path + "/" + name }
}
