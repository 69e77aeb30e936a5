import Dispatch
import Foundation
import TestSupport
import Testing

/// The program in a process of its own, which a signal ends.
enum EndingServer {
  /// Sends a request, ends the server while it is in flight, and returns the response.
  ///
  /// - Throws: If the server does not end with status 0.
  static func response(deadline: Int, body: String) async throws -> TestResponse {
    let process = Program.process([
      Program.built("galley-serve"), "serve", "--port", "0", "--deadline", "\(deadline)",
      "--fonts", TestFonts.manifest, "--log-format", "json",
    ])
    let (output, log) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = log
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = line.split(separator: ":").last.flatMap { Int($0.prefix(while: \.isNumber)) }
    let server = TestServer(port: try #require(port), log: TestLog())
    async let response = server.send("POST", "/generate", body)
    // The request is in flight when a thread draws it; a fast machine may be done before.
    for _ in 0..<1_000 {
      let metrics = try await server.send("GET", "/metrics").text
      let isDone = metrics.contains(#"{route="generate",status="200"} 1"#)
      if isDone || metrics.contains("galley_drawing_threads 1\n") { break }
    }
    process.terminate()
    let answer = try await response
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return answer
  }
}

/// A gate at which threads wait.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }

  func open() { semaphore.signal() }
}
