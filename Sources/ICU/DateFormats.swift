internal import GalleyCICU

extension ICU {
  /// Which parts of a point in time are written, and how.
  package enum DateParts: Hashable, Sendable {
    /// How much is said.
    package enum Style: Int32, Sendable {
      case none, short, medium, long, full
    }

    /// A date and a time, put together as a language has it.
    case styles(date: Style, time: Style)
    /// The fields of a skeleton.
    ///
    /// - SeeAlso: UTS #35, part 4, section 2.6.2.1.
    case skeleton(String)
  }

  /// The units of a distance in time.
  package enum TimeUnit: Int32, Sendable {
    case second, minute, hour, day, month, year
  }

  /// Whether the library is there; found out once.
  private static let knowsDates: Bool = cicu_dates_load()

  /// Writes a point in time.
  ///
  /// - Parameters:
  ///   - seconds: The point, since 1970 in UTC.
  ///   - parts: What is written of it.
  ///   - language: A BCP 47 tag.
  ///   - timeZone: A name such as `Europe/Oslo`.
  /// - Returns: The text, or `nil` if ICU has no words for it.
  package static func date(
    _ seconds: Double, _ parts: DateParts, language: String, timeZone: String
  ) -> String? {
    guard knowsDates, seconds.magnitude < greatestTime else { return nil }
    let key = DateWriter.Key(parts: parts, language: language, timeZone: timeZone)
    return DateWriter.withWriter(key) { writer in
      unsafe text { unsafe writer.write(seconds, $0, $1) }
    }
  }

  /// Writes how far away a moment is, which is below zero for what is over.
  ///
  /// - Parameters:
  ///   - count: How many units.
  ///   - unit: The unit.
  ///   - language: A BCP 47 tag.
  /// - Returns: The text, or `nil` if ICU has no words for it.
  package static func distance(_ count: Double, _ unit: TimeUnit, language: String) -> String? {
    guard knowsDates, count.magnitude < greatestTime else { return nil }
    return unsafe text { unsafe cicu_format_distance(count, unit.rawValue, language, $0, $1) }
  }

  /// Whether ICU knows a time zone by a name.
  package static func isTimeZone(_ name: String) -> Bool {
    guard knowsDates else { return false }
    return unsafe cicu_is_time_zone(name)
  }

  /// More seconds than calendars go back or on.
  private static let greatestTime = 1e14
  private static let longestText = 256

  /// Makes a string of what `body` writes.
  private static func text(
    _ body: (_ buffer: UnsafeMutablePointer<UInt16>?, _ capacity: Int32) -> Int32
  ) -> String? {
    var isWritten = false
    // SAFETY: no more than the capacity is written, and what is written is counted.
    let units = unsafe [UInt16](unsafeUninitializedCapacity: longestText) { buffer, count in
      let length = unsafe body(buffer.baseAddress, Int32(longestText))
      isWritten = length > 0
      count = Int(max(0, length))
    }
    return isWritten ? String(decoding: units, as: UTF16.self) : nil
  }
}
