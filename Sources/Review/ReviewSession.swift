package import GalleyCorpus

/// The results that a reviewer sees, and the decisions about them.
package actor ReviewSession {
  /// A decision about a case.
  package enum Decision: String, Sendable {
    case approve, reject
  }

  /// The error thrown if a decision cannot be made.
  package enum Problem: Error, Hashable, CustomStringConvertible {
    /// The page has no such case.
    case unknown(String)
    /// The case was changed after it was shown.
    case changed(String)
    /// The case has no output.
    case noOutput(String)

    package var description: String {
      switch self {
      case .unknown(let name): "no case \(name) is shown"
      case .changed(let name): "\(name) was changed after it was shown; load the page again"
      case .noOutput(let name): "\(name) has no result that could be approved"
      }
    }
  }

  private let root: String
  private let run: @Sendable () throws -> CorpusRun
  private var shown: [String: CorpusRun.Result] = [:]
  private var decisions: [String: Decision] = [:]

  /// Creates a session that has shown nothing.
  ///
  /// - Parameters:
  ///   - root: The directory of the corpus.
  ///   - run: A function that reads the corpus and runs the selected cases.
  package init(root: String, run: @escaping @Sendable () throws -> CorpusRun) {
    self.root = root
    self.run = run
  }

  /// Runs the cases, and returns the page that shows those that differ.
  package func page() throws -> String {
    let run = try run()
    shown = [:]
    for result in run.failures { shown[result.subject.name] = result }
    return CorpusReport.html(of: run, isReview: true)
  }

  /// Carries a decision out.
  ///
  /// Approval writes the output that was shown, not a newer one. The files are replaced as a whole.
  ///
  /// - Parameters:
  ///   - decision: The decision.
  ///   - name: The name of a case that is shown.
  /// - Returns: A description of what was done.
  /// - Throws: `Problem`, or `CorpusError` if a file cannot be written.
  package func decide(_ decision: Decision, _ name: String) throws -> String {
    guard let result = shown[name] else { throw Problem.unknown(name) }
    guard decision == .approve else {
      decisions[name] = decision
      return "rejected; nothing was written"
    }
    guard let output = result.outcome.output else { throw Problem.noOutput(name) }
    // The corpus is read again, so that expectations approved meanwhile are kept.
    let corpus = try Corpus(root: root)
    var subject = try corpus.caseNamed(name)
    subject.line = result.subject.line
    guard subject == result.subject else { throw Problem.changed(name) }
    let files = try corpus.approve([(subject: subject, output: output)])
    decisions[name] = decision
    return "approved: " + files.joined(separator: ", ")
  }

  /// The outcome of a session.
  package struct Summary: Sendable {
    /// The names of approved cases, sorted.
    package var approved: [String]
    /// The names of rejected cases, sorted.
    package var rejected: [String]
    /// The number of shown cases without a decision.
    package var left: Int

    /// The outcome in lines.
    package var text: String {
      (rejected.map { "\($0): rejected" } + [
        "\(approved.count) approved, \(rejected.count) rejected, \(left) left"
      ]).joined(separator: "\n")
    }
  }

  /// The outcome so far.
  package var summary: Summary {
    let names = decisions.keys.sorted()
    return Summary(
      approved: names.filter { decisions[$0] == .approve },
      rejected: names.filter { decisions[$0] == .reject },
      left: shown.keys.count { decisions[$0] == nil })
  }
}
