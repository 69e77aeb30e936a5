import Dispatch
import Synchronization

/// Calls a closure with each index below `iterations` on several threads, and waits for all calls.
///
/// - Parameters:
///   - iterations: The number of calls; negative values count as 0.
///   - threads: The maximum number of concurrent calls, including the caller's; 0 leaves it to the
///     system.
///   - body: Called once with each index, in no particular order.
public func parallelApply(
  iterations: Int, threads: Int = 0, _ body: @Sendable (Int) -> Void
) {
  guard iterations > 0 else { return }
  guard threads > 0 else {
    return DispatchQueue.concurrentPerform(iterations: iterations, execute: body)
  }
  // Relaxed: it only distributes indices; the end of the call orders the effects of the bodies.
  let next = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: min(threads, iterations)) { _ in
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < iterations else { return }
      body(index)
    }
  }
}

/// Calls a closure with each index below `iterations` on several threads, without waiting.
///
/// - Parameters:
///   - iterations: The number of calls; negative values count as 0.
///   - threads: The maximum number of concurrent calls; 0 for two per core.
///   - body: Called once with each index, in no particular order.
///   - completion: Called on any thread when all calls have returned.
public func parallelApplyInBackground(
  iterations: Int, threads: Int = 0, _ body: @escaping @Sendable (Int) -> Void,
  completion: @escaping @Sendable () -> Void
) {
  let limit = threads > 0 ? threads : 2 * PoolExecutor.coreCount
  let counter = SharedCounter()
  let group = DispatchGroup()
  for _ in 0..<min(limit, max(0, iterations)) {
    DispatchQueue.global().async(group: group) {
      while case let index = counter.next(), index < iterations { body(index) }
    }
  }
  group.notify(queue: .global()) { completion() }
}

/// A counter that returns each number from 0 on once.
private final class SharedCounter: Sendable {
  // Relaxed: it publishes nothing.
  private let count = Atomic(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
