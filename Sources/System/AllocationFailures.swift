internal import Glibc
internal import Synchronization

/// The failed allocations of C libraries.
///
/// Most libraries continue without the memory: a table of a font stays empty for good, or a glyph
/// is left out. Layout and drawing never fail, so whoever hands on their results compares the count
/// before and after.
package enum AllocationFailures {
  private static let counter = Atomic<Int>(0)

  /// The number of noted operations in which an allocation failed, since the process began.
  package static var count: Int { counter.load(ordering: .relaxed) }

  /// Calls a closure that uses C libraries, and notes whether one of their allocations failed.
  ///
  /// A failed allocation leaves `ENOMEM` in the thread's error number, which successful calls do
  /// not reset. Operations may be nested.
  package static func noting<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = errno
    errno = 0
    defer {
      if errno == ENOMEM { counter.add(1, ordering: .relaxed) } else { errno = before }
    }
    return try body()
  }
}
