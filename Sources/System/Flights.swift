internal import Dispatch
internal import Synchronization

/// The values that are being made, by key, and the threads that wait for them.
///
/// Of the threads that want a value at the same time, the first makes it and the others wait. The
/// owner of a cache keeps its flights in the state that its mutex protects; values are made, and
/// waited for, with no lock held.
package struct Flights<Key: Hashable, Value: Sendable> {
  @usableFromInline var waiters: [Key: [Waiter<Value>]] = [:]

  /// Creates an empty table.
  package init() {}

  /// The number of threads that wait.
  package var waitingCount: Int { waiters.values.reduce(0) { $0 + $1.count } }

  /// Joins the making of a value.
  ///
  /// - Returns: The wait for the value; `nil` if nobody is making it, so that the caller has to.
  @inlinable package mutating func join(_ key: Key) -> Waiter<Value>? {
    guard waiters[key] != nil else {
      waiters[key] = []
      return nil
    }
    let waiter = Waiter<Value>()
    waiters[key]?.append(waiter)
    return waiter
  }

  /// Ends the making of a value.
  ///
  /// - Returns: The waits that the caller has to resume, with no lock held.
  @inlinable package mutating func land(_ key: Key) -> [Waiter<Value>] {
    waiters.removeValue(forKey: key) ?? []
  }
}

/// A thread's wait for a value.
package final class Waiter<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  /// Creates a wait for a value that is not made yet.
  package init() {}

  /// Waits until the value is made; returns `nil` if it was not made after all.
  package func wait() -> Value? {
    semaphore.wait()
    return value.withLock { $0 }
  }

  /// Ends the wait.
  package func resume(with value: Value?) {
    self.value.withLock { $0 = value }
    semaphore.signal()
  }
}
