import GalleySystem
import Synchronization

/// A fixed number of threads that draw, with a bounded queue.
///
/// Drawing takes milliseconds to seconds, which would delay all connections on an event loop.
package final class DrawingPool: Sendable {
  /// The error thrown if all threads are in use and the queue is full.
  package struct Busy: Error, Hashable, Sendable {}

  private typealias Work = @Sendable () -> Void

  private struct State {
    var idle: [Int]
    var pending: [Work] = []
  }

  private let threads: [BatchThread]
  private let queueLimit: Int
  private let state: Mutex<State>

  /// Creates a pool.
  ///
  /// - Parameters:
  ///   - threads: The number of threads; at least one.
  ///   - queue: The maximum number of closures that wait for a thread.
  package init(threads: Int, queue: Int) {
    self.threads = (0..<max(1, threads)).map { BatchThread(name: "draw-\($0)") }
    queueLimit = queue
    state = Mutex(State(idle: Array(self.threads.indices)))
  }

  /// The numbers of threads in use and of closures that wait.
  package var load: (running: Int, waiting: Int) {
    state.withLock { (threads.count - $0.idle.count, $0.pending.count) }
  }

  /// Runs a closure on a thread.
  ///
  /// - Returns: The result of the closure.
  /// - Throws: `Busy`, without waiting.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async throws(Busy) -> Value {
    let value: Value? = await withCheckedContinuation { continuation in
      let isAccepted = submit { continuation.resume(returning: body()) }
      if !isAccepted { continuation.resume(returning: nil) }
    }
    guard let value else { throw Busy() }
    return value
  }

  /// Starts a closure on an idle thread or adds it to the queue; returns `false` if neither is
  /// possible.
  private func submit(_ work: @escaping Work) -> Bool {
    enum Place {
      case thread(Int)
      case queue, none
    }
    let place = state.withLock { state -> Place in
      if let thread = state.idle.popLast() { return .thread(thread) }
      guard state.pending.count < queueLimit else { return .none }
      state.pending.append(work)
      return .queue
    }
    if case .none = place { return false }
    if case .thread(let thread) = place { start(work, on: thread) }
    return true
  }

  private func start(_ work: @escaping Work, on thread: Int) {
    threads[thread].async { [self] in
      work()
      finish(thread)
    }
  }

  /// Gives a thread the first closure of the queue, or makes it idle.
  private func finish(_ thread: Int) {
    let next = state.withLock { state -> Work? in
      if !state.pending.isEmpty { return state.pending.removeFirst() }
      state.idle.append(thread)
      return nil
    }
    if let next { start(next, on: thread) }
  }
}
