/// The answers of an engine to all texts of a comparison.
package struct EngineRun: Sendable {
  /// The name by which the engine was chosen.
  package var name: String
  /// The engine and its version.
  package var title: String
  /// Remarks of the engine about the comparison.
  package var notes: [String]
  /// The answer to each text, or the reason for which there is none.
  package var answers: [Result<EngineAnswer, EngineError>]
  /// A mistake of the engine as a whole, such as a crash.
  package var problem: String?

  /// Creates the answers of an engine.
  package init(
    name: String, title: String, notes: [String] = [],
    answers: [Result<EngineAnswer, EngineError>], problem: String? = nil
  ) {
    self.name = name
    self.title = title
    self.notes = notes
    self.answers = answers
    self.problem = problem
  }

  /// Returns the answer to a text, or `nil` if there is none.
  package func answer(_ index: Int) -> EngineAnswer? { try? answers[index].get() }

  /// The number of texts that were answered.
  package var answerCount: Int { answers.count { (try? $0.get()) != nil } }
}
