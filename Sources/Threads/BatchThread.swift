internal import Dispatch
internal import GalleyCThreads
internal import Glibc
internal import Synchronization

/// A thread for what nobody waits for right now: one thing after the other, as on a serial queue.
///
/// A thread that wakes up usually gets a core at once, from whichever thread is there: the main actor, in
/// the middle of a tick, loses milliseconds to the drawing that it has just asked for. This thread has the policy
/// `SCHED_BATCH` (sched(7)): when it wakes up it waits for a core to be free, or for its turn. It gets as
/// much of the cores as any other. Dispatch has no such threads, and lends its own to everybody.
///
/// It begins with the first thing to do, and ends when all is done and nobody has the object any more.
package final class BatchThread: Sendable {
  private let inbox: Inbox

  /// Makes a thread that has nothing to do.
  ///
  /// - Parameter name: What it is called in lists of threads; Linux keeps 15 bytes of it.
  package init(name: String) {
    inbox = Inbox(name: name)
  }

  deinit { inbox.close() }

  /// Has something done when all before it is; returns at once.
  package func async(_ body: @escaping @Sendable () -> Void) {
    inbox.add(body)
  }

  /// Has something done when all before it is, and waits for that; never to be called on the thread itself.
  ///
  /// - Returns: What `body` returns.
  package func sync<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let done = DispatchSemaphore(value: 0)
    let slot = Slot<Result>()
    inbox.add {
      let value = body()
      slot.result.withLock { $0 = value }
      done.signal()
    }
    done.wait()
    guard let value = slot.result.withLock({ $0 }) else {
      preconditionFailure("what was done has a result")
    }
    return value
  }
}

/// Where the result of something is put.
private final class Slot<Value: Sendable>: Sendable {
  let result = Mutex<Value?>(nil)
}

/// What a thread has to do.
private final class Inbox: Sendable {
  private struct State {
    var bodies: [@Sendable () -> Void] = []
    var hasThread = false
    var isOpen = true
  }

  private let name: String
  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)

  init(name: String) {
    self.name = name
  }

  func add(_ body: @escaping @Sendable () -> Void) {
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
      // There are too many threads already: one of Dispatch's does it.
      unsafe reference.release()
      DispatchQueue(label: name).async { self.work() }
    }
  }

  /// Does what comes, until nothing can come any more.
  private func work() {
    unsafe galley_name_thread(name)
    galley_wait_for_turns()
    while let body = next() { body() }
  }

  private func next() -> (@Sendable () -> Void)? {
    while true {
      arrivals.wait()
      let (body, isOver) = state.withLock { state in
        state.bodies.isEmpty ? (nil, !state.isOpen) : (state.bodies.removeFirst(), false)
      }
      if body != nil || isOver { return body }
    }
  }
}

/// Whether the calling thread waits for its turn when it wakes up.
package var hasBatchScheduling: Bool { galley_waits_for_turns() }
