import Dispatch
internal import GalleyPixels
import Synchronization

/// The outcomes of some cases of a corpus.
package struct CorpusRun: Sendable {
  /// A case and its outcome.
  package struct Result: Sendable {
    /// The case.
    package var subject: CorpusCase
    /// What came of it.
    package var outcome: CaseOutcome
  }

  /// The cases and their outcomes, in the order of the corpus.
  package let results: [Result]

  /// Runs cases, on as many threads as there are processors, without writing anything.
  ///
  /// - Parameters:
  ///   - cases: The cases to run.
  ///   - corpus: What is expected of them.
  ///   - runner: What runs a case.
  package init(_ cases: [CorpusCase], of corpus: Corpus, with runner: CaseRunner) {
    let outcomes = Mutex([CaseOutcome](repeating: .passed, count: cases.count))
    DispatchQueue.concurrentPerform(iterations: cases.count) { index in
      let outcome = Self.outcome(of: cases[index], in: corpus, with: runner)
      outcomes.withLock { $0[index] = outcome }
    }
    results = zip(cases, outcomes.withLock { $0 }).map { Result(subject: $0, outcome: $1) }
  }

  /// The results that somebody has to do something about.
  package var failures: [Result] { results.filter { !$0.outcome.isFine } }

  /// Runs one case and compares what it gives with what is expected.
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
