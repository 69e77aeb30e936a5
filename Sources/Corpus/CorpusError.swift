internal import GalleySystem

/// The error thrown if the corpus cannot be read or changed.
package enum CorpusError: Error, Hashable, Sendable {
  /// A syntax error in a file; `line` counts from 1.
  case syntax(path: String, line: Int, String)
  /// Two cases have the same name.
  case duplicate(name: String, first: String, second: String)
  /// There is no case with the name.
  case unknownCase(String)
  /// A file cannot be read or written.
  case file(String)
  /// Expectations are not written under continuous integration.
  case continuousIntegration

  init(_ error: FileError) { self = .file(error.description) }
}

extension CorpusError: CustomStringConvertible {
  /// A description of the error.
  package var description: String {
    switch self {
    case .syntax(let path, let line, let problem): "\(path):\(line): \(problem)"
    case .duplicate(let name, let first, let second):
      "\(second): duplicate case \(name), already in \(first)"
    case .unknownCase(let name): "no case is named \(name)"
    case .file(let description): description
    case .continuousIntegration:
      "approval is disabled in continuous integration; unset CI to approve by hand"
    }
  }
}
