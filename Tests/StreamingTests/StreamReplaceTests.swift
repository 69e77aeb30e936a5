import GalleyStreaming
import TestSupport
import Testing

@Suite struct StreamReplaceTests {
  @Test func `only what follows the common beginning is read again`() {
    let text = String(repeating: "A paragraph of some length.\n\n", count: 500)
    var stream = MarkdownStream()
    stream.append(text + "The en")
    let steps = stream.steps
    #expect(stream.replace(whole: text + "The end **bold**") == 500)
    #expect(stream.steps - steps < 200)
    #expect(stream.replace(whole: text + "The end **bol") == 500)
    #expect(stream.shownTail(holdsExpired: false) == "The end **bol**")
    #expect(stream.replace(whole: "A paragraph.") == 0)
    #expect(stream.source == Array("A paragraph.".utf8))
  }

  @Test func `a change near the end of a long list reads a few lines again`() {
    let items = (0..<500).map { "- item \($0)\n" }.joined()
    var stream = MarkdownStream()
    stream.append(items + "- the last **one")
    let steps = stream.steps
    stream.replace(whole: items + "- the last *two*")
    #expect(stream.openPath[0].children.count == 500)
    #expect(stream.steps - steps < 300)
  }

  @Test func `a change of a block that closed opens it again`() {
    var stream = MarkdownStream()
    stream.append("a\n\nb\n\nc")
    #expect(stream.closedBlocks.count == 2)
    #expect(stream.replace(whole: "a\n\nb\nc") == 1)
    stream.finish()
    #expect(stream.closedBlocks.map(\.range) == [0..<1, 3..<6])
    #expect(stream.replace(whole: "a\n\nb\nc d") == 1)
    #expect(!stream.isFinished)
  }

  @Test(arguments: StreamDocuments.all)
  func `replacing gives the blocks of the whole document`(document: StreamDocuments.Document) {
    let bytes = document.bytes
    var random = SplitMix64(seed: 7)
    var stream = MarkdownStream()
    for _ in 0..<60 {
      var changed = bytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: changed[place] = Array("-\n\r x*>".utf8).randomElement(using: &random) ?? 0
      case 1: changed.removeSubrange(place...)
      default: changed.insert(contentsOf: "\n\n# x\n".utf8, at: place)
      }
      if Int.random(in: 0..<5, using: &random) == 0 { stream.finish() }
      let before = Array(stream.closedBlocks)
      let kept = stream.replace(whole: changed)
      #expect(stream.closedBlocks.prefix(kept).elementsEqual(before.prefix(kept)))
      expectWhole(stream, changed)
    }
  }

  private func expectWhole(_ stream: MarkdownStream, _ bytes: [UInt8]) {
    var (stream, whole) = (stream, MarkdownStream())
    whole.append(bytes)
    #expect(stream.source == bytes)
    #expect(stream.shownTail(holdsExpired: false) == whole.shownTail(holdsExpired: false))
    stream.finish()
    whole.finish()
    #expect(stream.closedBlocks == whole.closedBlocks)
    #expect(stream.linkDefinitions == whole.linkDefinitions)
    #expect(stream.footnoteDefinitions == whole.footnoteDefinitions)
  }
}

@Suite struct LateDefinitionTests {
  @Test func `a late definition names the blocks that refer to it`() throws {
    var stream = MarkdownStream()
    stream.append(
      "[A  b] here\n\nno\n\n- in [a list][a B]\n\nnote[^1]\n\n[a](u)\n\n[a b]: u\n\n[^1]: n\n")
    stream.finish()
    let link = try #require(stream.linkDefinitions.first)
    #expect(link.label == "a b" && link.destination == "u")
    #expect(stream.blocks(referringTo: link) == [0, 2])
    let note = try #require(stream.footnoteDefinitions.first)
    #expect(stream.blocks(referringTo: note) == [3])
  }
}
