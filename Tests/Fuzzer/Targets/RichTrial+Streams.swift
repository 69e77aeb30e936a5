import GalleyBasics
import GalleyCorpus
import GalleyFuzzCore
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyRichMessages
import GalleyRichStreaming
import GalleyRichTypesetting
import GalleyStreaming
import GalleyTypesetting

extension RichTrial {
  /// Streams the input in random pieces, and compares the result with that of one piece.
  mutating func stream() throws(FuzzFailure) {
    var stream = MarkdownStream()
    // Layouts of the tail, each of which takes time in proportion to the input.
    var layouts = 0
    var offset = 0
    let longest = random.pick([1, 4, 40, 1_000])
    while offset < bytes.count {
      let end = min(bytes.count, offset + random.number(in: 1...longest))
      stream.append(bytes[offset..<end])
      offset = end
      if random.chance(longest == 1 ? 5 : 40) {
        let tail = stream.shownTail(holdsExpired: random.chance(50))
        _ = stream.shownLeaf(holdsExpired: true)
        if layouts < 2, random.chance(20), let message = try? RichMessage(markdown: tail) {
          layOut(message)
          layouts += 1
        }
      }
      if random.chance(2) {
        var other = stream
        other.replace(whole: bytes[..<random.number(in: 0...bytes.count)] + Array("*a".utf8))
        other.finish()
      }
    }
    stream.finish()
    var whole = MarkdownStream()
    whole.append(bytes)
    whole.finish()
    let blocks = [stream, whole].map { stream in stream.closedBlocks.map { "\($0)" } }
    if blocks[0] != blocks[1] { throw FuzzFailure(description: "the pieces give other blocks") }
  }

  /// Streams the input with layouts, and compares some of them with those of the whole message.
  mutating func streamLayouts() throws(FuzzFailure) {
    var options = StreamingText.readingOptions
    options.isRightToLeft = random.chance(20)
    var text = StreamingText(width: width(), options: options, engine: engine)
    let longest = random.pick([4, 40, 1_000])
    var (offset, comparisons) = (0, 0)
    while offset < bytes.count {
      let end = min(bytes.count, offset + random.number(in: 1...longest))
      text.append(bytes[offset..<end])
      offset = end
      if random.chance(3) { text.showHeldMarks() }
      if random.chance(60) { try check(text.layout(), comparisons: &comparisons) }
      if random.chance(1) {
        let markdown = String(decoding: bytes[..<random.number(in: 0...offset)], as: UTF8.self)
        text.replace(whole: markdown + "*a")
      }
    }
    text.finish()
    let layout = text.layout()
    comparisons = 0
    try check(layout, comparisons: &comparisons)
    try checkEnd(layout, of: text, options: options)
  }

  /// Compares a finished message with the whole source read and laid out at once.
  private func checkEnd(
    _ layout: StreamingLayout, of text: StreamingText, options: RichMessage.ReadingOptions
  ) throws(FuzzFailure) {
    guard let message = try? RichMessage(markdown: text.markdown, options: options) else { return }
    try expect(layout.message == message, "the finished message is not that of its source")
    let whole = RichDocument(message, engine: engine).layout(width: text.width, fillsWidth: true)
    let (own, other) = (RichLayoutDump.text(of: layout.layout), RichLayoutDump.text(of: whole))
    try expect(own == other, "the finished layout is not that of the whole:\n\(own)\n---\n\(other)")
  }

  /// Paints a layout of a message that grows, or compares it with that of the whole message.
  ///
  /// Open tables differ, because their columns only grow.
  private mutating func check(
    _ layout: StreamingLayout, comparisons: inout Int
  ) throws(FuzzFailure) {
    precondition(layout.size.height.isFinite && layout.changedFrom.isFinite)
    guard comparisons < 4, random.chance(10) || comparisons == 0 else { return }
    comparisons += 1
    if case .table? = layout.message.blocks.last { return }
    let (own, whole) = (layout.size.height, layout.layout.size.height)
    guard abs(own - whole) <= 1e-6 * max(1, own) else {
      throw FuzzFailure(description: "the height is \(own), and \(whole) as a whole")
    }
    guard random.chance(15), var bitmap = try? Bitmap(width: 160, height: 120) else { return }
    TextPainter().paint(
      layout, at: Point(x: 0, y: random.pick([0, 100 - own])), into: &bitmap, scale: 1)
  }
}
