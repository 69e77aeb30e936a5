/// Numbers that identify the headers of days, and the heights of the headers.
struct DayNumbers {
  private var numbers: [String: Int] = [:]
  private var days: [String] = []
  /// The heights of headers in the current style, by the number of the day.
  private var heights: [Int: Double] = [:]

  /// Returns the number of a day, assigning one if needed.
  mutating func number(of day: String) -> Int {
    if let number = numbers[day] { return number }
    numbers[day] = days.count
    days.append(day)
    return days.count - 1
  }

  /// Returns the day with a number.
  func day(_ number: Int) -> String? { days.indices.contains(number) ? days[number] : nil }

  /// Returns the height of a day's header, which is laid out once per style.
  mutating func height(of number: Int, in rows: ChatRows) -> Double {
    if let height = heights[number] { return height }
    let height = DayHeader(day(number) ?? "", of: rows).height
    heights[number] = height
    return height
  }

  /// Invalidates the heights because the style has changed.
  mutating func forgetHeights() { heights = [:] }
}
