internal import GalleyBasics
package import GalleySystem

/// A part of an export, in the order of its files.
package enum ExportItem: Hashable, Sendable {
  /// The start of a conversation; its messages follow.
  case chat(ExportedChat)
  case message(ExportedMessage)
}

/// A place between two messages of an export, at which reading can begin.
package struct ExportPosition: Hashable, Sendable {
  /// The index of the conversation's file or root, in the order of the reader.
  package var unit: Int
  /// The offset in the file, in bytes.
  package var offset: Int

  /// Creates a position.
  package init(unit: Int, offset: Int) { (self.unit, self.offset) = (unit, offset) }
}

/// A part of an export that was not understood.
package struct ExportDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The file, relative to the export's folder.
  package var file: String
  /// The line, from 1; `nil` for files that are not made of lines.
  package var line: Int?
  /// The offset, in bytes.
  package var offset: Int
  /// The problem.
  package var problem: String
  /// Whether nothing was lost.
  package var isCorrected = false

  /// The place and the problem.
  package var description: String {
    line.map { "\(file):\($0): \(problem)" } ?? "\(file), byte \(offset): \(problem)"
  }
}

/// Problems of an export, of which the first are kept.
package struct ExportDiagnostics: Hashable, Sendable {
  /// The first problems.
  package private(set) var first: [ExportDiagnostic] = []
  /// The number of all problems.
  package private(set) var count = 0

  /// Creates an empty list.
  package init() {}

  mutating func add(
    _ problem: String, in file: String, line: Int? = nil, offset: Int = 0,
    isCorrected: Bool = false
  ) {
    count += 1
    guard first.count < Limits.Exports.diagnostics else { return }
    first.append(
      ExportDiagnostic(
        file: file, line: line, offset: offset, problem: problem, isCorrected: isCorrected))
  }
}

/// An export that cannot be read.
package enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file cannot be read.
  case file(FileError)
  /// A zip file cannot be unpacked, or has no known export.
  case archive(path: String, reason: String)
  /// The path is no export of a known messenger.
  case unknownFormat(path: String, reason: String)

  /// A one-line description.
  package var description: String {
    switch self {
    case .file(let error): error.description
    case .archive(let path, let reason): "\(path): cannot read the zip file: \(reason)"
    case .unknownFormat(let path, let reason): "\(path): not a known export: \(reason)"
    }
  }
}

/// A reader of an export, from the first message to the last, in bounded memory.
package protocol ExportReader: AnyObject {
  /// The problems so far.
  var diagnostics: ExportDiagnostics { get }
  /// The position behind the last message that was returned.
  var position: ExportPosition { get }

  /// Returns the next conversation or message, or `nil` at the end.
  ///
  /// - Throws: `FileError` if a file cannot be read. What is not understood is a diagnostic.
  func next() throws(FileError) -> ExportItem?
}
