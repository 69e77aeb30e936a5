internal import GalleyCICU

extension ICU {
  /// The parts of a point in time to format, and their style.
  package enum DateParts: Hashable, Sendable {
    /// The level of detail.
    package enum Style: Int32, Sendable { case none, short, medium, long, full }

    /// A date and a time, combined as is customary in the language.
    case styles(date: Style, time: Style)
    /// The fields of a skeleton.
    ///
    /// - SeeAlso: UTS #35, part 4, section 2.6.2.1.
    case skeleton(String)
  }

  /// The units of a relative time.
  package enum TimeUnit: Int32, Sendable { case second, minute, hour, day, month, year }

  /// Whether the library is available; determined once.
  private static let knowsDates: Bool = cicu_dates_load()

  /// Formats a point in time.
  ///
  /// - Parameters:
  ///   - seconds: The point in time, in seconds since 1970 in UTC.
  ///   - parts: The parts to format.
  ///   - language: A BCP 47 tag.
  ///   - timeZone: A time zone ID such as `Europe/Oslo`.
  /// - Returns: The text, or `nil` if ICU cannot format it.
  package static func date(
    _ seconds: Double, _ parts: DateParts, language: String, timeZone: String
  ) -> String? {
    guard knowsDates, seconds.magnitude < greatestTime else { return nil }
    let key = DateWriter.Key(parts: parts, language: language, timeZone: timeZone)
    return DateWriter.withWriter(key) { writer in
      unsafe text { unsafe writer.write(seconds, $0, $1) }
    }
  }

  /// Formats a relative time, which is negative for the past.
  ///
  /// - Parameters:
  ///   - count: The number of units.
  ///   - unit: The unit.
  ///   - language: A BCP 47 tag.
  /// - Returns: The text, or `nil` if ICU cannot format it.
  package static func distance(_ count: Double, _ unit: TimeUnit, language: String) -> String? {
    guard knowsDates, count.magnitude < greatestTime else { return nil }
    return unsafe text { unsafe cicu_format_distance(count, unit.rawValue, language, $0, $1) }
  }

  /// Returns whether ICU knows a time zone ID.
  package static func isTimeZone(_ name: String) -> Bool {
    guard knowsDates else { return false }
    return unsafe cicu_is_time_zone(name)
  }

  /// The time in seconds beyond the range of calendars.
  private static let greatestTime = 1e14
  private static let longestText = 256

  /// Returns the string that `body` writes to a buffer.
  private static func text(
    _ body: (_ buffer: UnsafeMutablePointer<UInt16>?, _ capacity: Int32) -> Int32
  ) -> String? {
    var isWritten = false
    // SAFETY: at most the capacity is written, and the count is what was written.
    let units = unsafe [UInt16](unsafeUninitializedCapacity: longestText) { buffer, count in
      let length = unsafe body(buffer.baseAddress, Int32(longestText))
      isWritten = length > 0
      count = Int(max(0, length))
    }
    return isWritten ? String(decoding: units, as: UTF16.self) : nil
  }
}
