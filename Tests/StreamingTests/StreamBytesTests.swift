import GalleyStreaming
import TestSupport
import Testing

@Suite struct StreamBytesTests {
  @Test func `an emoji cut in the middle is held`() {
    let bytes = Array("a 👩‍👩‍👧".utf8)
    for cut in bytes.indices {
      var stream = MarkdownStream()
      stream.append(bytes[...cut])
      let shown = stream.shownTail(holdsExpired: true)
      #expect(!shown.contains("\u{FFFD}"), "cut at \(cut)")
      #expect("a 👩‍👩‍👧".unicodeScalars.starts(with: shown.unicodeScalars))
    }
  }

  @Test func `invalid bytes are kept, and shown as replacement characters`() {
    var stream = MarkdownStream()
    stream.append([0x61, 0xFF, 0x62, 0x0A, 0x0A, 0xC3, 0x28, 0x20])
    #expect(stream.source.count == 8)
    #expect(stream.shownTail(holdsExpired: true) == "\u{FFFD}(")
  }

  @Test func `a stray byte behind a line end is shown`() {
    var stream = MarkdownStream()
    stream.append([0x61, 0x0D, 0x80])
    #expect(stream.shownTail(holdsExpired: false) == "a\r\u{FFFD}")
  }

  @Test func `a line end may be cut in half`() {
    var stream = MarkdownStream()
    stream.append("a\r")
    stream.append("\n\r")
    #expect(stream.closedBlocks.isEmpty)
    stream.append("\nb")
    #expect(stream.closedBlocks.map(\.range) == [0..<1])
    #expect(stream.tailRange == 5..<6)
  }

  @Test(arguments: StreamDocuments.all)
  func `line ends of two bytes give the same blocks`(document: StreamDocuments.Document) {
    let text = document.text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    func kinds(_ text: String) -> [PlacedBlock] {
      var stream = MarkdownStream()
      for byte in text.utf8 { stream.append([byte]) }
      stream.finish()
      return PlacedBlock.list(stream.closedBlocks, DocumentLines(stream.source))
    }
    #expect(kinds(text.replacing("\n", with: "\r\n")) == kinds(text))
    #expect(kinds(text.replacing("\n", with: "\r")) == kinds(text))
  }

  @Test(arguments: seeds(64, long: 5_000))
  func `random bytes give blocks in order`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let likely = Array("-*_`>#|$[]()<!\\ \n\r\t\u{FEFF}é1.:=~&".utf8)
    let bytes = (0..<400).map { _ in
      Bool.random(using: &random)
        ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
    }
    var stream = MarkdownStream()
    var offset = 0
    while offset < bytes.count {
      let end = min(bytes.count, offset + Int.random(in: 1...9, using: &random))
      stream.append(bytes[offset..<end])
      _ = stream.shownTail(holdsExpired: true)
      _ = stream.shownLeaf(holdsExpired: false)
      offset = end
    }
    stream.finish()
    var whole = MarkdownStream()
    whole.append(bytes)
    whole.finish()
    #expect(whole.closedBlocks == stream.closedBlocks)
    let ranges = stream.closedBlocks.map(\.range)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  }

  @Test func `containers nest sixteen deep, and deeper marks are text`() {
    var stream = MarkdownStream()
    stream.append(String(repeating: "> ", count: 40) + "a")
    #expect(stream.openPath.count == 17)
    #expect(stream.openPath.last?.kind == .paragraph)
    var list = MarkdownStream()
    list.append(String(repeating: "- ", count: 40) + "a")
    #expect(list.openPath.count == 33)
  }
}
