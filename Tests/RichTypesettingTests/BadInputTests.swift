import GalleyFonts
import GalleyGeometry
import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Hostile messages: typed errors, or defined pictures, in time linear in the input.
@Suite struct BadInputTests {
  /// Limits that refuse nothing.
  private static let unlimited: RichMessageLimits = {
    var limits = RichMessageLimits.clipped
    (limits.characters, limits.blocks, limits.cells) = (.max, .max, .max)
    (limits.columns, limits.formulas, limits.depth) = (.max, .max, .max)
    return limits
  }()

  private static var unlimitedOptions: RichMessage.ReadingOptions {
    RichMessage.ReadingOptions(limits: unlimited, detectsEntities: false)
  }

  /// Reads a message with an error, and returns its limit.
  private func limit(_ read: () throws -> RichMessage) -> RichMessageError.Limit? {
    do { _ = try read() } catch RichMessageError.limitExceeded(let limit, _, _) {
      return limit
    } catch {
      Issue.record(error)
    }
    return nil
  }

  private func isFinite(_ layout: RichLayout) -> Bool {
    layout.size.width.isFinite && layout.size.height.isFinite
      && layout.texts.allSatisfy { $0.origin.x.isFinite && $0.origin.y.isFinite }
  }

  // MARK: Tables

  @Test func `a table of 10,000 columns is refused in all formats`() {
    let cells = repeatElement(#"{"text":"a"}"#, count: 10_000).joined(separator: ",")
    let json = #"{"blocks":[{"type":"table","cells":[[\#(cells)]]}]}"#
    #expect(limit { try RichMessage(json: json) } == .columns)
    let html = "<table><tr>" + String(repeating: "<td>a</td>", count: 10_000) + "</tr></table>"
    #expect(limit { try RichMessage(html: html) } == .columns)
    let row = "|" + String(repeating: "a|", count: 10_000)
    let markdown = row + "\n|" + String(repeating: "-|", count: 10_000)
    #expect(limit { try RichMessage(markdown: markdown) } == .columns)
  }

  @Test func `of 10,000 columns, a program's message shows the first 64`() {
    let row = (0..<10_000).map { RichBlock.Table.Cell(.plain("\($0)")) }
    let sample = RichSample([.table(RichBlock.Table([row]))])
    #expect(sample.layout.texts.map(\.composed.text.string) == (0..<64).map { "\($0)" })
    #expect(sample.layout.size.width == 400)
  }

  @Test(arguments: [Int.max, 4_294_967_296, 65, 0, -1, .min])
  func `spans beyond the table, and negative ones, are clipped`(span: Int) {
    let rows: [[RichBlock.Table.Cell]] = [
      [.init("a", columnSpan: span, rowSpan: span), .init("b")], [.init("c")],
    ]
    let layout = RichSample([.table(RichBlock.Table(rows, isBordered: true))]).layout
    #expect(isFinite(layout))
    #expect(layout.texts.contains { $0.composed.text.string == "a" })
  }

  @Test(arguments: ["9223372036854775808", "-1", "1e999", "0.5", "\"x\"", "-9e99"])
  func `a span that is no number of columns is refused with its path`(span: String) {
    let json = #"{"blocks":[{"type":"table","cells":[[{"text":"a","colspan":\#(span)}]]}]}"#
    #expect(throws: RichMessageError.self) { _ = try RichMessage(json: json) }
  }

  // MARK: Numbers

  @Test func `sizes of pictures may be any numbers`() {
    for (width, height) in [(Int.max, 1), (1, .max), (0, 0), (-5, 7), (.min, .max)] {
      let file = RichBlock.Media.File(id: "p", width: width, height: height)
      let media = RichBlock.Media(.photo, files: [file])
      let blocks: [RichBlock] = [
        .media(media), .slideshow(RichBlock.Gallery([.media(media)])),
        .collage(RichBlock.Gallery([.media(media), .media(media), .media(media)])),
      ]
      #expect(isFinite(RichSample(blocks).layout), "\(width) × \(height)")
    }
  }

  @Test func `numbers of list items may be any numbers`() {
    for number in [Int.max, .min, 0, -1] {
      for style in RichBlock.List.Numbering.allCases {
        let item = RichBlock.List.Item([.paragraph("a")], marker: .number(number, style))
        #expect(isFinite(RichSample([.list(RichBlock.List([item]))]).layout))
      }
    }
  }

  @Test(arguments: [0, -3, 1e300, .infinity, .nan])
  func `a body size of any number gives a finite layout`(size: Double) {
    var theme = RichTheme()
    theme.message.text.font.size = size
    let document = RichDocument(
      RichMessage(RichLayoutTests.mixture), theme: theme, engine: TestFonts.engine())
    #expect(isFinite(document.layout(width: 300)))
    let tasks = (0..<9).map { _ in RichBlock.List.Item([.paragraph("a")], checkbox: .checked) }
    let list = RichDocument(
      RichMessage([.list(RichBlock.List(tasks))]), theme: theme, engine: TestFonts.engine())
    let layout = list.layout(width: 300)
    #expect(isFinite(layout) && isFinite(layout.truncated(to: .lines(2))))
    var frames: [Rect] = []
    layout.visitItems { item, _ in
      if case .control(_, let frame) = item { frames.append(frame) }
    }
    #expect(frames.count == 9 && frames.allSatisfy { $0.minY.isFinite })
  }

  // MARK: Cycles

  @Test func `links may lead to the text that contains them`() throws {
    let html = """
      <p><tg-reference name="a">see <a href="#b">b</a></tg-reference></p>
      <p><tg-reference name="b">see <a href="#a">a</a></tg-reference></p>
      <details><summary><a href="#c">c</a></summary><a name="c"></a><a href="#c">c</a></details>
      """
    let message = try RichMessage(html: html)
    let document = RichDocument(message, engine: TestFonts.engine())
    let layout = document.layout(width: 300)
    #expect(message.text(ofReference: "a") != nil)
    #expect(!layout.rects(of: .reference("b")).isEmpty)
    #expect(layout.rects(of: .anchor("c")).isEmpty)
    #expect(message.path(of: .anchor("c"))?.indices.first == 2)
  }

  // MARK: Time

  private func expectLinear(_ name: String, _ markup: (Int) -> String) {
    let engine = TestFonts.engine()
    expectGrowth(from: 100, to: 1_000, below: 40, floor: 0.001) { count in
      let text = markup(count)
      return processorTime {
        let options = Self.unlimitedOptions
        let message =
          text.hasPrefix("<")
          ? try? RichMessage(html: text, options: options)
          : try? RichMessage(markdown: text, options: options)
        guard let message else {
          Issue.record("\(name) is refused")
          return
        }
        let layout = RichDocument(message, engine: engine).layout(width: 300)
        _ = layout.position(at: .zero)
      }
    }
  }

  @Test func `hostile repetitions take linear time`() {
    expectLinear("rows") { "|a|b|\n|-|-|\n" + String(repeating: "|c|d|\n", count: $0) }
    expectLinear("spans") {
      "<table>" + String(repeating: "<tr><td rowspan=2>a<td colspan=3>b", count: $0)
    }
    expectLinear("items") { String(repeating: "- a\n", count: $0) }
    expectLinear("anchors") { String(repeating: "<a name=x></a><a href=#x>a</a>", count: $0) }
    expectLinear("formulas") { String(repeating: "$x_$n$ ", count: $0) }
    expectLinear("unclosed") { String(repeating: "**a [b](c *d ", count: $0) }
    expectLinear("quotations") { String(repeating: "> a\n\n", count: $0) }
    expectLinear("details") { String(repeating: "<details open><summary>a</summary>", count: $0) }
  }
}
