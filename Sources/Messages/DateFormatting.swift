internal import GalleyICU

/// How points in time are written for a reader.
///
/// The Bot API has clients show an entity of type `date_time` as its format says, in the reader's
/// language and time zone, in place of the text that it covers. What is not known here does not come
/// from the machine, so that a message looks the same everywhere unless a host says otherwise.
///
/// - SeeAlso: [Date-time entity formatting](https://core.telegram.org/bots/api#date-time-entity-formatting)
public struct DateFormatting: Hashable, Sendable {
  /// The reader's language as a BCP 47 tag, or `nil` for the message's own, or else English.
  public var language: String?
  /// The reader's time zone, by its name in the time zone database.
  public var timeZone: String
  /// The present moment, in seconds since 1970 began in UTC.
  ///
  /// Without it, what is to be shown as a distance from now shows the message's own text. Who
  /// gives it makes the text anew as time goes by.
  public var now: Int?

  /// Makes a reader's way to write dates.
  public init(language: String? = nil, timeZone: String = "UTC", now: Int? = nil) {
    self.language = language
    self.timeZone = timeZone
    self.now = now
  }

  /// Whether there is a time zone of this name.
  public static func isTimeZone(_ name: String) -> Bool { ICU.isTimeZone(name) }

  /// What a point in time is shown as.
  ///
  /// - Parameters:
  ///   - unix: The point, in seconds since 1970 began in UTC.
  ///   - format: How it wants to be shown.
  ///   - language: The language of the message, for a reader whose own is not known.
  /// - Returns: The text, or `nil` if the message's own is to be shown: where the format asks for the
  ///   distance from a moment that is not known, or the time is beyond all calendars.
  public func text(for unix: Int, _ format: DateTimeFormat, in language: String? = nil) -> String? {
    let language = self.language ?? language ?? "en"
    if format.letters == "r" {
      guard let now else { return nil }
      let (unit, count) = Self.distance(from: now, to: unix)
      return ICU.distance(count, unit, language: language)
    }
    return ICU.date(Double(unix), Self.parts(of: format), language: language, timeZone: timeZone)
  }

  /// The largest unit of which there is at least one, and how many of it are full.
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

  private static func parts(of format: DateTimeFormat) -> ICU.DateParts {
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
