/// A date and a time of day on a clock, without a time zone.
package struct CivilTime: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour = 0
  package var minute = 0
  package var second = 0

  /// The years of valid times.
  static let years = 1970...9999

  /// Creates a time.
  package init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// The seconds since 1970-01-01 00:00 on the same clock; `nil` if there is no such time.
  package var seconds: Int? {
    guard Self.years ~= year, 1...12 ~= month, 1...Self.days(of: month, in: year) ~= day,
      0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
    else { return nil }
    return (Self.daysSince1970(year, month, day) * 24 + hour) * 3_600 + minute * 60 + second
  }

  /// Creates the time of a number of seconds since 1970, in UTC; clamped to valid years.
  package init(seconds: Int) {
    let seconds = max(0, min(seconds, 253_402_300_799))
    let (days, rest) = (seconds / 86_400, seconds % 86_400)
    // Days since 0000-03-01, in eras of 400 years.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1,
      hour: rest / 3_600, minute: rest / 60 % 60, second: rest % 60)
  }

  /// Returns the days from 1970-01-01 to a date of the Gregorian calendar.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March, so that the leap day is the last.
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads a time as in ISO 8601, `2026-03-01T09:05:07`, with an optional fraction and zone.
  ///
  /// - Returns: The seconds since 1970, and whether the text states the time zone; `nil` if the
  ///   text is anything else.
  package static func seconds(ofISO text: String) -> (seconds: Int, hasZone: Bool)? {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
      scanner.skip("-"), let day = scanner.number(2)
    else { return nil }
    var time = CivilTime(year: year, month: month, day: day)
    guard !scanner.isAtEnd else { return time.seconds.map { ($0, false) } }
    guard scanner.skip("T") || scanner.skip(" "), let hour = scanner.number(2), scanner.skip(":"),
      let minute = scanner.number(2)
    else { return nil }
    (time.hour, time.minute) = (hour, minute)
    if scanner.skip(":") {
      guard let second = scanner.number(2) else { return nil }
      time.second = second
      if scanner.skip(".") { scanner.skipDigits() }
    }
    guard let seconds = time.seconds else { return nil }
    if scanner.isAtEnd { return (seconds, false) }
    if scanner.skip("Z") { return scanner.isAtEnd ? (seconds, true) : nil }
    let isEast = scanner.skip("+")
    guard isEast || scanner.skip("-"), let hours = scanner.number(2) else { return nil }
    _ = scanner.skip(":")
    let offset = hours * 3_600 + (scanner.number(2) ?? 0) * 60
    return (isEast ? seconds - offset : seconds + offset, true)
  }

  /// The date as `2026-03-01`.
  package var dateText: String { "\(year)-\(Self.padded(month))-\(Self.padded(day))" }

  /// The time of day as `09:05`.
  package var timeText: String { "\(Self.padded(hour)):\(Self.padded(minute))" }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A scanner of numbers and signs in ASCII.
struct DigitScanner {
  private let bytes: [UInt8]
  private(set) var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  /// Reads a number of exactly `count` digits.
  mutating func number(_ count: Int) -> Int? {
    guard bytes.count - index >= count else { return nil }
    var value = 0
    for byte in bytes[index..<index + count] {
      guard 0x30...0x39 ~= byte else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    index += count
    return value
  }

  mutating func skipDigits() {
    while index < bytes.count, 0x30...0x39 ~= bytes[index] { index += 1 }
  }
}
