/// Numbers that identify the headers of days.
struct DayNumbers {
  private var numbers: [String: Int] = [:]
  private var days: [String] = []

  /// Returns the number of a day, assigning one if needed.
  mutating func number(of day: String) -> Int {
    if let number = numbers[day] { return number }
    numbers[day] = days.count
    days.append(day)
    return days.count - 1
  }

  /// Returns the day with a number.
  func day(_ number: Int) -> String? { days.indices.contains(number) ? days[number] : nil }
}
