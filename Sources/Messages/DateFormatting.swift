internal import GalleyUnicode

/// The formatting of dates and times for a reader.
///
/// The Bot API requires clients to show a `date_time` entity in its format, in the reader's
/// language and time zone, instead of the text that it covers. Defaults do not depend on the
/// machine, so a message looks the same everywhere unless the host overrides them.
///
/// - SeeAlso: [Date-time entity formatting](https://core.telegram.org/bots/api#date-time-entity-formatting)
public struct DateFormatting: Hashable, Sendable {
  /// The reader's language as a BCP 47 tag; `nil` uses the message's language, or English.
  public var language: String?
  /// The reader's time zone, as an identifier of the time zone database.
  public var timeZone: String
  /// The current time, in seconds since 1970-01-01 00:00 UTC.
  ///
  /// If it is `nil`, relative dates show the message's own text. A host that sets it has to update
  /// the text as time passes.
  public var now: Int?

  /// The valid current times.
  package static let times = -1_000_000_000_000...1_000_000_000_000

  /// Creates a date formatting.
  public init(language: String? = nil, timeZone: String = "UTC", now: Int? = nil) {
    self.language = language
    self.timeZone = timeZone
    self.now = now
  }

  /// Returns whether an identifier names a time zone.
  public static func isTimeZone(_ name: String) -> Bool { ICU.isTimeZone(name) }

  /// Returns the text of a point in time.
  ///
  /// - Parameters:
  ///   - unix: The time, in seconds since 1970-01-01 00:00 UTC.
  ///   - format: The format.
  ///   - language: The message's language, used if the reader's is not set.
  /// - Returns: The text, or `nil` if the message's own text is to be shown: the format is relative
  ///   and the current time is not set, or the time is outside the range of the calendar.
  public func text(
    for unix: Int, _ format: MessageEntity.DateTimeFormat, in language: String? = nil
  ) -> String? {
    let language = self.language ?? language ?? "en"
    if format.letters == "r" {
      guard let now else { return nil }
      let (unit, count) = Self.distance(from: now, to: unix)
      return ICU.distance(count, unit, language: language)
    }
    return ICU.date(Double(unix), Self.parts(of: format), language: language, timeZone: timeZone)
  }

  /// Returns the largest unit that fits into a time difference, and the number of whole units.
  private static func distance(from now: Int, to unix: Int) -> (ICU.TimeUnit, Double) {
    let seconds = Double(unix) - Double(now)
    let units: [(ICU.TimeUnit, Double)] = [
      (.year, 365 * 86_400), (.month, 30 * 86_400), (.day, 86_400), (.hour, 3_600), (.minute, 60),
    ]
    for (unit, length) in units where seconds.magnitude >= length {
      return (unit, (seconds / length).rounded(.towardZero))
    }
    return (.second, seconds)
  }

  private static func parts(of format: MessageEntity.DateTimeFormat) -> ICU.DateParts {
    let letters = format.letters
    let time: ICU.DateParts.Style =
      letters.contains("T") ? .medium : letters.contains("t") ? .short : .none
    guard letters.contains("w"), !letters.contains("D") else {
      let date: ICU.DateParts.Style =
        letters.contains("w") ? .full : letters.contains("D") ? .long : .short
      return .styles(
        date: letters.contains("D") || letters.contains("d") ? date : .none, time: time)
    }
    var fields = "EEEE"
    if letters.contains("d") { fields += "yyMd" }
    if time != .none { fields += time == .medium ? "jmmss" : "jmm" }
    return .skeleton(fields)
  }
}
