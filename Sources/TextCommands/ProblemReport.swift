internal import ArgumentParser
internal import GalleySystem

/// A reporter of problems, each reported once.
package struct ProblemReport {
  private var said: Set<String> = []

  /// Creates an empty report.
  package init() {}

  /// Reports problems that have not been reported.
  package mutating func say(_ problems: [some CustomStringConvertible]) {
    for problem in problems where said.insert(problem.description).inserted {
      StandardStreams.warn(problem.description)
    }
  }

  /// Throws if a problem was reported.
  package func finish() throws {
    if !said.isEmpty { throw ExitCode(1) }
  }
}
