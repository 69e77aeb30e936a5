import Testing

@testable import GalleyMessages

struct CalendarDayTests {
  @Test(arguments: [
    (0, 1970, 1, 1, 3), (11_016, 2000, 2, 29, 1), (11_017, 2000, 3, 1, 2),
    (19_675, 2023, 11, 14, 1), (-1, 1969, 12, 31, 2), (-25_509, 1900, 2, 28, 2),
    (-25_508, 1900, 3, 1, 3), (-719_162, 1, 1, 1, 0),
  ])
  func `a day has a number, a date and a weekday`(
    number: Int, year: Int, month: Int, day: Int, weekday: Int
  ) {
    let date = CalendarDay(number: number)
    #expect([date.year, date.month, date.day, date.weekday] == [year, month, day, weekday])
    #expect(CalendarDay(year, month, day).number == number)
  }

  @Test func `consecutive numbers are consecutive days of four centuries`() {
    var last = CalendarDay(number: -73_000)
    for number in -72_999..<73_200 {
      let next = CalendarDay(number: number)
      let isSameMonth = next.day == last.day + 1 && next.month == last.month
      let isNextMonth = next.day == 1 && next.month == last.month % 12 + 1
      guard isSameMonth || isNextMonth, last < next, next.number == number else {
        Issue.record("\(last) is followed by \(next)")
        return
      }
      last = next
    }
  }

  @Test func `months have their lengths, and their ends stay within them`() {
    let lengths = (1...12).map { CalendarDay(2023, $0, 5).daysInMonth }
    #expect(lengths == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    #expect(CalendarDay(2024, 2, 1).daysInMonth == 29)
    #expect(CalendarDay(1900, 2, 1).daysInMonth == 28)
    #expect(CalendarDay(2024, 1, 31).adding(months: 1) == CalendarDay(2024, 2, 29))
    #expect(CalendarDay(2024, 1, 31).adding(months: -2) == CalendarDay(2023, 11, 30))
    #expect(CalendarDay(2023, 12, 31).adding(days: 1) == CalendarDay(2024, 1, 1))
    #expect(CalendarDay(2023, 14, 1) == CalendarDay(2024, 2, 1))
  }

  @Test(arguments: [
    ("UTC", 1_700_000_000, 14, 1_699_920_000), ("Europe/Oslo", 1_700_003_600, 15, 1_700_002_800),
    ("America/Los_Angeles", 1_700_000_000, 14, 1_699_948_800),
    // Clocks are set forward during the day.
    ("Europe/Oslo", 1_711_839_600, 31, 1_711_839_600),
    // There is no midnight on this day.
    ("America/Santiago", 1_725_768_000, 8, 1_725_768_000),
    ("nowhere", 1_700_000_000, 14, 1_699_920_000),
  ])
  func `days begin at midnight in a time zone`(zone: String, time: Int, day: Int, start: Int) {
    let dates = DateFormatting(timeZone: zone)
    let found = dates.day(of: time)
    #expect(found.day == day)
    #expect(dates.start(of: found) == start)
    #expect(dates.day(of: start) == found)
    #expect(dates.day(of: start - 1) == found.adding(days: -1))
  }

  @Test func `months and weekdays have names in the language`() {
    let dates = DateFormatting(language: "en-GB")
    #expect(dates.title(ofMonth: CalendarDay(2024, 3, 31)) == "March 2024")
    #expect(dates.weekdays == ["M", "T", "W", "T", "F", "S", "S"])
    #expect(DateFormatting(language: "de").weekdays == ["M", "D", "M", "D", "F", "S", "S"])
  }
}
