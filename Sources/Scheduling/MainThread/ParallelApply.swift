import Dispatch
import Synchronization

/// Calls a closure with each index below `iterations` on several threads, and waits for all calls.
///
/// - Parameters:
///   - iterations: The number of calls; negative values count as 0.
///   - threads: The maximum number of concurrent calls, including the caller's; 0 leaves it to the
///     system.
///   - body: Called once with each index, in no particular order.
package func parallelApply(iterations: Int, threads: Int = 0, _ body: @Sendable (Int) -> Void) {
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
