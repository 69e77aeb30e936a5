import GalleyFonts
import GalleyGeometry
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyStreaming
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichStreaming

/// Checklist numbers 114 to 128 of rich messages, as far as they concern layout.
@Suite struct StreamingTextTests {
  static let words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split(
    separator: " ")

  @Test(arguments: StreamDocuments.all)
  func `114: replacing the whole keeps the typeset blocks of the common beginning`(
    document: StreamDocuments.Document
  ) {
    let engine = TestFonts.engine()
    var text = Sample.stream(engine: engine)
    var appended = Sample.stream(engine: engine)
    for end in document.text.indices {
      let earlier = text.layout()
      text.replace(whole: String(document.text[...end]))
      appended.append(String(document.text[end]))
      let layout = text.layout()
      #expect(layout.message == appended.layout().message)
      // A definition changes blocks before it.
      guard document.name != "definitions", document.name != "footnotes" else { continue }
      #expect(layout.movedBlocks(since: earlier) == 0)
    }
  }

  @Test func `114: a replacement by another beginning lays all blocks out again`() {
    var text = Sample.stream()
    text.append("a\n\nb\n\nc")
    _ = text.layout()
    text.replace(whole: "x\n\nb\n\nc")
    #expect(text.layout().message.blocks == ["x", "b", "c"].map { .paragraph(.plain($0)) })
  }

  @Test(arguments: StreamDocuments.all)
  func `115: no complete block moves, and no line of it`(document: StreamDocuments.Document) {
    var text = Sample.stream()
    var lines: [Picture.Mark] = []
    for byte in document.bytes {
      let earlier = text.layout()
      text.append([byte])
      let layout = text.layout()
      guard document.name != "definitions", document.name != "footnotes" else { continue }
      #expect(layout.movedBlocks(since: earlier) == 0)
      let shown = Picture(layout.root).lines
      #expect(Array(shown.prefix(lines.count)) == lines)
      lines = shown.filter { $0.y < layout.stableHeight }
    }
  }

  @Test(arguments: seeds(20, long: 4000))
  func `115: of an open paragraph, only the last lines move`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var text = Sample.stream()
    var lines: [Picture.Mark] = []
    for _ in 0..<200 {
      text.append(String(Self.words.randomElement(using: &random) ?? "") + " ")
      let shown = Picture(text.layout().root).lines
      #expect(Array(shown.prefix(lines.count)) == lines)
      lines = Array(shown.dropLast())
    }
    #expect(lines.count > 20)
  }

  @Test(arguments: seeds(12, long: 4000))
  func `112: a long paragraph with styles is that laid out at once`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let engine = TestFonts.engine()
    var text = Sample.stream(engine: engine)
    let marks = ["**", "*", "`", "~~", "", "", "", ""]
    for _ in 0..<120 {
      let mark = marks.randomElement(using: &random) ?? ""
      let word = Self.words.randomElement(using: &random) ?? ""
      let end = [" ", "\n", ", ", " - "].randomElement(using: &random) ?? " "
      for byte in "\(mark)\(word)\(mark)\(end)".utf8 { text.append([byte]) }
      let whole = PrefixTests.typeset(try PrefixTests.whole(of: text), of: text, closed: 0)
      #expect(Picture(text.layout().root) == Picture(whole))
    }
  }

  @Test func `115: items of an open list stay while it grows`() throws {
    var text = Sample.stream()
    var settled: [Picture.Mark] = []
    for index in 0..<30 {
      // Labels of two digits widen the column of the markers once.
      if index == 9 { settled = [] }
      text.append("\(index + 1). item \(index) of a list\n")
      let shown = Picture(text.layout().root).lines
      #expect(Set(settled).isSubset(of: shown))
      settled = shown.filter { $0.y < (shown.last?.y ?? 0) - 30 }
    }
    let whole = PrefixTests.typeset(try PrefixTests.whole(of: text), of: text, closed: 0)
    #expect(Picture(text.layout().root) == Picture(whole))
  }

  @Test(arguments: StreamDocuments.all)
  func `above the changed part, a layout shows the same as the one before`(
    document: StreamDocuments.Document
  ) {
    var text = Sample.stream()
    var earlier = text.layout()
    for byte in document.bytes {
      text.append([byte])
      let layout = text.layout()
      func above(_ layout: StreamingLayout, _ y: Double) -> [Picture.Mark] {
        Picture(layout.root).lines.filter { $0.y < y }
      }
      #expect(above(layout, layout.changedFrom) == above(earlier, layout.changedFrom))
      earlier = layout
    }
    text.finish()
    let last = text.layout()
    #expect(last.changedFrom <= last.size.height)
  }

  @Test func `116: unclosed bold text is bold, and plain when the block ends`() {
    var text = Sample.stream()
    text.append("a **bold")
    #expect(
      text.layout().message.blocks == [.paragraph(["a ", .styled(.bold, "bold")])])
    text.append(" text\n\n")
    #expect(text.layout().message.blocks == [.paragraph("a **bold text")])
  }

  @Test func `117: held marks are shown when their time is over`() {
    var text = Sample.stream()
    text.append("a *")
    #expect(text.layout().message.blocks == [.paragraph("a")])
    text.showHeldMarks()
    #expect(text.layout().message.blocks == [.paragraph("a *")])
    text.append("b")
    #expect(text.layout().message.blocks == [.paragraph(["a ", .styled(.italic, "b")])])
    #expect(StreamingText.holdPeriod <= 0.3)
  }

  @Test func `a word that held marks made too long for its line returns when they are hidden`() {
    var text = Sample.stream()
    text.append("aaaa bbbbbbbbbbbb&#xFFFFF")
    let line = text.layout().size.height
    text.append("F")
    text.showHeldMarks()
    #expect(text.layout().size.height > 2 * line)
    text.append("F")
    let layout = text.layout()
    #expect(layout.size.height == line)
    #expect(layout.layout.size.height == line)
  }

  @Test func `118: a fence grows line by line`() {
    var text = Sample.stream()
    text.append("```swift\nlet a")
    #expect(text.layout().message.blocks == [.code("let a", language: "swift")])
    text.append(" = 1\nlet")
    #expect(text.layout().message.blocks == [.code("let a = 1\nlet", language: "swift")])
  }

  @Test(arguments: seeds(60, long: 6000))
  func `119: the columns of an open table only grow`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var text = Sample.stream()
    text.append("| a | b | c |\n|---|---|---|\n")
    _ = text.layout()
    var widths: [Double] = []
    for _ in 0..<12 {
      for _ in 0..<3 {
        text.append("| ")
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          text.append(String(Self.words.randomElement(using: &random) ?? "") + " ")
          _ = text.layout()
          let now = text.tail?.columnWidths ?? []
          #expect(now.count == 3)
          #expect(zip(widths, now).allSatisfy { $0 <= $1 })
          widths = now
        }
      }
      text.append("|\n")
    }
  }

  @Test func `119: a complete table has the widths of the automatic layout`() throws {
    let engine = TestFonts.engine()
    var text = Sample.stream(engine: engine)
    let source = "| a | b |\n|---|---|\n| one two three four five | x |\n| y | one two three |\n"
    for byte in source.utf8 {
      text.append([byte])
      _ = text.layout()
    }
    text.append("\n")
    let whole = Sample.layout(
      try RichMessage(markdown: source, options: Sample.options), engine: engine)
    #expect(Picture(text.layout().root) == Picture(whole.root))
  }

  @Test(arguments: [#"$\frac{a}{b"#, #"$$\frac{a}{b}"#, "$$\n\\frac{a}{"])
  func `120: an incomplete formula is source`(source: String) {
    var text = Sample.stream()
    for byte in source.utf8 {
      text.append([byte])
      for block in text.layout().message.blocks {
        if case .formula = block { Issue.record("a formula before its end") }
        if case .paragraph(.formula) = block { Issue.record("a formula before its end") }
      }
    }
  }

  @Test func `123: positions before the end stay valid`() throws {
    var text = Sample.stream()
    text.append("first\n\n" + String(repeating: "words of a paragraph ", count: 20))
    let before = text.layout().layout
    let start = RichLayout.Position(text: 1, offset: 10)
    let range = start..<RichLayout.Position(text: 1, offset: 25)
    text.append("and more\n\nnext")
    let after = text.layout().layout
    #expect(before.rects(of: range) == after.rects(of: range))
    #expect(!before.rects(of: range).isEmpty)
  }

  @Test(arguments: StreamDocuments.all)
  func `125: the final message has the blocks of the complete draft`(
    document: StreamDocuments.Document
  ) {
    // Text between comments joins the paragraph before when the message is finished.
    guard document.name != "html", document.name != "footnotes" else { return }
    var text = Sample.stream()
    text.append(document.bytes + Array("\n\n".utf8))
    let draft = text.layout()
    text.finish()
    if draft.size == text.layout().size {
      #expect(Picture(draft.root) == Picture(text.layout().root))
    }
  }

  @Test func `126: all appends together are a small multiple of laying the whole out`() {
    let document = StreamDocuments.all.first { $0.name == "answer of a model" }
    let answer = document?.bytes ?? []
    let source = Array(
      repeatElement(answer + Array("\n\n".utf8), count: 8_000 / answer.count).joined())
    let engine = TestFonts.engine()
    expectGrowth(from: source.count, to: 4, below: 60) { length in
      processorTime {
        var text = Sample.stream(engine: engine)
        for start in stride(from: 0, to: source.count, by: length) {
          text.append(source[start..<min(start + length, source.count)])
          _ = text.layout()
        }
      }
    }
  }

  @Test func `128: a character cut in its middle is shown when it is complete`() {
    var text = Sample.stream()
    let bytes = Array("a 😀".utf8)
    text.append(bytes.dropLast())
    #expect(text.layout().message.blocks == [.paragraph("a")])
    text.append(bytes.suffix(1))
    #expect(text.layout().message.blocks == [.paragraph("a 😀")])
  }

  @Test func `a late definition changes the blocks that refer to it, and no other`() {
    var text = Sample.stream()
    text.append("one\n\n[two][a]\n\nthree\n\n")
    let before = text.layout()
    text.append("[a]: https://example.org\n\n")
    let after = text.layout()
    #expect(
      after.message.blocks[1]
        == .paragraph(.link(.url("https://example.org"), "two")))
    #expect(before.movedBlocks(since: after) >= 1)
    #expect(after.message.blocks[0] == before.message.blocks[0])
  }

  @Test func `a stack has the positions of a message laid out at once`() {
    let engine = TestFonts.engine()
    var text = Sample.stream(engine: engine)
    let source = (0..<600).map { $0.isMultiple(of: 7) ? "# h\($0)" : "p\($0)" }
    text.append(source.joined(separator: "\n\n") + "\n\n")
    let layout = text.layout()
    let whole = Sample.layout(layout.message, engine: engine)
    #expect(layout.size == whole.size)
    #expect(Picture(layout.root) == Picture(whole.root))
  }
}
