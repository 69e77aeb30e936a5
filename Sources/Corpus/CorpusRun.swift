import Dispatch
internal import GalleyPixels
import Synchronization

/// The results of running cases of a corpus.
package struct CorpusRun: Sendable {
  /// A case with its outcome.
  package struct Result: Sendable {
    /// The case.
    package var subject: CorpusCase
    /// The outcome.
    package var outcome: CaseOutcome
  }

  /// The results, in the order of the corpus.
  package let results: [Result]

  /// Runs cases of a corpus in parallel on all processors, without writing anything.
  package init(_ cases: [CorpusCase], of corpus: Corpus, with runner: CaseRunner) {
    let outcomes = Mutex([CaseOutcome](repeating: .passed, count: cases.count))
    DispatchQueue.concurrentPerform(iterations: cases.count) { index in
      let outcome = Self.outcome(of: cases[index], in: corpus, with: runner)
      outcomes.withLock { $0[index] = outcome }
    }
    results = zip(cases, outcomes.withLock { $0 }).map { Result(subject: $0, outcome: $1) }
  }

  /// The results that need attention.
  package var failures: [Result] { results.filter { !$0.outcome.isFine } }

  /// Runs a case and compares its output with the expectation.
  private static func outcome(
    of subject: CorpusCase, in corpus: Corpus, with runner: CaseRunner
  ) -> CaseOutcome {
    if let reason = subject.skip { return .skipped(reason) }
    do {
      let output = try runner.output(of: subject)
      switch output {
      case .text(let actual):
        guard let expected = corpus.expectedText(of: subject) else { return .missing(output) }
        return actual == expected ? .passed : .textDiffers(expected: expected, actual: actual)
      case .picture(let actual):
        guard let data = corpus.expectedPicture(of: subject) else { return .missing(output) }
        let expected = try Bitmap(png: data)
        return PictureDifference(expected: expected, actual: actual).map { .pictureDiffers($0) }
          ?? .passed
      }
    } catch {
      return .failed("\(error)")
    }
  }
}
