import GalleyFonts
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

/// Formatted dates.
///
/// The date is that of the Bot API's examples: the afternoon of 17 March 2022.
@Suite struct DateFormattingTests {
  private let moment = 1_647_531_900

  /// Returns the shown text, with plain spaces in place of no-break spaces.
  private func shown(_ letters: String, _ dates: DateFormatting) throws -> String? {
    dates.text(for: moment, try #require(MessageEntity.DateTimeFormat(letters)))?
      .replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
  }

  @Test(arguments: [
    ("d", "17.03.22"), ("D", "17. März 2022"), ("t", "16:45"), ("T", "16:45:00"),
    ("w", "Donnerstag"), ("wD", "Donnerstag, 17. März 2022"), ("wt", "Donnerstag, 16:45"),
    ("dt", "17.03.22, 16:45"), ("wDT", "Donnerstag, 17. März 2022 um 16:45:00"),
  ])
  func `format letters select a date's components`(letters: String, expected: String) throws {
    let dates = DateFormatting(language: "de", timeZone: "Europe/Berlin")
    #expect(try shown(letters, dates) == expected)
  }

  @Test func `dates use the given language and time zone, English and UTC by default`()
    throws
  {
    #expect(try shown("D", DateFormatting()) == "March 17, 2022")
    #expect(try shown("t", DateFormatting()) == "3:45 PM")
    #expect(
      try shown("Dt", DateFormatting(language: "en-GB", timeZone: "Asia/Tokyo"))
        == "18 March 2022 at 00:45")
    #expect(try shown("w", DateFormatting(language: "ja")) == "木曜日")
    #expect(
      DateFormatting().text(for: moment, try #require(MessageEntity.DateTimeFormat("w")), in: "fr")
        == "jeudi")
    #expect(try shown("d", DateFormatting(language: "x such language")) != nil)
  }

  @Test(arguments: [
    (10_800, "in 3 hours"), (-60, "1 minute ago"), (-59, "59 seconds ago"), (0, "in 0 seconds"),
    (86_400 * 2 + 5, "in 2 days"), (-86_400 * 45, "1 month ago"), (86_400 * 800, "in 2 years"),
  ])
  func `a relative date is measured from the current time`(seconds: Int, expected: String) throws {
    #expect(try shown("r", DateFormatting(now: moment - seconds)) == expected)
    #expect(try shown("r", DateFormatting()) == nil)
  }

  @Test(arguments: [Int.min, Int.max, 1 << 60, -1 << 55])
  func `dates beyond the calendar's range are not formatted`(unix: Int) throws {
    for letters in ["wDT", "r", "d"] {
      let format = try #require(MessageEntity.DateTimeFormat(letters))
      _ = DateFormatting(now: 0).text(for: unix, format)
      #expect(DateFormatting().text(for: unix, format) == nil)
    }
  }

  @Test func `time zone names are validated`() {
    #expect(DateFormatting.isTimeZone("Europe/Oslo") && DateFormatting.isTimeZone("UTC"))
    #expect(!DateFormatting.isTimeZone("Europe/Nowhere") && !DateFormatting.isTimeZone(""))
  }

  @Test func `formatted dates appear in the layout, and the message keeps its text`() throws {
    let format = try #require(MessageEntity.DateTimeFormat("D"))
    var message = Message("ab then, cd")
    message.entities = [
      MessageEntity(.bold, in: 0..<5),
      MessageEntity(.dateTime(unix: moment, format: format), in: 3..<7),
      MessageEntity(.spoiler, in: 9..<11),
    ]
    let text = message.attributedText()
    #expect(text.string == "ab March 17, 2022, cd")
    #expect(text.indexMap.sourceRange(ofLayout: 3..<17) == 3..<7)
    #expect(text.indexMap.layoutRange(ofSource: 4..<5) == 3..<17)
    #expect(text.indexMap.layoutRange(ofSource: 9..<11) == 19..<21)
    #expect(text.annotations.map(\.range) == [3..<17, 19..<21])
    // Half of the date was bold; the replacement is bold as a whole.
    #expect(text.style(at: 16).font.weight == 700 && text.style(at: 17).font.weight == 400)
    #expect(message.attributedText(dates: nil).string == message.text)
    message.entities[1].kind = .dateTime(unix: moment, format: nil)
    #expect(message.attributedText().string == message.text)
  }

  @Test func `a date across a block's edge keeps its own text`() throws {
    let format = try #require(MessageEntity.DateTimeFormat("D"))
    var message = Message("ab\ncd")
    message.entities = [
      MessageEntity(.blockquote(isExpandable: false), in: 0..<2),
      MessageEntity(.dateTime(unix: moment, format: format), in: 1..<4),
    ]
    #expect(message.attributedText().string == message.text)
  }
}
