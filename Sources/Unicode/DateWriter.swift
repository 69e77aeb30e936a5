internal import GalleyCICU
internal import Synchronization

extension ICU {
  /// Formats points in time for one language and time zone.
  ///
  /// Opening a writer takes a tenth of a millisecond, and every message has a time and a day, so
  /// the most recently used writers are cached.
  @safe final class DateWriter: Sendable {
    /// The key of a writer.
    struct Key: Hashable, Sendable {
      let parts: DateParts
      let language: String
      let timeZone: String
    }

    private let key: Key
    // SAFETY: opened in `init` and closed in `deinit`; a writer in use has been removed from the
    // idle list, so no other thread has it.
    nonisolated(unsafe) private let handle: OpaquePointer

    /// The idle writers, least recently used first.
    private static let idle = Mutex<[DateWriter]>([])
    /// The maximum number of idle writers.
    ///
    /// An estimate: two or three formats on each of two threads.
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

    deinit { unsafe cicu_dates_close(handle) }

    /// Calls `body` with a writer in exclusive use.
    ///
    /// - Returns: The result of `body`, or `nil` if ICU cannot create the writer.
    static func withWriter<Result>(_ key: Key, _ body: (DateWriter) -> Result?) -> Result? {
      let known = idle.withLock { idle in
        idle.lastIndex { $0.key == key }.map { idle.remove(at: $0) }
      }
      guard let writer = known ?? DateWriter(key) else { return nil }
      let result = body(writer)
      // The evicted writer is closed after the lock is released.
      let oldest = idle.withLock { idle in
        idle.append(writer)
        return idle.count > capacity ? idle.removeFirst() : nil
      }
      withExtendedLifetime(oldest) {}
      return result
    }

    /// Formats a point in time, in seconds since 1970 in UTC.
    ///
    /// - Returns: The number of units written; negative if the capacity is too small or ICU fails.
    func write(
      _ seconds: Double, _ buffer: UnsafeMutablePointer<UInt16>?, _ capacity: Int32
    ) -> Int32 {
      unsafe cicu_dates_write(handle, seconds, buffer, capacity)
    }
  }
}
