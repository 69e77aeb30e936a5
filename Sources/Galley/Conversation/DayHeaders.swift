internal import GalleyChat
internal import GalleyGeometry
internal import Synchronization

/// The headers of days that have been laid out.
///
/// The thread that lays out a row lays out the header of its day as well, so that the main actor
/// finds it when a jump shows the row.
final class DayHeaders: Sendable {
  private struct Key: Hashable {
    let day: String
    let width: Double
    let appearance: ChatStyle.Appearance
    let lineGrid: PixelGrid?
  }

  private let headers = Mutex<[Key: DayHeader]>([:])

  /// The maximum number of headers; all are removed when there are more, as after resizing.
  private static let limit = 128

  /// Returns the header of a day, laying it out if needed; callable from any thread.
  func header(of day: String, in rows: ChatRows) -> DayHeader {
    let style = rows.style
    let key = Key(
      day: day, width: style.width, appearance: style.appearance, lineGrid: style.lineGrid)
    if let known = headers.withLock({ $0[key] }) { return known }
    let header = DayHeader(day, of: rows)
    headers.withLock { headers in
      if headers.count >= Self.limit { headers = [:] }
      headers[key] = header
    }
    return header
  }
}
