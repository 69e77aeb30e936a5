import Synchronization

/// A queue of objects to release on the main actor, a batch per tick.
package final class DeferredRelease: Sendable {
  /// The maximum number of objects per batch.
  private static let batchSize = 10

  private struct State {
    var values: [any Sendable] = []
    /// The index of the next value to release.
    var next = 0

    var count: Int { values.count - next }

    mutating func take(_ limit: Int) -> [any Sendable] {
      let end = min(values.count, next + limit)
      let batch = Array(values[next..<end])
      for index in next..<end { values[index] = () }
      next = end
      guard next * 2 >= values.count else { return batch }
      values.removeFirst(next)
      next = 0
      return batch
    }
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// Creates an empty queue.
  ///
  /// - Parameter wake: Requests a call of ``releaseBatch()``, from any thread.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// The number of objects to release.
  package var count: Int { state.withLock { $0.count } }

  /// Takes over a reference, setting it to `nil`; callable from any thread.
  ///
  /// The reference is moved under the lock, so that the main actor cannot release the object while
  /// the caller still holds it and would become its last owner.
  package func release<Value: AnyObject & Sendable>(_ reference: inout Value?) {
    let isNews = state.withLock { state in
      guard let value = reference.take() else { return false }
      state.values.append(value)
      return true
    }
    if isNews { wake() }
  }

  /// Releases the next batch in order, and requests another call if objects remain.
  @MainActor func releaseBatch() {
    let (batch, isLeft) = state.withLock { state in
      let batch = state.take(Self.batchSize)
      return (batch, state.count > 0)
    }
    // Released here, with no lock held.
    _ = consume batch
    if isLeft { wake() }
  }
}
