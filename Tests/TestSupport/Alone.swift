internal import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a suite only in the second run of `make test`, which has nothing but such suites.
  ///
  /// They drive other processes or wait for other threads in real time, one after the other.
  /// Beside thousands of tests that use all threads, a program, its client or a task may not run
  /// for longer than the test waits.
  public static var alone: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["GALLEY_ALONE_TESTS"] != nil,
      "make test runs it alone")
  }
}
