/// A report of a run as JUnit XML, which services for continuous integration show.
package enum JUnitReport {
  /// Returns the report: a suite for each file and a test case for each case, in the order of the
  /// corpus; expectations without a case are failures in a suite of their own.
  ///
  /// - Parameters:
  ///   - run: The results.
  ///   - dangling: The expectations without a case: their names and files.
  /// - Returns: The text of the XML file.
  package static func text(of run: CorpusRun, dangling: [String: String] = [:]) -> String {
    var suites: [(file: String, cases: [Entry])] = []
    for result in run.results {
      if suites.last?.file != result.subject.file { suites.append((result.subject.file, [])) }
      suites[suites.count - 1].cases.append(Entry(result))
    }
    if !dangling.isEmpty {
      let entries = dangling.sorted { $0.key < $1.key }.map { name, file in
        Entry(
          name: name, group: file, duration: .zero, verdict: .failure,
          message: "expectation without a case")
      }
      suites.append(("expectations without a case", entries))
    }
    let all = suites.flatMap(\.cases)
    let body = suites.map { suite in
      "  <testsuite name=\"\(MarkupText.escaped(suite.file))\" \(totals(of: suite.cases))>\n"
        + suite.cases.map(\.element).joined() + "  </testsuite>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"galley corpus\" \(totals(of: all))>\n\(body.joined())</testsuites>\n"
  }

  private static func totals(of cases: [Entry]) -> String {
    func count(_ verdict: Entry.Verdict) -> Int { cases.count { $0.verdict == verdict } }
    let time = seconds(cases.reduce(.zero) { $0 + $1.duration })
    return "tests=\"\(cases.count)\" failures=\"\(count(.failure))\" errors=\"\(count(.error))\""
      + " skipped=\"\(count(.skipped))\" time=\"\(time)\""
  }

  /// Returns a duration in seconds, with six decimals.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return "\(seconds).\(String(attoseconds / 1_000_000_000_000 + 1_000_000).dropFirst())"
  }

  /// A test case of the report.
  private struct Entry {
    enum Verdict { case passed, failure, error, skipped }

    var name: String
    var group: String
    var duration: Duration
    var verdict: Verdict
    var message = ""
    var details = ""

    init(name: String, group: String, duration: Duration, verdict: Verdict, message: String) {
      self.name = name
      self.group = group
      self.duration = duration
      self.verdict = verdict
      self.message = message
    }

    init(_ result: CorpusRun.Result) {
      let subject = result.subject
      name = subject.name
      group = "\(subject.file.dropLast(".txt".count)).\(subject.kind.rawValue)"
      duration = result.duration
      let summary = result.outcome.summary
      switch result.outcome {
      case .passed: verdict = .passed
      case .skipped(let reason): (verdict, message) = (.skipped, reason)
      case .failed: (verdict, message) = (.error, summary)
      case .missing: (verdict, message) = (.failure, summary)
      case .textDiffers, .pictureDiffers:
        let changes = result.changes
        verdict = .failure
        message = changes.first ?? summary
        details =
          "\(subject.file):\(subject.line): \(subject.note)\n"
          + changes.map { $0 + "\n" }.joined() + summary
      }
    }

    /// The XML element.
    var element: String {
      let start =
        "    <testcase classname=\"\(MarkupText.escaped(group))\""
        + " name=\"\(MarkupText.escaped(name))\" time=\"\(JUnitReport.seconds(duration))\""
      guard verdict != .passed else { return start + "/>\n" }
      let attribute = "message=\"\(MarkupText.escaped(message))\""
      let text = details.isEmpty ? "/>" : ">\(MarkupText.escaped(details))</\(verdict)>"
      return "\(start)>\n      <\(verdict) \(attribute)\(text)\n    </testcase>\n"
    }
  }
}
