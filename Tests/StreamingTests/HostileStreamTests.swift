import GalleyStreaming
import TestSupport
import Testing

@Suite struct HostileStreamTests {
  private static let pieces = [
    "[", "*", "`", "<", "*a ", "[a", "`a``", "_a", "$a ", "[a](", "![a", "> ", "- ", "<a b='",
    "$a hello$ ", "$a $a $a hi hi$ ", "$$a ",
    "**a ", "a_b*c~~", "<!-- ", "&", "\\", "1. ", "| ", "|-", "#", "[a]: b\n", "<details>\n\n",
    "$$\n", "[^a", "\n", " ", "\t", "```\n", "a\n=\n", "[a]\n", "$$x", "~~~ ` ", "a|", "<b>",
    "==a ",
    "- a\n\n", "> a\nb\n", "</details>\n\n", "<?", "[a](b (", "[a]: b '\n", "|a|\n|-|\n", "\r",
    "- - - ", "a\n> ", "\u{301}", "漢", "~~~\n",
  ]

  @Test(arguments: pieces)
  func `work is linear for hostile text, whole and in pieces`(piece: String) {
    func steps(_ count: Int, by size: Int) -> Int {
      let bytes = Array(String(repeating: piece, count: count / piece.utf8.count).utf8)
      var stream = MarkdownStream()
      for start in stride(from: 0, to: bytes.count, by: size) {
        stream.append(bytes[start..<min(start + size, bytes.count)])
      }
      stream.finish()
      return stream.steps
    }
    let length = runsLongTests ? 5_000 : 2_000
    for size in [Int.max / 2, 64] {
      let (small, large) = (steps(length, by: size), steps(10 * length, by: size))
      #expect(large <= 16 * small + 4 * length, "\(small) and \(large) steps")
    }
  }

  @Test(arguments: ["[", "*a ", "`", "<", "[a](", "$a ", "<b>", "> ", "[a]: b\n"])
  func `time is linear for hostile text`(piece: String) {
    expectGrowth(from: 2_000, to: 20_000, below: 20, floor: 0.01) { count in
      let text = String(repeating: piece, count: count)
      return processorTime {
        var stream = MarkdownStream()
        stream.append(text)
        _ = stream.shownTail(holdsExpired: true)
        stream.finish()
      }
    }
  }

  @Test(arguments: ["$a ", "$$a ", "$a $a $a hi hi$ "])
  func `a dollar sign searches no text that another has searched`(piece: String) {
    let text = String(repeating: piece, count: 10_000)
    var stream = MarkdownStream()
    stream.append(text)
    _ = stream.shownTail(holdsExpired: true)
    stream.finish()
    #expect(stream.steps < 8 * text.utf8.count, "\(stream.steps) steps")
  }

  @Test func `the number of closed blocks does not slow appends down`() {
    expectGrowth(from: 400, to: 4_000, below: 30, floor: 0.002) { count in
      var stream = MarkdownStream()
      return processorTime {
        for index in 0..<count {
          stream.append("- item \(index)\n")
          _ = stream.shownLeaf(holdsExpired: false)
        }
      }
    }
  }

  @Test func `the time of all appends grows with the length of the document`() {
    let part = StreamDocuments.all.filter { $0.name == "answer of a model" || $0.name == "prose" }
      .map(\.text).joined(separator: "\n\n")
    expectGrowth(from: 3_200, to: 32_000, below: 20, floor: 0.004) { count in
      let text = String(repeating: part + "\n\n", count: count / part.utf8.count + 1)
      let bytes = Array(text.utf8.prefix(count))
      var stream = MarkdownStream()
      return processorTime {
        for start in stride(from: 0, to: count, by: 4) {
          stream.append(bytes[start..<min(start + 4, count)])
          _ = stream.shownLeaf(holdsExpired: false)
        }
      }
    }
  }
}
