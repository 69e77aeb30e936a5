import GalleyStreaming
import Testing

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("some", true), (" words, (and) more.", true), ("x. Y", true), ("é漢", true),
    ("a1", false), ("*", false), ("\n", false), ("x.y", false), ("a@", false), ("\\", false),
    ("\t", false), ("，。", false),
  ])
  func `letters, blanks and punctuation in a paragraph are plain text`(
    words: String, isPlain: Bool
  ) {
    for before in ["so ", "a **b** c ", "- a", "> a\nb", "# a "] {
      var stream = MarkdownStream()
      stream.append(before)
      let end = stream.source.count
      stream.append(words)
      #expect(stream.isPlain(from: end) == isPlain, "after \(before)")
    }
  }

  @Test(arguments: [
    "", "a ", "a\n", "a **b", "a **b**", "a `b ", "a \\ ", "[a]: b", "# a # ", "www.",
    "```\na", "| a |\n|-|\n| b ", "a <b ", "[^1]: a", "<details>\n\na", "a $b ",
  ])
  func `words are not plain where marks before them decide`(before: String) {
    var stream = MarkdownStream()
    stream.append(before)
    let end = stream.source.count
    stream.append(before == "a " ? "1" : "word")
    #expect(!stream.isPlain(from: end))
  }

  @Test(arguments: ["a **b**", "a `b`", "[a](https://b.example/)", "- [a](b) c", "[a] b", "a]"])
  func `words behind a closed construct and a blank are plain`(before: String) {
    var stream = MarkdownStream()
    stream.append(before)
    let end = stream.source.count
    stream.append(" word")
    #expect(stream.isPlain(from: end))
  }

  @Test func `empty pieces leave plain text plain`() {
    var stream = MarkdownStream()
    for piece in ["", "so ", "", "on", ""] { stream.append(piece) }
    #expect(stream.isPlain(from: 3))
  }

  @Test func `plain text takes no repair`() {
    var stream = MarkdownStream()
    stream.append("A beginning ")
    stream.append("of ")
    let steps = stream.steps
    for _ in 0..<1000 { stream.append("words ") }
    #expect(stream.steps == steps)
    #expect(stream.isPlain(from: 12))
    stream.append("and *more")
    #expect(stream.shownTail(holdsExpired: false).hasSuffix("words and *more*"))
  }
}
