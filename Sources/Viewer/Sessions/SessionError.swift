/// An error in a recording of a session.
struct SessionError: Error, Hashable, CustomStringConvertible {
  /// The line of the file, counted from 1; `nil` if the error is not in a line.
  var line: Int?
  /// The problem.
  let problem: String

  /// Creates an error.
  init(_ problem: String, line: Int? = nil) {
    self.problem = problem
    self.line = line
  }

  var description: String { line.map { "\($0): \(problem)" } ?? problem }
}
