internal import GalleyUnicode

/// A day of the Gregorian calendar.
package struct CalendarDay: Hashable, Comparable, Sendable {
  /// The year; 0 is the year before year 1.
  package let year: Int
  /// The month, from 1 to 12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Creates a day from the number of days since 1970-01-01, which may be negative.
  ///
  /// - SeeAlso: The conversion counts years from March, so that leap days are last in a year.
  package init(number: Int) {
    let shifted = number + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Creates a day; months and days beyond their ranges are carried over.
  package init(_ year: Int, _ month: Int, _ day: Int) {
    let year = year + (month - 1).floorDivided(by: 12)
    let month = (month - 1) - (month - 1).floorDivided(by: 12) * 12 + 1
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.floorDivided(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(number: era * 146_097 + dayOfEra - 719_468 + day - 1)
  }

  /// The number of days since 1970-01-01.
  package var number: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.floorDivided(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the week; 0 is Monday.
  package var weekday: Int {
    let shifted = number + 3
    return shifted - shifted.floorDivided(by: 7) * 7
  }

  /// The first day of the month.
  package var firstOfMonth: CalendarDay { CalendarDay(year, month, 1) }

  /// The number of days of the month.
  package var daysInMonth: Int {
    CalendarDay(year, month + 1, 1).number - firstOfMonth.number
  }

  /// Returns the day a number of days later.
  package func adding(days: Int) -> CalendarDay { CalendarDay(number: number + days) }

  /// Returns the same day a number of months later, or the last day of a shorter month.
  package func adding(months: Int) -> CalendarDay {
    let first = CalendarDay(year, month + months, 1)
    return CalendarDay(first.year, first.month, min(day, first.daysInMonth))
  }

  /// Returns whether a day is earlier.
  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension DateFormatting {
  /// Returns the day of a point in time in the time zone.
  ///
  /// - Parameter unix: The time, in seconds since 1970-01-01 00:00 UTC.
  /// - Returns: The day.
  package func day(of unix: Int) -> CalendarDay {
    CalendarDay(number: (unix + offset(at: unix)).floorDivided(by: 86_400))
  }

  /// Returns the beginning of a day in the time zone, in seconds since 1970-01-01 00:00 UTC.
  package func start(of day: CalendarDay) -> Int {
    let midnight = day.number * 86_400
    let guess = midnight - offset(at: midnight)
    let start = midnight - offset(at: guess)
    // A clock that is set forward at midnight has no 00:00.
    return self.day(of: start) < day ? start + 3_600 : start
  }

  /// Returns the title of a month, such as "March 2024".
  package func title(ofMonth month: CalendarDay) -> String {
    let noon = month.firstOfMonth.number * 86_400 + 43_200
    return text(noon, "yMMMM") ?? "\(month.year)-\(month.month)"
  }

  /// The shortest names of the days of the week, from Monday.
  package var weekdays: [String] {
    // 1970-01-05 was a Monday.
    (4..<11).map { text($0 * 86_400 + 43_200, "ccccc") ?? "" }
  }

  /// Formats a point in time in UTC.
  private func text(_ unix: Int, _ skeleton: String) -> String? {
    ICU.date(Double(unix), .skeleton(skeleton), language: language ?? "en", timeZone: "UTC")
  }

  /// Returns the difference of the time zone to UTC at a point in time, in seconds.
  private func offset(at unix: Int) -> Int {
    guard timeZone != "UTC",
      let text = ICU.date(
        Double(unix), .skeleton("yMdHms"), language: "en-US", timeZone: timeZone)
    else { return 0 }
    // Such as "11/14/2023, 23:13:20".
    let fields = text.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
    guard fields.count == 6 else { return 0 }
    let day = CalendarDay(fields[2], fields[0], fields[1])
    return day.number * 86_400 + (fields[3] % 24) * 3_600 + fields[4] * 60 + fields[5] - unix
  }
}

extension Int {
  /// Returns the quotient rounded toward negative infinity.
  fileprivate func floorDivided(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
