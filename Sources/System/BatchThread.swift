internal import Dispatch
internal import GalleyCSystem
internal import Glibc
internal import Synchronization

/// A thread that runs closures serially, for work that is not latency-critical.
///
/// A woken thread usually preempts another one at once; the main actor, in the middle of a tick,
/// would lose milliseconds to the drawing it has just requested. This thread uses the policy
/// `SCHED_BATCH` (sched(7)), so on waking it waits for a free core or for its turn, with the same
/// share of CPU time as any other thread. Dispatch offers no such threads and shares its own.
///
/// From Linux 6.12 its time slice is longer than that of ``keepCore()``, so that a thread that has
/// called it keeps its core for that slice.
///
/// A background thread moreover has a lower share while others of the process want the cores, so
/// that many of them do not delay the one that shows their results.
///
/// The thread starts with the first closure, and exits when all are done and the object has been
/// released.
package final class BatchThread: Sendable {
  /// The niceness of background threads: a third of the usual share of CPU time (sched(7)).
  private static let backgroundNiceness: Int32 = 5

  /// The number of closures of other than background threads that have not begun.
  ///
  /// Relaxed: it publishes nothing, and a late look at it only delays a thread a little.
  fileprivate static let waiting = Atomic(0)

  /// The time slice in microseconds, longer than any frame takes to draw.
  fileprivate static let slice: Int32 = 12_000

  private let inbox: Inbox

  /// Creates an idle thread.
  ///
  /// - Parameters:
  ///   - name: The name of the thread; Linux keeps 15 bytes of it.
  ///   - isBackground: Whether the other threads of the process get most of the CPU time.
  package init(name: String, isBackground: Bool = false) {
    inbox = Inbox(name: name, niceness: isBackground ? Self.backgroundNiceness : 0)
  }

  deinit { inbox.close() }

  /// Gives up the core of the calling background thread if other threads of the process wait.
  ///
  /// Otherwise they would wait until its time slice ends, which may be longer than a frame.
  package static func yieldCore() {
    if waiting.load(ordering: .relaxed) > 0 { sched_yield() }
  }

  /// Enqueues a closure and returns immediately.
  package func async(_ body: @escaping @Sendable () -> Void) { inbox.add(body) }

  /// Enqueues a closure and waits for it; must not be called on the thread itself.
  ///
  /// - Returns: The result of `body`.
  package func sync<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let waiter = Waiter<Result>()
    inbox.add { waiter.resume(with: body()) }
    guard let value = waiter.wait() else { preconditionFailure("finished work has no result") }
    return value
  }
}

/// The queue of a thread.
private final class Inbox: Sendable {
  private struct State {
    var bodies: [@Sendable () -> Void] = []
    var hasThread = false
    var isOpen = true
  }

  private let name: String
  private let niceness: Int32
  private var isBackground: Bool { niceness > 0 }
  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)

  init(name: String, niceness: Int32) {
    self.name = name
    self.niceness = niceness
  }

  func add(_ body: @escaping @Sendable () -> Void) {
    if !isBackground { BatchThread.waiting.add(1, ordering: .relaxed) }
    let isFirst = state.withLock { state in
      state.bodies.append(body)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    arrivals.signal()
    if isFirst { start() }
  }

  func close() {
    state.withLock { $0.isOpen = false }
    arrivals.signal()
  }

  private func start() {
    let reference = unsafe Unmanaged.passRetained(self)
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, nil,
      { pointer in
        if let pointer = unsafe pointer {
          unsafe Unmanaged<Inbox>.fromOpaque(pointer).takeRetainedValue().work()
        }
        return nil
      }, reference.toOpaque())
    if error == 0 {
      pthread_detach(thread)
    } else {
      // No more threads can be created: one of Dispatch's runs the queue.
      unsafe reference.release()
      DispatchQueue(label: name).async { self.work() }
    }
  }

  /// Runs closures until the queue is closed and empty.
  private func work() {
    unsafe galley_name_thread(name)
    galley_wait_for_turns(niceness)
    galley_set_slice(BatchThread.slice)
    while let body = next() { body() }
  }

  private func next() -> (@Sendable () -> Void)? {
    while true {
      arrivals.wait()
      let (body, isOver) = state.withLock { state in
        state.bodies.isEmpty ? (nil, !state.isOpen) : (state.bodies.removeFirst(), false)
      }
      if body != nil, !isBackground { BatchThread.waiting.subtract(1, ordering: .relaxed) }
      if body != nil || isOver { return body }
    }
  }
}

/// Lets the calling thread run for half the slice of a ``BatchThread`` whenever it wakes up.
///
/// With slices of the usual length, a tick of 1.5 ms ends after a batch thread's turn, as soon as
/// the timer of the system (4 ms) interrupts it.
package func keepCore() { galley_set_slice(BatchThread.slice / 2) }

/// The time slice of the calling thread, in microseconds; 0 if the system does not tell.
package var threadSlice: Int { galley_slice() }

/// The niceness of the calling thread: higher values get less CPU time.
package var threadNiceness: Int { Int(galley_niceness()) }

/// Whether the calling thread is scheduled by `SCHED_BATCH`.
package var hasBatchScheduling: Bool { galley_waits_for_turns() }
