internal import GalleyCICU
internal import Synchronization

extension ICU {
  /// Writes points in time as one language and one time zone have them.
  ///
  /// To open one takes a tenth of a millisecond, and every message has a time and a day: so those that were
  /// used last are kept.
  @safe final class DateWriter: Sendable {
    /// What a writer is for.
    struct Key: Hashable, Sendable {
      let parts: DateParts
      let language: String
      let timeZone: String
    }

    private let key: Key
    // SAFETY: it is opened in `init` and closed in `deinit`, and whoever uses the writer has taken it out of
    // those that wait, so no other thread has it.
    nonisolated(unsafe) private let handle: OpaquePointer

    /// The writers that nobody uses now, the one used last behind the others.
    private static let idle = Mutex<[DateWriter]>([])
    /// How many are kept.
    ///
    /// A guess: two or three formats, on each of two threads.
    private static let capacity = 8

    private init?(_ key: Key) {
      func open(_ format: cicu_date_format) -> OpaquePointer? {
        var format = unsafe format
        return unsafe cicu_dates_open(&format, key.language, key.timeZone)
      }
      let opened =
        switch key.parts {
        case .styles(let date, let time):
          unsafe open(cicu_date_format(date: date.rawValue, time: time.rawValue, skeleton: nil))
        case .skeleton(let skeleton):
          unsafe skeleton.withCString {
            unsafe open(cicu_date_format(date: 0, time: 0, skeleton: $0))
          }
        }
      guard let opened = unsafe opened else { return nil }
      self.key = key
      unsafe handle = opened
    }

    deinit {
      unsafe cicu_dates_close(handle)
    }

    /// Lends `body` a writer that nobody else has meanwhile.
    ///
    /// - Returns: What `body` returns; `nil` if ICU has no such writer.
    static func withWriter<Result>(_ key: Key, _ body: (DateWriter) -> Result?) -> Result? {
      let known = idle.withLock { idle in
        idle.lastIndex { $0.key == key }.map { idle.remove(at: $0) }
      }
      guard let writer = known ?? DateWriter(key) else { return nil }
      let result = body(writer)
      // What goes is closed after the lock is given back.
      let oldest = idle.withLock { idle in
        idle.append(writer)
        return idle.count > capacity ? idle.removeFirst() : nil
      }
      withExtendedLifetime(oldest) {}
      return result
    }

    /// Writes a point in time, in seconds since 1970 in UTC.
    ///
    /// - Returns: How many units were written; below zero if there is no room, or ICU fails.
    func write(
      _ seconds: Double, _ buffer: UnsafeMutablePointer<UInt16>?, _ capacity: Int32
    ) -> Int32 {
      unsafe cicu_dates_write(handle, seconds, buffer, capacity)
    }
  }
}
