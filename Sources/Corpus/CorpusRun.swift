import Dispatch
internal import GalleyPixels
internal import GalleyTypesetting
import Synchronization

/// The results of running cases of a corpus.
package struct CorpusRun: Sendable {
  /// A case with its outcome.
  package struct Result: Sendable {
    /// The case.
    package var subject: CorpusCase
    /// The outcome.
    package var outcome: CaseOutcome
    /// The time that the case took.
    package var duration: Duration

    /// The differences between the expected and the current output, in words.
    package var changes: [String] { outcome.changes(in: subject.text.string) }
  }

  /// The results, in the order of the corpus.
  package let results: [Result]

  /// Runs cases of a corpus in parallel on all processors, without writing anything.
  ///
  /// - Parameters:
  ///   - cases: The cases to run.
  ///   - corpus: The corpus, which has the expectations.
  ///   - runner: The runner of cases.
  ///   - progress: A function called after each case, on any thread, one call at a time, with the
  ///     number of completed cases.
  package init(
    _ cases: [CorpusCase], of corpus: Corpus, with runner: CaseRunner,
    progress: @Sendable (Int) -> Void = { _ in }
  ) {
    let state = Mutex((results: [Result?](repeating: nil, count: cases.count), count: 0))
    DispatchQueue.concurrentPerform(iterations: cases.count) { index in
      let start = ContinuousClock.now
      let outcome = Self.outcome(of: cases[index], in: corpus, with: runner)
      let duration = start.duration(to: .now)
      state.withLock { state in
        state.results[index] = Result(
          subject: cases[index], outcome: outcome, duration: duration)
        state.count += 1
        progress(state.count)
      }
    }
    results = state.withLock { $0.results.compactMap(\.self) }
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
