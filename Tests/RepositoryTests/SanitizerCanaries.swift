import Foundation
import Synchronization
import Testing

/// Intended errors for sanitizers to detect.
///
/// Each is disabled unless its environment variable is set. `scripts/sanitize` runs them first, and
/// continues only if the sanitizer reports them.
@Suite struct SanitizerCanaries {
  @Test(.enabled(if: isSet("RACE")))
  func `two threads increment a counter without a lock`() {
    // The sanitizer may have discarded the history of a thread that has ended.
    for _ in 0..<50 {
      let gate = Gate()
      let threads = (0..<2).map { _ in
        startThread {
          gate.wait()
          for _ in 0..<10_000 { unsafe unguardedCount += 1 }
        }
      }
      gate.open()
      for thread in threads { thread.wait() }
    }
    #expect(unsafe unguardedCount > 0)
  }

  @Test func `two threads increment a counter with a lock`() {
    let gate = Gate()
    let sum = Shared(Mutex(0))
    let threads = (0..<2).map { _ in
      startThread {
        gate.wait()
        for _ in 0..<10_000 { sum.value.withLock { $0 += 1 } }
      }
    }
    gate.open()
    for thread in threads { thread.wait() }
    #expect(sum.value.withLock { $0 } == 20_000)
  }

  @Test(.enabled(if: isSet("OVERFLOW")))
  func `a read goes past the end of its allocation`() {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    defer { unsafe bytes.deallocate() }
    unsafe bytes.initialize(repeating: 1, count: 16)
    let past = Int(ProcessInfo.processInfo.environment["OVERFLOW"] ?? "") ?? 1
    #expect(unsafe bytes[15 + past] != 1)
  }

  @Test(.enabled(if: isSet("LEAK")))
  func `two objects retain each other`() {
    for _ in 0..<10 {
      let (left, right) = (Holder(), Holder())
      left.other = right
      right.other = left
    }
  }
}

/// A counter without synchronization.
nonisolated(unsafe) private var unguardedCount = 0

private func isSet(_ variable: String) -> Bool {
  ProcessInfo.processInfo.environment[variable] != nil
}

/// A barrier that holds threads until all have arrived.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }

  func open() {
    for _ in 0..<2 { semaphore.signal() }
  }
}

/// A mutex that closures can share.
private final class Shared: Sendable {
  let value: Mutex<Int>

  init(_ value: consuming Mutex<Int>) { self.value = value }
}

private final class Holder {
  var other: Holder?
  private let weight = [UInt8](repeating: 0, count: 64)
}

/// Runs `body` on a new thread, and returns a semaphore that is signaled when it is done.
private func startThread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
  let done = DispatchSemaphore(value: 0)
  Thread {
    body()
    done.signal()
  }.start()
  return done
}
