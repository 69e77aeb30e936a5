internal import GalleyCThreads

/// Does on the calling thread what nobody waits for right now.
///
/// A thread that wakes up usually gets a core at once, from whichever thread is there: the main actor, in
/// the middle of a tick, loses milliseconds to the drawing that it has just asked for. For the length of `body`
/// the thread is one of the policy `SCHED_BATCH` (sched(7)), which waits for a core to be free, or for
/// its turn. It gets as much of the cores as before.
///
/// A thread that has a policy already keeps it; those that `body` starts are ordinary ones.
///
/// - Parameter body: What is done.
/// - Returns: What `body` returns.
package func withBatchScheduling<Result>(_ body: () -> Result) -> Result {
  guard policy == 0 else { return body() }
  // The flag cannot be taken back, and changes nothing for ordinary threads.
  _ = galley_set_policy(batch | flag)
  defer { _ = galley_set_policy(flag) }
  return body()
}

/// Whether the calling thread waits for its turn, as ``withBatchScheduling(_:)`` has it.
package var hasBatchScheduling: Bool { policy == batch }

private let batch = Int32(galley_batch_policy)
private let flag = Int32(galley_reset_on_fork)
private var policy: Int32 { galley_policy() & ~flag }
