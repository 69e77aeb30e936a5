import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

private typealias Position = RichLayout.Position

/// Parts of messages for copying.
@Suite struct CopyingTests {
  private static func layout(_ blocks: [RichBlock], state: RichState = RichState()) -> RichLayout {
    RichSample(blocks, state: state).layout
  }

  /// Returns the message between offsets of two texts.
  private static func part(
    _ blocks: [RichBlock], _ start: (Int, Int), _ end: (Int, Int), state: RichState = RichState(),
    revealed: RevealedSpoilers = .none
  ) -> [RichBlock] {
    let range = Position(text: start.0, offset: start.1)..<Position(text: end.0, offset: end.1)
    return layout(blocks, state: state).message(in: range, revealed: revealed).blocks
  }

  private static let table = RichBlock.table(
    RichBlock.Table(
      (0..<3).map { row in (0..<3).map { .init(.plain("r\(row)c\($0)"), isHeader: row == 0) } },
      caption: "cap"))

  @Test(arguments: 0..<60)
  func `everything selected is the whole message`(seed: UInt64) {
    var generator = RichBlockSamples(seed: seed)
    let message = RichMessage(generator.blocks())
    let layout = Self.layout(message.blocks)
    #expect(layout.message(in: layout.positions, revealed: .all).blocks == message.blocks)
    #expect(layout.plainText(of: layout.positions) == message.plainText())
  }

  @Test(arguments: 0..<40)
  func `the texts of two parts are those of the whole`(seed: UInt64) {
    var generator = RichBlockSamples(seed: seed)
    generator.allOpen = true
    let layout = Self.layout(generator.blocks())
    func texts(_ range: Range<Position>) -> String {
      String(layout.plainText(of: range, revealed: .all).string.filter { $0.isLetter })
    }
    for (index, text) in layout.texts.enumerated() {
      let leaves = text.composed.leaves
      let offset =
        leaves.count > 1 ? leaves[leaves.count / 2].lowerBound : text.layout.text.length / 2
      let middle = Position(text: index, offset: offset)
      let (start, end) = (layout.positions.lowerBound, layout.positions.upperBound)
      #expect(
        texts(start..<middle).count + texts(middle..<end).count == texts(start..<end).count)
    }
  }

  @Test func `a part of one text is a paragraph with its styles`() {
    let blocks: [RichBlock] = [
      .heading(.sequence(["ab", .styled(.bold, "cd"), "ef"]), level: 2), Self.table,
    ]
    #expect(
      Self.part(blocks, (0, 1), (0, 3)) == [.paragraph(.sequence(["b", .styled(.bold, "c")]))])
    #expect(Self.part(blocks, (0, 0), (0, 6)) == [blocks[0]])
    #expect(Self.part(blocks, (2, 1), (2, 3)) == [.paragraph("0c")])
    #expect(Self.part(blocks, (0, 3), (0, 3)).isEmpty)
  }

  @Test func `a copy of half a list keeps labels`() {
    let blocks = [RichBlock.ordered((1...4).map { [.paragraph(.plain("i\($0)"))] })]
    let layout = Self.layout(blocks)
    let range = Position(text: 1, offset: 1)..<Position(text: 3, offset: 0)
    #expect(layout.plainText(of: range).string == "2. 2\n3. i3")
  }

  @Test func `a copy of a table is tab-separated values`() {
    let layout = Self.layout([Self.table])
    #expect(
      layout.plainText(of: layout.positions).string
        == "cap\nr0c0\tr0c1\tr0c2\nr1c0\tr1c1\tr1c2\nr2c0\tr2c1\tr2c2")
    let range = Position(text: 6, offset: 0)..<Position(text: 8, offset: 4)
    #expect(layout.plainText(of: range).string == "\t\tr1c2\nr2c0\tr2c1")
    let part = layout.message(in: range).blocks
    guard case .table(let table)? = part.first else {
      Issue.record("no table")
      return
    }
    #expect(
      table.rows.map { $0.map { $0.text ?? "?" } } == [["", "", "r1c2"], ["r2c0", "r2c1", ""]])
    #expect(table.caption == nil)
  }

  @Test func `a formula copies as LaTeX, as a whole`() {
    let blocks: [RichBlock] = [
      .paragraph(.sequence(["a ", .formula("x^2"), " b"])), .formula("y_1"), .paragraph("z"),
    ]
    let layout = Self.layout(blocks)
    let range = Position(text: 0, offset: 2)..<Position(text: 1, offset: 1)
    #expect(layout.plainText(of: range).string == "$x^2$ b\n\n$$y_1$$")
  }

  @Test func `blocks without text are copied between texts`() {
    let blocks: [RichBlock] = [.divider, .paragraph("a"), .divider, .paragraph("b"), .divider]
    #expect(Self.part(blocks, (0, 0), (1, 0)) == [.paragraph("a")])
    let both = [blocks[1], .divider, .paragraph("b")]
    #expect(Self.part([.paragraph("x")] + blocks[1...3], (1, 0), (2, 1)) == both)
  }

  @Test func `a closed section comes with its contents if its summary is whole`() {
    let blocks: [RichBlock] = [
      .paragraph("a"), .details(RichBlock.Details("sum", blocks: [.paragraph("in")])),
    ]
    #expect(Self.part(blocks, (0, 0), (1, 3)) == blocks)
    #expect(
      Self.part(blocks, (0, 0), (1, 2))
        == [.paragraph("a"), .details(RichBlock.Details("su", blocks: []))])
  }

  @Test func `hidden spoilers are not copied`() {
    let blocks: [RichBlock] = [
      .paragraph(.sequence([.styled(.spoiler, "one"), " ", .styled(.spoiler, "two"), " x"])),
      .details(RichBlock.Details("sum", blocks: [.paragraph(.styled(.spoiler, "three"))])),
    ]
    let layout = Self.layout(blocks)
    let end = layout.positions.upperBound
    let all = Position(text: 0, offset: 4)..<end
    func copy(_ revealed: RevealedSpoilers) -> String {
      layout.plainText(of: all, revealed: revealed).string
        + layout.message(in: all, revealed: revealed).html(revealed: .all)
    }
    #expect(!copy(.none).contains("two") && !copy(.none).contains("three"))
    #expect(copy(RevealedSpoilers([1])).contains("two"))
    #expect(!copy(RevealedSpoilers([1])).contains("three"))
    #expect(!copy(RevealedSpoilers([0])).contains("two"))
    #expect(copy(RevealedSpoilers([2])).contains("three"))
  }

  @Test func `search finds text in closed sections, and revealing opens them`() throws {
    let inner = RichBlock.details(
      RichBlock.Details("inner", blocks: [.paragraph("the Needle here")]))
    let blocks: [RichBlock] = [
      .paragraph("needle"), .details(RichBlock.Details("outer", blocks: [inner])), Self.table,
      .paragraph(.styled(.spoiler, "needle")),
    ]
    let document = Self.layout(blocks).document
    let matches = document.matches(of: "needle")
    #expect(matches.map(\.path.indices) == [[0], [1, 0, 0]])
    #expect(document.matches(of: "needle", revealed: .all).count == 3)
    #expect(document.matches(of: "r1c").count == 3)
    let layout = document.layout(width: 300)
    let first = try #require(layout.positions(of: matches[0]))
    #expect(first == Position(text: 0, offset: 0)..<Position(text: 0, offset: 6))
    #expect(layout.positions(of: matches[1]) == nil)
    var state = document.state
    state.reveal(matches[1].path)
    let open = Self.layout(blocks, state: state)
    let found = try #require(open.positions(of: matches[1]))
    #expect(open.plainText(of: found).string == "Needle")
  }
}
