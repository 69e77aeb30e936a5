import Dispatch
import Synchronization

/// Calls `body` with each number below `iterations`, on several threads, and waits for them all.
///
/// - Parameters:
///   - iterations: How often `body` is called; none if it is negative.
///   - threads: How many threads at most call it at a time, the caller among them; 0 leaves it to
///     the system.
///   - body: Is called once with each number, in no order.
public func parallelApply(
  iterations: Int, threads: Int = 0, _ body: @Sendable (Int) -> Void
) {
  guard iterations > 0 else { return }
  guard threads > 0 else {
    return DispatchQueue.concurrentPerform(iterations: iterations, execute: body)
  }
  // Relaxed: it deals out numbers; what the bodies do is ordered by the end of the call.
  let next = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: min(threads, iterations)) { _ in
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < iterations else { return }
      body(index)
    }
  }
}

/// Calls `body` with each number below `iterations`, on several threads, without waiting for them.
///
/// - Parameters:
///   - iterations: How often `body` is called; none if it is negative.
///   - threads: How many threads at most call it at a time; 0 is two for each core.
///   - body: Is called once with each number, in no order.
///   - completion: Is called on any thread when all calls have returned.
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

/// Deals out numbers from 0 on, each once.
private final class SharedCounter: Sendable {
  // Relaxed: nothing is published through it.
  private let count = Atomic(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
