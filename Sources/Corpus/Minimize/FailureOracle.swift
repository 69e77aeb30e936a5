/// Tells whether cases fail in the same way as a given one.
///
/// A case whose texts become shorter has no approved result any more. So its failure is an error or
/// a crash, or a difference from the result of another program, such as an older version.
package struct FailureOracle {
  private let runner: CaseRunner
  /// This program, for cases that end the process.
  private let program: GalleyProgram
  private let reference: GalleyProgram?
  private var usesProcess = false

  /// Creates an oracle.
  ///
  /// - Parameters:
  ///   - runner: The runner of cases.
  ///   - program: This program, which runs cases that may crash.
  ///   - reference: The program whose results are expected, if there is one.
  package init(runner: CaseRunner, program: GalleyProgram, reference: GalleyProgram?) {
    (self.runner, self.program, self.reference) = (runner, program, reference)
  }

  /// Returns the way in which a case fails, and prepares for shorter ones.
  ///
  /// - Returns: The way; `nil` if the case does not fail.
  /// - Throws: `CorpusError` if a program cannot be run.
  package mutating func failure(of source: CaseSource) throws(CorpusError) -> FailureKind? {
    if case .failure(let kind)? = try program.results(of: [source]).first {
      switch kind {
      case .crash, .timeLimit:
        usesProcess = true
        return kind
      default: break
      }
    }
    return try failures(of: [source]).first ?? nil
  }

  /// Returns the ways in which cases fail; `nil` for those that do not.
  package func failures(of sources: [CaseSource]) throws(CorpusError) -> [FailureKind?] {
    let results = usesProcess ? try program.results(of: sources) : sources.map(result)
    guard !usesProcess, let reference else {
      return results.map { if case .failure(let kind) = $0 { kind } else { nil } }
    }
    return zip(try reference.results(of: sources), results).map { expected, actual in
      switch (expected, actual) {
      case (.output(let old), .output(let new)): FailureKind(from: old, to: new)
      case (.output, .failure(let kind)): kind
      case (.failure, _): nil
      }
    }
  }

  /// Returns the expected output of a case, if there is a program that gives it.
  package func expectedOutput(of source: CaseSource) throws(CorpusError) -> CaseOutput? {
    guard case .output(let output)? = try reference?.results(of: [source]).first else { return nil }
    return output
  }

  private func result(of source: CaseSource) -> GalleyProgram.Result {
    guard let subject = source.subject() else { return .failure(FailureKind(error: "no case")) }
    do { return .output(try runner.output(of: subject)) } catch {
      return .failure(FailureKind(error: "\(error)"))
    }
  }
}
