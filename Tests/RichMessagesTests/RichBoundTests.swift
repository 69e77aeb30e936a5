import GalleyRichMessages
import Testing

/// The bounds of rich messages that are not Telegram's; `RichLimitTests` has Telegram's.
@Suite struct RichBoundTests {
  private func isRefused(
    _ limit: RichMessageError.Limit, _ maximum: Int, _ read: () throws -> RichMessage
  ) -> Bool {
    do { _ = try read() } catch RichMessageError.limitExceeded(limit, maximum: maximum, place: _) {
      return true
    } catch {}
    return false
  }

  @Test func `at most 64 levels can be allowed`() throws {
    var limits = RichMessageLimits()
    limits.depth = 1_000
    let options = RichMessage.ReadingOptions(limits: limits)
    func read(_ depth: Int) throws -> RichMessage {
      let json = (1..<depth).reduce(#"{"type":"divider"}"#) { json, _ in
        #"{"type":"details","summary":"","blocks":[\#(json)]}"#
      }
      return try RichMessage(json: #"{"blocks":[\#(json)]}"#, options: options)
    }
    _ = try read(63)
    _ = try read(64)
    #expect(isRefused(.depth, 64) { try read(65) })
  }

  @Test func `at most 64 columns can be allowed`() throws {
    var limits = RichMessageLimits()
    limits.columns = 1_000
    let options = RichMessage.ReadingOptions(limits: limits)
    func read(_ columns: Int) throws -> RichMessage {
      let cells = Array(repeating: #"{"text":"a"}"#, count: columns).joined(separator: ",")
      return try RichMessage(
        json: #"{"blocks":[{"type":"table","cells":[[\#(cells)]]}]}"#, options: options)
    }
    _ = try read(63)
    _ = try read(64)
    #expect(isRefused(.columns, 64) { try read(65) })
  }

  @Test func `32,768 cells are read, and one more is refused`() throws {
    var limits = RichMessageLimits()
    limits.blocks = 100_000
    let options = RichMessage.ReadingOptions(limits: limits)
    func read(_ cells: Int) throws -> RichMessage {
      let row = "[" + Array(repeating: "{}", count: 16).joined(separator: ",") + "]"
      var rows = Array(repeating: row, count: cells / 16)
      if cells % 16 > 0 { rows.append("[{}]") }
      let list = rows.joined(separator: ",")
      return try RichMessage(
        json: #"{"blocks":[{"type":"table","cells":[\#(list)]}]}"#, options: options)
    }
    _ = try read(32_768)
    #expect(isRefused(.cells, 32_768) { try read(32_769) })
  }

  @Test func `2,000 formulas are read, and one more is refused`() throws {
    func read(_ formulas: Int) throws -> RichMessage {
      try RichMessage(markdown: String(repeating: "$a$ ", count: formulas))
    }
    _ = try read(1_999)
    _ = try read(2_000)
    #expect(isRefused(.formulas, 2_000) { try read(2_001) })
  }

  @Test func `a formula of 4,096 characters is read, and a longer one is refused`() throws {
    func read(_ length: Int) throws -> RichMessage {
      try RichMessage(markdown: "$$" + String(repeating: "a", count: length) + "$$")
    }
    _ = try read(4_096)
    #expect(isRefused(.formulaLength, 4_096) { try read(4_097) })
  }
}
