import GalleyGeometry
import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Dates that are relative to the current time.
@Suite struct RelativeDateTests {
  private static let noon = 1_700_000_000

  private static func date(_ unix: Int, _ letters: String = "r") -> RichText {
    .dateTime(
      unix: unix, format: MessageEntity.DateTimeFormat(letters), .plain("then"))
  }

  private static func document(
    _ blocks: [RichBlock], now: Int? = noon, state: RichState = RichState()
  ) -> RichDocument {
    let message = MessageTheme(text: TestFonts.style(size: 10))
    return RichDocument(
      RichMessage(blocks), theme: RichTheme(message: message, dates: dates(now)), state: state,
      engine: TestFonts.engine())
  }

  private static func dates(_ now: Int?) -> DateFormatting { DateFormatting(now: now) }

  private static func texts(_ layout: RichLayout) -> [String] {
    layout.texts.map(\.layout.text.string)
  }

  @Test(arguments: [
    (300, "in 5 minutes"), (-3 * 86_400, "3 days ago"), (1, "in 1 second"),
    (-7_300, "2 hours ago"),
  ])
  func `a relative date is shown in words (25)`(distance: Int, words: String) {
    let document = Self.document([.paragraph(Self.date(Self.noon + distance))])
    #expect(Self.texts(document.layout(width: 400)) == [words])
  }

  @Test func `without a current time the given text is shown`() {
    let document = Self.document([.paragraph(Self.date(Self.noon))], now: nil)
    #expect(Self.texts(document.layout(width: 400)) == ["then"])
    let later = document.showing(Self.dates(Self.noon + 60))
    #expect(Self.texts(later.layout(width: 400)) == ["1 minute ago"])
  }

  @Test(arguments: [false, true])
  func `a new time lays out only the paragraph with the date (85)`(fillsWidth: Bool) {
    let long = RichText.plain(String(repeating: "several words ", count: 20))
    let blocks: [RichBlock] = [
      .paragraph(long), .paragraph(.sequence(["Due ", Self.date(Self.noon + 300), "."])),
      .paragraph(long), .unordered([[.paragraph(long)]]),
    ]
    let document = Self.document(blocks)
    let layout = document.layout(width: 300, fillsWidth: fillsWidth)
    let later = document.showing(Self.dates(Self.noon + 60)).layout(
      width: 300, fillsWidth: fillsWidth)
    #expect(Self.texts(later)[1] == "Due in 4 minutes.")
    let same = zip(layout.texts, later.texts).map { $0.layout === $1.layout }
    #expect(same == [true, false, true, true])
    let whole = Self.document(blocks, now: Self.noon + 60).layout(
      width: 300, fillsWidth: fillsWidth)
    #expect(later.texts.map(\.origin) == whole.texts.map(\.origin))
    #expect(Self.texts(later) == Self.texts(whole))
    #expect(later.size == whole.size)
  }

  @Test func `a time at which every date reads the same changes nothing`() {
    let document = Self.document([.paragraph(Self.date(Self.noon + 3_030))])
    #expect(document.showing(Self.dates(Self.noon + 5)) === document)
    #expect(document.showing(Self.dates(Self.noon + 120)) !== document)
    let fixed = Self.document([.paragraph(Self.date(Self.noon, "wDT"))])
    #expect(fixed.showing(Self.dates(Self.noon + 86_400)) === fixed)
  }

  @Test func `only the cell, item or section with the date is shaped again`() throws {
    let cells = [
      ["a", Self.date(Self.noon + 300)], [.styled(.spoiler, "b"), .styled(.spoiler, "c")],
    ].map { $0.map { RichBlock.Table.Cell($0) } }
    let section = RichBlock.Details(
      "sum", blocks: [.paragraph("x"), .paragraph(Self.date(Self.noon + 60))], isOpen: true)
    let blocks: [RichBlock] = [
      .table(RichBlock.Table(cells)),
      .unordered([[.paragraph(.styled(.spoiler, "d"))], [.paragraph(Self.date(Self.noon + 120))]]),
      .details(section),
    ]
    let document = Self.document(blocks)
    let layout = document.layout(width: 300)
    let later = document.showing(Self.dates(Self.noon + 30)).layout(width: 300)
    let shaped = zip(layout.texts, later.texts).filter { $0.composed !== $1.composed }
    #expect(
      shaped.map(\.1.layout.text.string)
        == ["in 4 minutes", "in 1 minute", "sum", "in 30 seconds"])
    let whole = Self.document(blocks, now: Self.noon + 30).layout(width: 300)
    #expect(later.texts.map(\.composed.firstSpoiler) == whole.texts.map(\.composed.firstSpoiler))
    #expect(later.texts.map(\.origin) == whole.texts.map(\.origin))
  }

  @Test func `a date in a closed section does not matter until it is opened`() {
    let section = RichBlock.Details("sum", blocks: [.paragraph(Self.date(Self.noon + 60))])
    let document = Self.document([.details(section)])
    let later = document.showing(Self.dates(Self.noon + 30))
    #expect(later === document)
  }
}
