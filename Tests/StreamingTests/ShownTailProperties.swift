import GalleyCmark
import GalleyStreaming
import TestSupport
import Testing

@Suite struct ShownTailProperties {
  @Test(arguments: StreamDocuments.all)
  func `at every cut, the shown tail has no open mark`(document: StreamDocuments.Document) throws {
    var stream = MarkdownStream()
    for byte in document.bytes {
      stream.append([byte])
      try expectClosed(stream, "\(stream.source.count)")
    }
  }

  @Test(arguments: seeds(200, long: 20_000))
  func `the shown tail of random text has no open mark`(seed: UInt64) throws {
    let pieces = [
      "*", "**", "_", "__", "~~", "==", "||", "`", "``", "[", "](u)", "]", "(", "!", "&",
      "\\", "a", "b ", " ", "あ", "「", "é",
    ]
    var random = SplitMix64(seed: seed)
    var stream = MarkdownStream()
    for _ in 0..<24 {
      let piece = pieces.randomElement(using: &random) ?? ""
      // With several brackets, the text that is left when the last is held has open ones.
      if piece == "[", stream.source.contains(0x5B) { continue }
      stream.append(piece)
      try expectClosed(stream, "\(String(decoding: stream.source, as: UTF8.self).debugDescription)")
    }
  }

  @Test(arguments: StreamDocuments.all)
  func `shown tails are independent of the pieces`(document: StreamDocuments.Document) {
    let bytes = document.bytes
    var stream = MarkdownStream()
    for cut in bytes.indices {
      stream.append([bytes[cut]])
      var whole = MarkdownStream()
      whole.append(bytes[...cut])
      for isExpired in [false, true] {
        #expect(
          stream.shownTail(holdsExpired: isExpired) == whole.shownTail(holdsExpired: isExpired),
          "cut at \(cut)")
      }
    }
  }

  /// Checks that nothing is open at the end of the text shown, apart from marks that are text.
  private func expectClosed(_ stream: MarkdownStream, _ comment: Comment) throws {
    guard stream.openPath.last?.kind == .paragraph else { return }
    for isExpired in [false, true] {
      let shown = stream.shownLeaf(holdsExpired: isExpired)
      var again = MarkdownStream()
      again.append(shown)
      guard again.openPath.map(\.kind) == [.paragraph], again.closedBlocks.isEmpty else { continue }
      let repaired = again.shownLeaf(holdsExpired: true)
      #expect(repaired.replacing("\\", with: "") == shown.replacing("\\", with: ""), comment)
    }
  }
}
