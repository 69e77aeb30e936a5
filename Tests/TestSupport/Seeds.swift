internal import Foundation

/// Whether tests that take minutes run with all their seeds, as in `make test-long`.
public let runsLongTests = ProcessInfo.processInfo.environment["GALLEY_LONG_TESTS"] != nil

/// Returns the seeds of a property test whose steps are slow without optimization.
///
/// - Parameters:
///   - count: The number of seeds in a usual run.
///   - long: The number of seeds if ``runsLongTests``.
/// - Returns: The seeds from 0.
public func seeds(_ count: Int, long: Int) -> Range<UInt64> {
  0..<UInt64(runsLongTests ? long : count)
}
