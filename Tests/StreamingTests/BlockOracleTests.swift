import GalleyCmark
import GalleyStreaming
import TestSupport
import Testing

@Suite struct BlockOracleTests {
  @Test(arguments: StreamDocuments.all)
  func `the blocks of a document are those of a whole parse`(
    document: StreamDocuments.Document
  ) throws {
    try expectReference(document.bytes)
  }

  @Test(arguments: StreamDocuments.all)
  func `for every cut, closed blocks are the first ones of the final document`(
    document: StreamDocuments.Document
  ) throws {
    let bytes = document.bytes
    let final = finished(bytes)
    for cut in 0...bytes.count {
      var stream = MarkdownStream()
      stream.append(bytes[..<cut])
      expectPrefix(stream, of: final, cut: cut)
      stream.append(bytes[cut...])
      stream.finish()
      #expect(stream.closedBlocks == final.closedBlocks, "cut at \(cut)")
    }
  }

  @Test(arguments: StreamDocuments.all, [1, 2, 3, 4, 7])
  func `closed blocks never change as pieces are appended`(
    document: StreamDocuments.Document, size: Int
  ) {
    let bytes = document.bytes
    let final = finished(bytes)
    var stream = MarkdownStream()
    var path: [MarkdownBlock] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      stream.append(bytes[start..<min(start + size, bytes.count)])
      expectPrefix(stream, of: final, cut: start + size)
      expectPath(stream)
      expectKept(path, in: stream.openPath)
      path = stream.openPath
    }
    stream.finish()
    #expect(stream.closedBlocks == final.closedBlocks)
    #expect(stream.linkDefinitions == final.linkDefinitions)
    #expect(stream.footnoteDefinitions == final.footnoteDefinitions)
  }

  @Test(arguments: StreamDocuments.all)
  func `at every line end, closed blocks are the first ones of a whole parse of the prefix`(
    document: StreamDocuments.Document
  ) throws {
    let bytes = document.bytes
    for cut in bytes.indices where bytes[cut] == 0x0A {
      let prefix = Array(bytes[...cut])
      var stream = MarkdownStream()
      stream.append(prefix)
      let lines = DocumentLines(prefix)
      let closed = PlacedBlock.list(stream.closedBlocks, lines)
      #expect(try ReferenceBlocks.blocks(of: prefix).starts(with: closed), "cut at \(cut)")
    }
  }

  @Test(arguments: seeds(300, long: 30_000))
  func `random documents have the blocks of a whole parse`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bytes = Array(Self.randomText(using: &random).utf8)
    try expectReference(bytes, "seed \(seed)")
    let final = finished(bytes)
    var stream = MarkdownStream()
    for byte in bytes {
      stream.append([byte])
      expectPrefix(stream, of: final, cut: bytes.count)
    }
    stream.finish()
    #expect(stream.closedBlocks == final.closedBlocks, "seed \(seed)")
  }

  private static let pieces = [
    "- ", "* ", "+ ", "1. ", "2) ", "> ", ">", "  ", "    ", "\t", " ", "# ", "###", "```", "~~~",
    "---", "***", "===", "=", "-", "a", "b c", "\n", "\n", "\n\n", "word `y`", "-\n", "1.\n", "+",
    "* * *", "<div>", "</div>", "<b>", "<!-- ", "-->", "<?x", "?>", "<pre>", "</pre>",
    "<a href='x'>",
    "[a]: b\n", "[b]:\n", "'t'", "[", "]",
  ]

  private static func randomText(using random: inout SplitMix64) -> String {
    (0..<Int.random(in: 1...20, using: &random)).map { _ in
      (pieces.randomElement(using: &random) ?? "")
        + (Int.random(in: 0..<4, using: &random) == 0 ? "\n" : "")
    }.joined()
  }

  private func expectReference(_ bytes: [UInt8], _ comment: Comment? = nil) throws {
    let blocks = PlacedBlock.list(finished(bytes).closedBlocks, DocumentLines(bytes))
    #expect(try blocks == ReferenceBlocks.blocks(of: bytes), comment)
  }

  private func finished(_ bytes: [UInt8]) -> MarkdownStream {
    var stream = MarkdownStream()
    stream.append(bytes)
    stream.finish()
    return stream
  }

  private func expectPrefix(_ stream: MarkdownStream, of final: MarkdownStream, cut: Int) {
    #expect(final.closedBlocks.starts(with: stream.closedBlocks), "cut at \(cut)")
    #expect((stream.closedBlocks.last?.range.upperBound ?? 0) <= cut)
  }

  /// Checks that the closed children of blocks that stay open are unchanged.
  private func expectKept(_ before: [MarkdownBlock], in after: [MarkdownBlock]) {
    for (old, new) in zip(before, after) {
      guard old.range.lowerBound == new.range.lowerBound, old.kind.name == new.kind.name else {
        return
      }
      #expect(new.children.starts(with: old.children))
      #expect(new.lines.starts(with: old.lines.dropLast()))
    }
  }

  /// Checks that open blocks are inside of each other, and their children before them.
  private func expectPath(_ stream: MarkdownStream) {
    let path = stream.openPath
    for (outer, inner) in zip(path, path.dropFirst()) {
      #expect(outer.range.lowerBound <= inner.range.lowerBound)
      #expect(outer.children.allSatisfy { $0.range.upperBound <= inner.range.lowerBound })
    }
    let start = stream.closedBlocks.last?.range.upperBound ?? 0
    #expect(stream.tailRange.lowerBound >= start)
  }
}
