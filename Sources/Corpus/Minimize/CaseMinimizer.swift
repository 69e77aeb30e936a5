/// A search for the smallest text with which a case still fails in the same way.
///
/// Settings that do not matter are left out too.
package struct CaseMinimizer {
  /// The maximum number of steps in which the text is made shorter.
  private static let stepLimit = 1_000

  /// Returns whether each of some cases fails in the same way as the first one.
  private let fail: ([CaseSource]) throws -> [Bool]

  /// Creates a search with a function that runs cases.
  package init(_ fail: @escaping ([CaseSource]) throws -> [Bool]) { self.fail = fail }

  /// Makes a case smaller until nothing more can be left out.
  ///
  /// - Parameter source: A case that fails.
  /// - Returns: The smallest case that is found.
  /// - Throws: Errors of the function that runs cases.
  package func smallest(of source: CaseSource) throws -> CaseSource {
    var source = source
    while true {
      let shorter = try withShortText(withFewSettings(source))
      guard shorter != source else { return source }
      source = shorter
    }
  }

  private func withFewSettings(_ source: CaseSource) throws -> CaseSource {
    var source = source
    while true {
      let candidates = source.candidatesWithoutSetting
      guard let index = try results(of: candidates).firstIndex(of: true) else { return source }
      source = candidates[index]
    }
  }

  private func withShortText(_ source: CaseSource) throws -> CaseSource {
    var source = source
    var shrinker = TextShrinker(source.text)
    for _ in 0..<Self.stepLimit where !shrinker.isDone {
      let candidates = shrinker.candidates.map { text in
        var candidate = source
        candidate.text = text
        return candidate
      }
      shrinker.update(try results(of: candidates))
    }
    source.text = shrinker.text
    return source
  }

  /// Runs those candidates that are cases.
  private func results(of candidates: [CaseSource]) throws -> [Bool] {
    let isCase = candidates.map { $0.subject() != nil }
    var results = try fail(zip(candidates, isCase).filter(\.1).map(\.0))[...]
    return isCase.map { $0 ? results.popFirst() ?? false : false }
  }
}
