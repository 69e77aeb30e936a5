import GalleyStreaming
import TestSupport
import Testing

@Suite struct BlockWritingTests {
  @Test(arguments: [
    ("> - a\n>   b\n", 1, "- a\n  b"), ("> # t\n> ===\n", 1, "# t"),
    ("1. a\n\n   ***\n", 2, "a"), ("-     code\n", 2, "```\ncode\n```"),
    ("> ```x\n> a\n> ```\n", 1, "```x\na\n```"), ("> a\n    - b\n", 1, "a\n    - b"),
    ("> |a|\n> |-|\n> |b|\n", 1, "|a|\n|-|\n|b|"), ("> - a\n>\n>   > b\n", 2, "a\n\n> b"),
  ])
  func `an inner block is written without the marks around it`(
    source: String, depth: Int, markdown: String
  ) throws {
    var stream = MarkdownStream()
    stream.append(source)
    stream.finish()
    var block = stream.closedBlocks[0]
    for _ in 0..<depth { block = try #require(block.children.first) }
    #expect(stream.markdown(of: block) == markdown)
  }

  @Test(arguments: StreamDocuments.all)
  func `a block that was written is read as the same block`(document: StreamDocuments.Document) {
    var stream = MarkdownStream()
    stream.append(document.text)
    stream.finish()
    expectSame(stream.closedBlocks, of: stream)
  }

  /// Checks that the blocks, and those inside of them, are read again from their Markdown.
  private func expectSame(_ blocks: ChunkedList<MarkdownBlock>, of stream: MarkdownStream) {
    for block in blocks where block.kind != .item && block.kind != .tableRow {
      // A tag alone would open a container.
      if block.kind == .html, !stream.closedBlocks.contains(block) { continue }
      let markdown = stream.markdown(of: block)
      var again = MarkdownStream()
      again.append(markdown)
      again.finish()
      #expect(again.closedBlocks.count == 1, "\(markdown.debugDescription)")
      if let other = again.closedBlocks.first {
        #expect(outline(other, again.source) == outline(block, stream.source))
      }
      expectSame(block.children, of: stream)
    }
  }

  /// Returns the kinds and contents of a block and those inside of it.
  private func outline(_ block: MarkdownBlock, _ source: [UInt8]) -> [String] {
    let lines = block.lines.map { line in
      String(repeating: " ", count: line.indentation)
        + String(decoding: source[line.range], as: UTF8.self)
    }
    return [block.kind.name] + lines + block.children.flatMap { outline($0, source) } + ["end"]
  }
}
