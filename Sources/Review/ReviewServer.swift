import FlyingFox
import FlyingSocks
import Foundation
import GalleyCorpus

/// The server of a session, on the loopback address only.
struct ReviewServer: Sendable {
  private let session: ReviewSession
  private let server: HTTPServer

  /// The seconds that running the whole corpus may take.
  private static let patience = 3_600.0

  /// Creates a server; the port 0 is a free one.
  init(_ session: ReviewSession, port: UInt16) throws {
    self.session = session
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: Self.patience, logger: .disabled)
  }

  /// Serves until the task is canceled.
  ///
  /// - Parameter ready: A function that is called with the gate when the server answers.
  /// - Throws: If the port is in use.
  func run(ready: @escaping @Sendable (ReviewGate) -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { return }
        let gate = ReviewGate(port: port)
        await server.appendRoute("*") { await response(to: $0, gate) }
        ready(gate)
      }
      try await group.waitForAll()
    }
  }

  private func response(to request: HTTPRequest, _ gate: ReviewGate) async -> HTTPResponse {
    let query = { (name: String) in request.query.first { $0.name == name }?.value }
    let isAdmitted = gate.admits(
      host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")],
      token: query("token"), isChange: request.method != .GET)
    guard isAdmitted else {
      return Self.response(.forbidden, "open the address that galley corpus review has printed")
    }
    do {
      if request.method == .GET, request.path == "/" {
        return Self.response(.ok, try await session.page(), type: "text/html")
      }
      let decision = ReviewSession.Decision(rawValue: String(request.path.dropFirst()))
      guard request.method == .POST, let decision else {
        return Self.response(.notFound, "no such page")
      }
      return Self.response(.ok, try await session.decide(decision, query("name") ?? ""))
    } catch {
      return Self.response(HTTPStatusCode(409, phrase: "Conflict"), "\(error)")
    }
  }

  private static func response(
    _ status: HTTPStatusCode, _ text: String, type: String = "text/plain"
  ) -> HTTPResponse {
    let policy =
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
      + "script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'none'"
    let headers: HTTPHeaders = [
      .contentType: "\(type); charset=utf-8", .cacheControl: "no-store",
      HTTPHeader("Content-Security-Policy"): policy,
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
    ]
    return HTTPResponse(statusCode: status, headers: headers, body: Data(text.utf8))
  }
}
