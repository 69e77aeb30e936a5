import GalleyServe
import Testing

@Suite struct RequestGateTests {
  private let gate = RequestGate(origins: ["https://a.example"], hosts: ["quotes.example"])

  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:8017", "localhost:1", "LOCALHOST", "[::1]:8017", "[::1]",
    "192.168.1.4:80", "quotes.example", "Quotes.Example:443",
  ])
  func `addresses, localhost and listed names are hosts of the server`(host: String) {
    #expect(gate.refusal(host: host, origin: nil, site: nil) == nil)
  }

  @Test(arguments: [
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.256", "1.2.3",
    "", "[evil.example]", "quotes.example.evil:80",
  ])
  func `other hosts are refused`(host: String) {
    #expect(gate.refusal(host: host, origin: nil, site: nil) != nil)
  }

  @Test func `a request without a host is refused`() {
    #expect(gate.refusal(host: nil, origin: nil, site: nil) != nil)
  }

  @Test func `an origin must be the server's own or listed`() {
    let host = "localhost:8017"
    #expect(gate.refusal(host: host, origin: "http://localhost:8017", site: nil) == nil)
    #expect(gate.refusal(host: host, origin: "https://a.example", site: "cross-site") == nil)
    for origin in ["http://localhost:8018", "null", "https://a.example.evil", "http://a.example"] {
      #expect(gate.refusal(host: host, origin: origin, site: nil) != nil)
    }
    #expect(gate.refusal(host: host, origin: nil, site: "cross-site") != nil)
    #expect(gate.refusal(host: host, origin: nil, site: "same-origin") == nil)
  }
}

@Suite struct DrawingPoolTests {
  @Test func `a pool refuses work beyond its threads and its queue`() async throws {
    let pool = DrawingPool(threads: 2, queue: 3)
    let gate = Gate()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<5 {
        group.addTask {
          await pool.accepts { gate.wait() }
        }
      }
      while pool.load != (2, 3) { await Task.yield() }
      for _ in 0..<4 {
        let isAccepted = await pool.accepts {}
        #expect(!isAccepted)
      }
      for _ in 0..<5 { gate.open() }
      let accepted = try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      #expect(accepted == 5)
    }
    while pool.load != (0, 0) { await Task.yield() }
    let isAccepted = await pool.accepts {}
    #expect(isAccepted)
  }
}

extension DrawingPool {
  /// Runs a closure, and returns whether the pool has accepted it.
  fileprivate func accepts(_ body: @escaping @Sendable () -> Void) async -> Bool {
    do {
      try await run(body)
      return true
    } catch { return false }
  }
}
