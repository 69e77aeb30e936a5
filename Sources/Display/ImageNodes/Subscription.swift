internal import Synchronization

/// The reading of an asynchronous sequence until its end or its cancellation.
///
/// Elements are delivered in order, on any thread. A canceled subscription delivers nothing except
/// an element already on its way, so receivers compare subscriptions.
final class Subscription: Sendable {
  private struct State: Sendable {
    var task: Task<Void, Never>?
    var isCanceled = false
  }

  private let state = Mutex(State())

  /// Starts reading.
  ///
  /// Call it once, after the receiver has stored this subscription for comparison.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to read.
  ///   - take: Receives an element.
  func begin<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, take: @escaping @Sendable (Elements.Element) -> Void
  ) where Elements.Failure == Never, Elements.Element: Sendable {
    let task = Task {
      for await element in sequence {
        if Task.isCancelled { return }
        take(element)
      }
    }
    let isCanceled = state.withLock { state in
      state.task = task
      return state.isCanceled
    }
    if isCanceled { task.cancel() }
  }

  deinit {
    cancel()
  }

  /// Cancels reading.
  func cancel() {
    let task = state.withLock { state in
      state.isCanceled = true
      return state.task
    }
    task?.cancel()
  }
}
