internal import GalleySystem

/// A chat file, or standard input, as the argument of a command.
package struct ChatFile {
  /// The path, or `-` for standard input.
  package let path: String

  /// A problem with the file or its conversation.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// Creates a reference to a file at `path`, or to standard input.
  package init(path: String) { self.path = path }

  private var isInput: Bool { path == "-" }

  /// The base directory of image paths; `nil` for the working directory.
  package var directory: String? { isInput ? nil : FileSystem.directory(of: path) }

  /// Reads the conversation.
  package func chat() throws(Problem) -> Chat {
    let bytes: [UInt8]
    do {
      bytes = isInput ? try FileSystem.standardInput() : try FileSystem.bytes(of: path)
    } catch { throw Problem(description: error.description) }
    do { return try Chat(json: bytes) } catch { throw problem(error) }
  }

  /// Returns a problem that names the file.
  package func problem(_ error: ChatError) -> Problem {
    Problem(description: "\(isInput ? "standard input" : path): \(error)")
  }
}
