internal import GalleyChat

/// Numbers for days, as headers are told apart by, and how high the headers are.
struct DayNumbers {
  private var numbers: [String: Int] = [:]
  private var days: [String] = []
  /// How high headers are in the style of now, by the numbers of their days.
  private var heights: [Int: Double] = [:]

  /// The number of a day, which is a new one if the day is.
  mutating func number(of day: String) -> Int {
    if let number = numbers[day] { return number }
    numbers[day] = days.count
    days.append(day)
    return days.count - 1
  }

  /// The day with a number.
  func day(_ number: Int) -> String? { days.indices.contains(number) ? days[number] : nil }

  /// How high the header of a day is, which is laid out once for a style.
  mutating func height(of number: Int, in rows: ChatRows) -> Double {
    if let height = heights[number] { return height }
    let height = DayHeader(day(number) ?? "", of: rows).height
    heights[number] = height
    return height
  }

  /// Has headers be laid out again, since they have another style.
  mutating func forgetHeights() { heights = [:] }
}
