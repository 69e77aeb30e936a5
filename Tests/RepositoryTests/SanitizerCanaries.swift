import Foundation
import TestSupport
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
      Threads(2) { _ in for _ in 0..<10_000 { unsafe unguardedCount += 1 } }.wait()
    }
    #expect(unsafe unguardedCount > 0)
  }

  @Test func `two threads increment a counter with a lock`() {
    let sum = Shared(0)
    Threads(2) { _ in for _ in 0..<10_000 { sum.change { $0 += 1 } } }.wait()
    #expect(sum.current == 20_000)
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

private final class Holder {
  var other: Holder?
  private let weight = [UInt8](repeating: 0, count: 64)
}
