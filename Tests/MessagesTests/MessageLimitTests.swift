import GalleyMessages
import Testing

@Suite struct MessageLimitTests {
  @Test func `quotations of Markdown nest 16 levels deep, and deeper marks are text`() throws {
    for depth in [15, 16, 17, 30] {
      let message = try Message(markdown: String(repeating: "> ", count: depth) + "a")
      let marks = message.text.count { $0 == ">" }
      #expect(marks == max(0, depth - 16))
    }
  }

  @Test func `the uses of references have at most 4 MiB together`() throws {
    // Each use copies the address.
    func text(_ uses: Int) -> String {
      String(repeating: "[a] ", count: uses) + "\n\n[a]: https://a.example/"
        + String(repeating: "x", count: 4_000)
    }
    #expect(try Message(markdown: text(900)).entities.count == 900)
    #expect(try Message(markdown: text(2_000)).entities.count == 0)
  }
}
