public import Foundation

/// The result of a program.
public struct Outcome: Equatable, Sendable {
  /// The exit status, or the number of the signal that ended the program.
  public var status: Int32
  /// The text on standard output.
  public var output: String
  /// The text on standard error.
  public var complaint: String

  /// Creates a result.
  public init(status: Int32, output: String = "", complaint: String = "") {
    (self.status, self.output, self.complaint) = (status, output, complaint)
  }
}

/// Child processes of tests.
public enum Program {
  /// A program that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The reason.
    public let description: String

    /// Creates a failure.
    public init(_ description: String) { self.description = description }
  }

  /// Returns the path of a built program such as `galley`, which is next to the test executable.
  public static func built(_ name: String) -> String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: name).path
  }

  /// Returns a process that has not started, in which each signal has its default effect.
  ///
  /// - Parameters:
  ///   - words: The path of the program, or its name in `PATH`, and the arguments.
  ///   - changes: Environment variables and their values; `nil` removes one.
  /// - Returns: The process.
  public static func process(_ words: [String], environment changes: [String: String?] = [:])
    -> Process
  {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Threads that run tests block signals, and shells let jobs in the background ignore some;
    // processes inherit both.
    process.arguments = ["--default-signal"] + words
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in changes { variables[name] = value }
    process.environment = variables
    return process
  }

  /// Runs a program to its end.
  ///
  /// Its streams are files, so that it never waits for the test.
  ///
  /// - Parameters:
  ///   - words: The path of the program, or its name in `PATH`, and the arguments.
  ///   - input: The text on standard input.
  ///   - changes: Environment variables and their values; `nil` removes one.
  ///   - directory: The working directory, by default that of the tests.
  ///   - limit: The seconds after which the program is killed.
  /// - Returns: Its result.
  /// - Throws: If the program cannot be started.
  public static func run(
    _ words: [String], input: String = "", environment changes: [String: String?] = [:],
    in directory: String? = nil, limit: Double = 600
  ) throws -> Outcome {
    let streams = TemporaryDirectory()
    for (name, text) in ["input": input, "output": "", "errors": ""] {
      try streams.write(text, to: name)
    }
    let process = process(words, environment: changes)
    if let directory { process.currentDirectoryURL = URL(filePath: directory) }
    let handles = [
      FileHandle(forReadingAtPath: streams.file("input")),
      FileHandle(forWritingAtPath: streams.file("output")),
      FileHandle(forWritingAtPath: streams.file("errors")),
    ]
    (process.standardInput, process.standardOutput, process.standardError) =
      (handles[0], handles[1], handles[2])
    // Foundation keeps ended processes, and reads past the end of a page when it starts a process
    // while about 1,360 files are open.
    defer { for handle in handles { try? handle?.close() } }
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    if end.wait(timeout: .now() + limit) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      end.wait()
    }
    return Outcome(
      status: process.terminationStatus,
      output: String(decoding: try streams.data("output"), as: UTF8.self),
      complaint: String(decoding: try streams.data("errors"), as: UTF8.self))
  }

  /// Runs a program and returns its standard output.
  ///
  /// - Throws: `Failure` with everything that the program wrote, unless its status is 0.
  @discardableResult public static func output(
    of words: [String], environment changes: [String: String?] = [:]
  ) throws -> String {
    let outcome = try run(words, environment: changes, limit: 3_600)
    guard outcome.status == 0 else {
      let reason = outcome.output + outcome.complaint
      throw Failure("\(words.joined(separator: " ")) failed: \(reason)")
    }
    return outcome.output
  }
}
