internal import GalleyMessages

/// The choice of a day in a calendar that shows one month.
struct CalendarState: Equatable {
  /// The day with the highlight, whose month is shown.
  private(set) var selected: CalendarDay
  /// The days of the shown month that can be chosen; `nil` until they are known.
  private(set) var days: Set<Int>?

  init(_ selected: CalendarDay) { self.selected = selected }

  /// The first day of the shown month.
  var month: CalendarDay { selected.firstOfMonth }

  /// The number of rows of the shown month, from 4 to 6.
  var rowCount: Int { (month.weekday + month.daysInMonth + 6) / 7 }

  /// Returns the row and the column of a day of the shown month.
  func place(of day: Int) -> (row: Int, column: Int) {
    let index = month.weekday + day - 1
    return (index / 7, index % 7)
  }

  /// Returns the day of the shown month in a cell; `nil` for an empty one.
  func day(row: Int, column: Int) -> Int? {
    guard (0..<7).contains(column) else { return nil }
    let day = row * 7 + column - month.weekday + 1
    return (1...month.daysInMonth).contains(day) ? day : nil
  }

  /// Returns whether a day of the shown month can be chosen.
  func isEnabled(_ day: Int) -> Bool { days?.contains(day) ?? false }

  /// The highlighted day, if it can be chosen.
  var choice: CalendarDay? { isEnabled(selected.day) ? selected : nil }

  /// Moves the highlight by days.
  mutating func move(days: Int) { set(selected.adding(days: days)) }

  /// Moves the highlight by months.
  mutating func move(months: Int) { set(selected.adding(months: months)) }

  /// Moves the highlight to the first or last day of the month.
  mutating func moveToEnd(_ isLast: Bool) {
    set(month.adding(days: isLast ? month.daysInMonth - 1 : 0))
  }

  /// Moves the highlight to a day of the shown month.
  mutating func select(_ day: Int) { set(CalendarDay(month.year, month.month, day)) }

  /// Sets the days of a month that can be chosen, unless another month is shown by now.
  mutating func setDays(_ days: Set<Int>, of month: CalendarDay) {
    if month.firstOfMonth == self.month { self.days = days }
  }

  private mutating func set(_ day: CalendarDay) {
    // The years that calendars can format.
    guard (1...9_999).contains(day.year) else { return }
    if day.firstOfMonth != month { days = nil }
    selected = day
  }
}
