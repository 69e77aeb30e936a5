internal import GalleyChat

/// Numbers that identify the headers of days, and the headers in the current style.
struct DayNumbers {
  private var numbers: [String: Int] = [:]
  private var days: [String] = []
  /// The headers by the number of the day.
  private var headers: [Int: DayHeader] = [:]

  /// Returns the number of a day, assigning one if needed.
  mutating func number(of day: String) -> Int {
    if let number = numbers[day] { return number }
    numbers[day] = days.count
    days.append(day)
    return days.count - 1
  }

  /// Returns the day with a number.
  func day(_ number: Int) -> String? { days.indices.contains(number) ? days[number] : nil }

  /// Returns the header of a day, which is laid out once per style.
  mutating func header(of number: Int, in rows: ChatRows) -> DayHeader {
    if let header = headers[number] { return header }
    let header = DayHeader(day(number) ?? "", of: rows)
    headers[number] = header
    return header
  }

  /// Removes the headers because the style has changed.
  mutating func removeHeaders() { headers = [:] }
}
