/// The order of day, month and year in a file, inferred from all of its dates.
struct WhatsAppDates {
  /// The places of year, month and day among the three numbers of a date.
  enum Order: Hashable, CaseIterable {
    case dayFirst, monthFirst, yearFirst
  }

  private var greatest = [0, 0, 0]
  private var hasLongFirst = false
  /// The number of steps back in time with either order, and the last dates.
  private var falls: [Order: Int] = [.dayFirst: 0, .monthFirst: 0]
  private var last: [Order: [Int]] = [:]

  /// Adds the next date of the file.
  mutating func add(_ numbers: [Int]) {
    for index in 0..<3 { greatest[index] = max(greatest[index], numbers[index]) }
    for order in [Order.dayFirst, .monthFirst] {
      let key = Self.parts(numbers, order)
      if let before = last[order], key.lexicographicallyPrecedes(before) {
        falls[order, default: 0] += 1
      }
      last[order] = key
    }
  }

  /// The order, and whether the dates leave it open.
  var order: (Order, isGuess: Bool) {
    if greatest[0] > 31 { return (.yearFirst, false) }
    if greatest[0] > 12 { return (.dayFirst, false) }
    if greatest[1] > 12 { return (.monthFirst, false) }
    let (dayFirst, monthFirst) = (falls[.dayFirst] ?? 0, falls[.monthFirst] ?? 0)
    if dayFirst != monthFirst { return (dayFirst < monthFirst ? .dayFirst : .monthFirst, false) }
    return (.dayFirst, true)
  }

  /// Returns year, month and day.
  static func parts(_ numbers: [Int], _ order: Order) -> [Int] {
    switch order {
    case .dayFirst: [fullYear(numbers[2]), numbers[1], numbers[0]]
    case .monthFirst: [fullYear(numbers[2]), numbers[0], numbers[1]]
    case .yearFirst: [fullYear(numbers[0]), numbers[1], numbers[2]]
    }
  }

  private static func fullYear(_ year: Int) -> Int { year < 100 ? 2_000 + year : year }
}
