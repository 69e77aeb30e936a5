import Synchronization

/// A queue of objects to release on the main actor, a batch per tick.
public final class DeferredRelease: Sendable {
  /// The default number of objects per batch.
  public static let defaultBatchSize = 10

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

  private let batchSize: Int
  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - batchSize: The number of objects per batch, at least one.
  ///   - wake: Requests a call of ``releaseBatch()``, from any thread.
  public init(batchSize: Int = defaultBatchSize, wake: @escaping @Sendable () -> Void) {
    self.batchSize = max(1, batchSize)
    self.wake = wake
  }

  /// The number of objects to release.
  public var count: Int { state.withLock { $0.count } }

  /// Takes over a reference, setting it to `nil`; callable from any thread.
  ///
  /// The reference is moved under the lock, so that the main actor cannot release the object while
  /// the caller still holds it and would become its last owner.
  public func release<Value: AnyObject & Sendable>(_ reference: inout Value?) {
    let isNews = state.withLock { state in
      guard let value = reference.take() else { return false }
      state.values.append(value)
      return true
    }
    if isNews { wake() }
  }

  /// Releases the next batch in order, and requests another call if objects remain.
  @MainActor public func releaseBatch() {
    release(batchSize)
  }

  /// Releases all objects, including those enqueued by their deinitializers; for low memory.
  @MainActor public func releaseAll() {
    while count > 0 { release(.max) }
  }

  @MainActor private func release(_ limit: Int) {
    let (batch, isLeft) = state.withLock { state in
      let batch = state.take(min(limit, state.count))
      return (batch, state.count > 0)
    }
    // Released here, with no lock held.
    _ = consume batch
    if isLeft { wake() }
  }
}
