internal import Synchronization

/// The reading of an asynchronous sequence, until its end or until it is dropped.
///
/// Elements are handed on in their order, on any thread. Nothing is handed on after the subscription
/// was canceled, except for an element that is on its way: who takes elements compares subscriptions.
final class Subscription: Sendable {
  private struct State: Sendable {
    var task: Task<Void, Never>?
    var isCanceled = false
  }

  private let state = Mutex(State())

  /// Begins to read; once, after whoever compares subscriptions knows this one.
  ///
  /// - Parameters:
  ///   - sequence: What is read.
  ///   - take: Takes an element.
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

  /// Stops reading.
  func cancel() {
    let task = state.withLock { state in
      state.isCanceled = true
      return state.task
    }
    task?.cancel()
  }

  /// Returns when the sequence has ended, or reading was stopped.
  func end() async {
    await state.withLock(\.task)?.value
  }
}
