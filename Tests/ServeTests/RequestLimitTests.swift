import GalleyBasics
import GalleyQuotes
import TestSupport
import Testing

@testable import GalleyServe

/// Requests at the bounds of `Limits`, and one beyond.
@Suite struct RequestLimitTests {
  private func isRead(_ body: String, type: String? = nil) -> Bool {
    let input = RequestFields.Input(query: nil, body: Array(body.utf8), type: type)
    do { _ = try RequestFields(input) } catch { return false }
    return true
  }

  @Test(arguments: [(127, true), (128, true), (129, false)])
  func `JSON nests 128 levels deep`(levels: Int, isRead expected: Bool) {
    let (begin, end) = (
      String(repeating: "[", count: levels), String(repeating: "]", count: levels)
    )
    #expect(isRead(begin + end) == expected)
  }

  @Test(arguments: [(4_095, true), (4_096, true), (4_097, false)])
  func `a form has at most 4,096 fields`(count: Int, isRead expected: Bool) {
    let body = Array(repeating: "a=1", count: count).joined(separator: "&")
    #expect(isRead(body, type: "application/x-www-form-urlencoded") == expected)
  }

  @Test(arguments: [(11, true), (12, true), (13, false)])
  func `a name has at most 12 levels`(levels: Int, isRead expected: Bool) {
    let body = "a" + String(repeating: "[b]", count: levels - 1) + "=1"
    #expect(isRead(body, type: "application/x-www-form-urlencoded") == expected)
  }

  @Test(arguments: [(15, true), (16, true), (17, false)])
  func `a file of an export is at most 16 levels deep`(levels: Int, isRead expected: Bool) {
    let name = Array(repeating: "a", count: levels).joined(separator: "/")
    let file = MultipartBody.File(name: "export", fileName: name, bytes: [1])
    #expect(((try? ExportFolder([file])) != nil) == expected)
  }

  @Test func `the requests of 65,536 addresses are counted`() throws {
    let limiter = RateLimiter(RateLimit(count: 1, seconds: 100))
    let now = ContinuousClock.now
    for number in 0..<65_536 { _ = try limiter.admit("\(number)", at: now) }
    #expect(throws: ServeError.self) { try limiter.admit("0", at: now) }
    // All are forgotten rather than one more kept.
    _ = try limiter.admit("another", at: now)
    _ = try limiter.admit("0", at: now)
  }

  @Test func `a process that draws an export writes at most 64 MiB`() {
    let words = ExportAnswer(options: ServeOptions()).limited(["galley"])
    // Blocks of 512 bytes.
    #expect(words.contains { $0.contains("ulimit -f 131072;") })
  }

  @Test func `the defaults are those of the documentation`() {
    let options = ServeOptions()
    #expect(options.bodyLimit == 8 << 20)
    #expect(options.queue == 64)
    #expect(options.connections == 512)
    #expect(options.deadline == 5)
    #expect(options.requestTimeout == 15)
    #expect(options.exportMemory == 2 << 30)
  }
}
