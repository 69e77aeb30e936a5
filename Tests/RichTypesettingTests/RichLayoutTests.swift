import GalleyFonts
import GalleyGeometry
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// The numbers are those of the specification's checklist.
@Suite struct RichLayoutTests {
  private let metrics = RichMetrics(size: RichSample.size)

  // MARK: Rhythm

  @Test func `headings get smaller by level, and are larger than the body (49)`() {
    let blocks = (1...6).map { RichBlock.heading("x", level: $0) } + [.paragraph("x")]
    let sizes = RichSample(blocks).layout.texts.map { $0.layout.text.baseStyle.font.size }
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 > $1 })
    #expect(sizes.last == 10)
  }

  @Test func `the gap between two blocks is the larger of their spaces (50)`() {
    let frames = RichSample([.paragraph("a"), .heading("b", level: 2), .paragraph("c")]).texts
    #expect(frames[0].minY == 0)
    #expect(abs(frames[1].minY - frames[0].maxY - 7.5) < 1e-9)
    #expect(abs(frames[2].minY - frames[1].maxY - 3.5) < 1e-9)
  }

  @Test func `an anchor has no height and does not separate blocks`() {
    let plain = RichSample([.paragraph("a"), .paragraph("b")]).layout.size
    let anchored = RichSample([.paragraph("a"), .anchor(name: "x"), .paragraph("b")]).layout.size
    #expect(plain == anchored)
  }

  @Test func `a message is as wide as its widest block`() {
    #expect(RichSample([.paragraph("abc"), .paragraph("abcdef")]).layout.size.width == 60)
    #expect(RichSample([.paragraph("abc")], fillsWidth: true).layout.size.width == 400)
  }

  @Test func `an empty paragraph is as high as a line`() {
    let line = RichSample([.paragraph("a")]).layout.size.height
    #expect(RichSample([.paragraph("")]).layout.size.height == line)
  }

  @Test(arguments: [0, 20, 60, 133.7, 400, .infinity, -5, .nan])
  func `layouts of one document do not depend on earlier ones`(width: Double) {
    let document = RichDocument(RichMessage(Self.mixture), engine: TestFonts.engine())
    _ = document.layout(width: 87)
    let first = document.layout(width: width)
    let second = document.layout(width: width)
    #expect(first.size == second.size)
    #expect(first.texts.map(\.origin) == second.texts.map(\.origin))
    #expect(first.size.width <= max(width, 0) || !width.isFinite)
  }

  // MARK: Lists

  @Test func `the numbers 9 and 10 end at one place (51)`() {
    let sample = RichSample([.ordered([[.paragraph("a")], [.paragraph("b")]], from: 9)])
    #expect(sample.labels.map(\.size.width) == [20, 30])
    #expect(sample.labels[0].maxX == sample.labels[1].maxX)
    #expect(sample.texts[0].minX == sample.labels[0].maxX + metrics.markerGap)
  }

  @Test func `numbers of a right-to-left list are at the right (52)`() {
    let sample = RichSample(
      [.ordered([[.paragraph("א")], [.paragraph("ב")]], from: 9)], isRightToLeft: true)
    let width = sample.layout.size.width
    #expect(sample.labels[0].minX == sample.labels[1].minX)
    #expect(sample.labels.allSatisfy { $0.maxX <= width })
    #expect(sample.texts.allSatisfy { $0.maxX <= sample.labels[0].minX })
  }

  @Test func `a marker is on the first baseline of its item, through nested lists (53)`() {
    let sample = RichSample([.ordered([[.ordered([[.heading("a", level: 1)]])]])])
    #expect(sample.labelBaselines == [sample.baselines[0], sample.baselines[0]])
  }

  @Test func `a marker beside a table is on a line that begins at its top (54)`() {
    let table = RichBlock.table(RichBlock.Table([[RichBlock.Table.Cell("a")]]))
    let sample = RichSample([.ordered([[table]])])
    let line = RichSample([.paragraph("a")])
    #expect(sample.labelBaselines == [line.baselines[0]])
  }

  @Test func `bullets alternate by level (55)`() {
    let blocks = [
      RichBlock.unordered([
        [.paragraph("a"), .unordered([[.paragraph("b"), .unordered([[.paragraph("c")]])]])]
      ])
    ]
    let kinds = RichSample(blocks).items.compactMap { placed -> String? in
      switch placed.item {
      case .shape: "disc"
      case .outline: "circle"
      case .fill: "square"
      default: nil
      }
    }
    #expect(kinds == ["disc", "circle", "square"])
  }

  @Test func `deep lists keep room for their text (56)`() {
    var block = RichBlock.unordered([[.paragraph("abcdefgh")]])
    for _ in 0..<14 { block = .unordered([[.paragraph("x"), block]]) }
    let sample = RichSample([block], width: 150)
    let deepest = sample.layout.texts.last
    #expect((deepest?.layout.options.width ?? 0) >= 60)
    #expect(sample.layout.size.width <= 150)
  }

  @Test func `checkboxes show their state, and numbers come before them (57)`() {
    let items = [
      RichBlock.List.Item([.paragraph("a")], checkbox: .checked),
      RichBlock.List.Item([.paragraph("b")], checkbox: .unchecked),
    ]
    let sample = RichSample([.list(RichBlock.List(items))])
    #expect(sample.fills.count == 1)
    let outlines = sample.items.filter { if case .outline = $0.item { true } else { false } }
    #expect(outlines.count == 1)
    let numbered = RichSample([
      .list(
        RichBlock.List([
          RichBlock.List.Item([.paragraph("a")], marker: .number(1, .decimal), checkbox: .checked)
        ]))
    ])
    #expect(numbered.labels[0].maxX < numbered.fills[0].minX)
  }

  // MARK: Tables

  private func table(
    _ rows: [[RichBlock.Table.Cell]], isBordered: Bool = false, isCompact: Bool = false
  ) -> RichBlock {
    .table(RichBlock.Table(rows, isBordered: isBordered, isCompact: isCompact))
  }

  @Test func `a table is as narrow as its cells (59), with compact padding if told (65)`() {
    #expect(RichSample([table([[.init("ab"), .init("c")]])]).layout.size.width == 30 + 4 * 8)
    #expect(
      RichSample([table([[.init("ab"), .init("c")]], isCompact: true)]).layout.size.width == 30 + 4
        * 4)
  }

  @Test func `a table scrolls if its words do not fit, and the message does not (60)`() {
    let sample = RichSample(
      [table([[.init("abcdefgh"), .init("abcdefgh"), .init("abcdefgh")]])], width: 200)
    let scrolled = sample.items.compactMap { placed -> Double? in
      if case .scroll(let box, _, _) = placed.item { box.size.width } else { nil }
    }
    #expect(scrolled == [288])
    #expect(sample.layout.size.width == 200)
    #expect(sample.layout.texts.allSatisfy { $0.viewport?.size.width == 200 })
  }

  @Test func `a long word in a cell is broken (69)`() {
    let word = RichText.plain(String(repeating: "a", count: 60))
    let sample = RichSample([table([[RichBlock.Table.Cell(word)]])], width: 300)
    #expect(sample.layout.texts[0].layout.lineCount > 1)
    #expect(sample.items.allSatisfy { if case .scroll = $0.item { false } else { true } })
  }

  @Test func `cells are aligned vertically in three ways (66)`() {
    let cells = RichBlock.Table.VerticalAlignment.allCases.map {
      RichBlock.Table.Cell("a", verticalAlignment: $0)
    }
    let high = RichBlock.Table.Cell("a\nb\nc")
    let frames = RichSample([table([cells + [high]])]).texts
    let all = frames[3]
    #expect(frames[0].minY == all.minY)
    #expect(abs(frames[1].minY + frames[1].maxY - all.minY - all.maxY) < 1e-9)
    #expect(frames[2].maxY == all.maxY)
  }

  @Test func `a right-to-left table is mirrored, and its alignment is not (67)`() {
    let cells = [RichBlock.Table.Cell("abc"), .init("a\nbb", alignment: .right)]
    let sample = RichSample([table([cells])], isRightToLeft: true)
    #expect(sample.texts[0].minX > sample.texts[1].minX)
    let lines = sample.layout.texts[1].layout
    #expect(lines.line(at: 0).x > lines.line(at: 1).x)
  }

  @Test func `a caption does not scroll with its table (68)`() {
    let rows: [[RichBlock.Table.Cell]] = [
      [.init("abcdefgh"), .init("abcdefgh"), .init("abcdefgh")]
    ]
    let sample = RichSample(
      [.table(RichBlock.Table(rows, caption: "caption"))], width: 200)
    #expect(sample.layout.texts[0].viewport == nil)
    #expect(sample.layout.texts[1].viewport != nil)
  }

  @Test func `a cell without text is not painted (18)`() {
    let rows = [[RichBlock.Table.Cell("a", isHeader: true), .init(nil, isHeader: true)]]
    #expect(RichSample([table(rows)]).fills.count == 1)
  }

  // MARK: Others

  @Test func `a pull quotation is centered and limited (70)`() {
    let sample = RichSample(
      [.pullQuotation(RichBlock.CreditedText("abcd"))], width: 600, fillsWidth: true)
    let line = sample.layout.texts[0].layout.line(at: 0)
    #expect(abs(sample.texts[0].minX + line.x + line.width / 2 - 300) < 1e-9)
    let text = RichText.plain(String(repeating: "abc ", count: 40))
    let long = RichSample([.pullQuotation(RichBlock.CreditedText(text))], width: 600)
    #expect(long.layout.size.width <= metrics.pullQuoteWidth)
  }

  @Test func `an expandable quotation shows three lines until it is expanded (71)`() {
    let quotation = RichBlock.expandableQuotation(RichBlock.CreditedText("a\nb\nc\nd\ne"))
    var state = RichState()
    #expect(RichSample([quotation]).layout.texts[0].layout.lineCount == 3)
    state.setExpanded(BlockPath([0]), true)
    #expect(RichSample([quotation], state: state).layout.texts[0].layout.lineCount == 5)
  }

  @Test func `closed details have no texts besides their summary (72)`() {
    let details = RichBlock.details(RichBlock.Details("s", blocks: [.paragraph("inside")]))
    #expect(RichSample([details]).layout.texts.count == 1)
    var state = RichState()
    state.setOpen(BlockPath([0]), true)
    #expect(RichSample([details], state: state).layout.texts.count == 2)
  }

  @Test func `subscripts and superscripts do not change the height of a line (77)`() {
    let plain = RichSample([.paragraph("H2O")]).layout.size.height
    let text: RichText = ["H", .styled(.subscript, "2"), "O", .styled(.superscript, "+")]
    #expect(RichSample([.paragraph(text)]).layout.size.height == plain)
  }

  @Test func `an inline button is not broken (78)`() {
    let button = RichText.button(RichText.Button("a b c d", action: .disabled))
    let sample = RichSample([.paragraph(["abcdefgh ", button])], width: 120)
    let text = sample.layout.texts[0]
    #expect(text.composed.objects.count == 1)
    #expect(text.layout.lineCount == 2)
  }

  @Test func `buttons share a row, or have their own widths at a side (79)`() {
    let buttons = ["a", "bbb"].map { RichText.Button(.plain($0), action: .disabled) }
    func frames(_ alignment: RichBlock.ButtonRow.Alignment?) -> [Rect] {
      RichSample([.buttons(RichBlock.ButtonRow(buttons, alignment: alignment))], fillsWidth: true)
        .fills
    }
    let shared = frames(nil)
    #expect(shared.map(\.size.width) == [197, 197])
    #expect(shared[1].minX == 203)
    let right = frames(.right)
    #expect(right[1].maxX == 400)
    #expect(right[0].size.width < right[1].size.width)
    #expect(frames(.left)[0].minX == 0)
  }

  private func photo(_ width: Int, _ height: Int) -> RichBlock.Media {
    RichBlock.Media(
      .photo, files: [RichBlock.Media.File(id: "p", width: width, height: height)])
  }

  @Test func `a photo is at most twice as wide as its own pixels (81)`() {
    #expect(RichSample([.media(photo(90, 60))]).pictures[0].size == Size(width: 180, height: 120))
    #expect(RichSample([.media(photo(900, 600))]).pictures[0].size.width == 400)
  }

  @Test func `a slideshow is as high as the median picture (82)`() {
    let blocks = [photo(100, 100), photo(200, 100), photo(300, 100)].map { RichBlock.media($0) }
    let sample = RichSample([.slideshow(RichBlock.Gallery(blocks))])
    #expect(sample.pictures.map(\.size.height) == [200])
  }

  @Test func `the pictures of a collage fill its width`() {
    let blocks = [photo(100, 100), photo(200, 100), photo(300, 100)].map { RichBlock.media($0) }
    let frames = RichSample([.collage(RichBlock.Gallery(blocks))]).pictures
    #expect(frames.count == 3)
    #expect(frames.map(\.maxX).max() == 400)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.intersection($1).isEmpty })
  }

  /// A message with most kinds of blocks.
  static let mixture: [RichBlock] = [
    .heading("Heading", level: 1), .paragraph(["some ", .styled(.bold, "bold"), " text"]),
    .ordered([[.paragraph("one"), .unordered([[.paragraph("two")]])]]),
    .quotation(RichBlock.Quotation([.paragraph("quoted"), .divider], credit: "me")),
    .table(
      RichBlock.Table(
        [[.init("a"), .init("bcd ef")], [.init("g"), .init("h")]], isBordered: true, caption: "c")),
    .details(RichBlock.Details("summary", blocks: [.code("let a = 1", language: "swift")])),
    .buttons(RichBlock.ButtonRow([RichText.Button("ok", action: .disabled)])), .footer("end"),
  ]
}
