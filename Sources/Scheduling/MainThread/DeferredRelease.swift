import Synchronization

/// The last references to things that should die on the main actor, a few at each tick.
public final class DeferredRelease: Sendable {
  /// How many are released at each tick, unless said otherwise.
  public static let defaultBatchSize = 10

  private struct State {
    var values: [any Sendable] = []
    /// How many of the values have been released.
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

  /// Makes an empty collection.
  ///
  /// - Parameters:
  ///   - batchSize: How many are released at a time, at least one.
  ///   - wake: Asks on any thread for a call of ``releaseBatch()``.
  public init(batchSize: Int = defaultBatchSize, wake: @escaping @Sendable () -> Void) {
    self.batchSize = max(1, batchSize)
    self.wake = wake
  }

  /// How many wait to be released.
  public var count: Int { state.withLock { $0.count } }

  /// Takes over what `reference` holds, and leaves `nil` there; on any thread.
  ///
  /// It is done under the lock, so that the main actor cannot let go of it while the caller still
  /// holds it, who would then be the last.
  public func release<Value: AnyObject & Sendable>(_ reference: inout Value?) {
    let isNews = state.withLock { state in
      guard let value = reference.take() else { return false }
      state.values.append(value)
      return true
    }
    if isNews { wake() }
  }

  /// Releases the next few, in the order they came, and asks to be called again if any are left.
  @MainActor public func releaseBatch() {
    release(batchSize)
  }

  /// Releases all, as when memory is short; also what is handed in by what dies.
  @MainActor public func releaseAll() {
    while count > 0 { release(.max) }
  }

  @MainActor private func release(_ limit: Int) {
    let (batch, isLeft) = state.withLock { state in
      let batch = state.take(min(limit, state.count))
      return (batch, state.count > 0)
    }
    // Dies here, with no lock held.
    _ = consume batch
    if isLeft { wake() }
  }
}
