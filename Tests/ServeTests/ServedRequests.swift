import Foundation
import GalleyServe
import GalleyTypesetting
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

/// A server on a free port of this machine.
struct TestServer: Sendable {
  let port: Int
  /// The lines of its log.
  let log: TestLog

  /// Runs a server while a closure sends requests.
  static func run(
    _ options: ServeOptions = .patient,
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    var options = options
    options.port = 0
    let log = TestLog()
    let logger = Logger(label: "test") { _ in ServeLog(.json) { log.add($0) } }
    let server = QuoteServer(
      options: options, engine: TestFonts.engine(),
      fonts: try FontReport(manifest: TestFonts.manifest, files: []), logger: logger)
    let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { continuation.finish() }
        try await server.run(endsOnSignal: false) { continuation.yield($0) }
      }
      var iterator = addresses.makeAsyncIterator()
      guard let address = await iterator.next(),
        let port = Int(address.dropLast().split(separator: ":").last ?? "")
      else { return try await group.waitForAll() }
      do { try await body(TestServer(port: port, log: log)) } catch {
        group.cancelAll()
        throw error
      }
      group.cancelAll()
    }
  }

  /// Sends a request and returns the whole response.
  func send(
    _ method: String, _ path: String, _ body: String = "", headers: [String: String] = [:]
  ) async throws -> TestResponse {
    try await send(method, path, bytes: Array(body.utf8), headers: headers)
  }

  /// Sends a request and returns the whole response.
  func send(
    _ method: String, _ path: String, bytes body: [UInt8], headers: [String: String]
  ) async throws -> TestResponse {
    var lines = ["\(method) \(path) HTTP/1.1"]
    var all = [
      "Host": "127.0.0.1:\(port)", "Connection": "close", "Content-Length": "\(body.count)",
    ]
    all.merge(headers) { $1 }
    lines += all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return try await exchange(
      bytes: [Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body])
  }

  /// Sends bytes in parts with pauses, and returns the response when the connection is closed.
  func exchange(_ parts: [String], pause: Duration = .zero) async throws -> TestResponse {
    try await exchange(bytes: parts.map { Array($0.utf8) }, pause: pause)
  }

  private func exchange(
    bytes parts: [[UInt8]], pause: Duration = .zero
  ) async throws -> TestResponse {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        group.addTask {
          for (index, part) in parts.enumerated() {
            if index > 0 { try await Task.sleep(for: pause) }
            // The server may have closed the connection.
            guard (try? await outbound.write(ByteBuffer(bytes: part))) != nil else { break }
          }
          return []
        }
        group.addTask {
          var bytes: [UInt8] = []
          do {
            for try await buffer in inbound { bytes += buffer.readableBytesView }
          } catch is IOError {
            // A reset is an end, too.
          }
          return bytes
        }
        var response: [UInt8] = []
        for try await bytes in group { response += bytes }
        return TestResponse(response)
      }
    }
  }
}

extension ServeOptions {
  /// Settings for machines that run many tests at once.
  static var patient: ServeOptions {
    var options = ServeOptions()
    options.deadline = 60
    return options
  }
}

/// A response: status, headers in lower case, and body.
struct TestResponse: Sendable {
  var status = 0
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  var text: String { String(decoding: body, as: UTF8.self) }

  init(_ bytes: [UInt8]) {
    let end = Array("\r\n\r\n".utf8)
    let start = (0..<max(0, bytes.count - 3)).first { Array(bytes[$0..<$0 + 4]) == end }
    guard let start else { return }
    let lines = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
    status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    body = Array(bytes[(start + 4)...])
  }
}

/// A collector of the lines of a log.
final class TestLog: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
