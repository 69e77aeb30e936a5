import GalleyReview
import Testing

@Suite struct ReviewGateTests {
  private let gate = ReviewGate(port: 4711)

  private func admits(
    _ host: String?, _ origin: String? = nil, token: String? = nil, isChange: Bool = false
  ) -> Bool {
    gate.admits(host: host, origin: origin, token: token ?? gate.token, isChange: isChange)
  }

  @Test func `tokens are random and have 128 bits`() {
    let tokens = Set((0..<100).map { _ in ReviewGate(port: 1).token })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
    #expect(gate.address == "http://127.0.0.1:4711/?token=\(gate.token)")
  }

  @Test func `a request with another token is refused`() {
    #expect(admits("127.0.0.1:4711"))
    #expect(!admits("127.0.0.1:4711", token: ""))
    #expect(!admits("127.0.0.1:4711", token: String(gate.token.dropLast())))
    #expect(!admits("127.0.0.1:4711", token: String(gate.token.dropLast()) + "g"))
    #expect(!gate.admits(host: "127.0.0.1:4711", origin: nil, token: nil, isChange: false))
  }

  @Test func `a request to another host is refused, as after rebinding of a name`() {
    #expect(admits("localhost:4711"))
    for host in [nil, "", "127.0.0.1", "127.0.0.1:80", "example.com:4711", "127.0.0.1:4711.x"] {
      #expect(!admits(host))
    }
  }

  @Test func `a change needs the origin of the page`() {
    #expect(admits("127.0.0.1:4711", "http://127.0.0.1:4711", isChange: true))
    #expect(!admits("127.0.0.1:4711", isChange: true))
    let others = [
      "null", "http://example.com", "https://127.0.0.1:4711", "http://localhost:4711", "",
    ]
    for origin in others {
      #expect(!admits("127.0.0.1:4711", origin, isChange: true))
      #expect(!admits("127.0.0.1:4711", origin))
    }
  }
}
