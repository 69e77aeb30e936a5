internal import GalleyChat
internal import GalleyGeometry
internal import GalleyMessages
internal import Synchronization

/// The titles of days that have been formatted, and their headers that have been laid out.
///
/// The thread that lays out a row does both for its day as well, so that the main actor finds them
/// when a jump shows the row.
final class DayHeaders: Sendable {
  private struct Key: Hashable {
    let day: String
    let appearance: ChatStyle.Appearance
    let lineGrid: PixelGrid?
  }

  private struct DateKey: Hashable {
    let date: Int
    let formatting: DateFormatting
  }

  private let titles = Mutex<[DateKey: String]>([:])
  private let headers = Mutex<[Key: DayHeader]>([:])

  /// The maximum number of headers, one for each day; all are removed when there are more.
  private static let limit = 128
  /// The maximum number of titles, one for each date of a message; all are removed when there are
  /// more.
  private static let titleLimit = 1_024

  /// Returns the title of a message's day, or `nil` if it has no date; callable from any thread.
  func day(at index: Int, in rows: ChatRows) -> String? {
    guard let date = rows.source.date(at: index) else { return nil }
    var formatting = rows.dates
    formatting.now = nil
    let key = DateKey(date: date, formatting: formatting)
    if let known = titles.withLock({ $0[key] }) { return known }
    guard let title = rows.day(at: index) else { return nil }
    titles.withLock { titles in
      if titles.count >= Self.titleLimit { titles = [:] }
      titles[key] = title
    }
    return title
  }

  /// Returns the header of a day, laying it out if needed; callable from any thread.
  func header(of day: String, in rows: ChatRows) -> DayHeader {
    let style = rows.style
    let key = Key(day: day, appearance: style.appearance, lineGrid: style.lineGrid)
    let known = headers.withLock { $0[key] }
    if let known, known.width == style.width { return known }
    let header = known?.centered(in: style.width) ?? DayHeader(day, of: rows)
    headers.withLock { headers in
      if headers.count >= Self.limit { headers = [:] }
      headers[key] = header
    }
    return header
  }
}
