internal import Synchronization
package import Testing

/// The files of the snapshots of a run, each taken by one call.
package final class SnapshotFiles: Sendable {
  /// The location of the test that took a file, by path.
  private let owners = Mutex<[String: SourceLocation]>([:])

  /// The result of taking a file.
  package enum Claim: Hashable, Sendable {
    /// The path of the file.
    case file(String)
    /// The reason for which there is no file.
    case conflict(String)
  }

  /// The maximum length of a part of a file's name, in bytes; systems allow 255 for the whole.
  private static let longestPart = 100

  /// Creates a run without snapshots.
  package init() {}

  /// Takes the file of a snapshot.
  ///
  /// - Parameters:
  ///   - name: The name of the snapshot in its test, which may be empty.
  ///   - test: The name of the test.
  ///   - owner: The location of the test.
  ///   - isParameterized: Whether the test has several cases, which run in any order.
  ///   - source: The path of the test's file.
  ///   - fileExtension: The extension of the file.
  /// - Returns: The file, numbered from the second snapshot of the same name on.
  package func claim(
    _ name: String, ofTest test: String, at owner: SourceLocation, isParameterized: Bool,
    in source: String, fileExtension: String
  ) -> Claim {
    let stem = Self.path(of: name, ofTest: test, in: source)
    return owners.withLock { owners in
      var (path, number) = ("\(stem).\(fileExtension)", 1)
      while let other = owners[path] {
        guard other == owner else {
          return .conflict(
            "the test at line \(other.line) has a snapshot with the file \(path) too; name one of "
              + "them with `named:`")
        }
        guard !isParameterized else {
          return .conflict(
            "the cases of a test with arguments run in any order, so the number of a second "
              + "snapshot with the file \(path) would vary; name each with `named:`")
        }
        number += 1
        path = "\(stem)-\(number).\(fileExtension)"
      }
      owners[path] = owner
      return .file(path)
    }
  }

  /// Returns the path of a snapshot without its number and extension.
  private static func path(of name: String, ofTest test: String, in source: String) -> String {
    let parts = source.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.last.map(String.init) ?? source
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    // Without the labels of the arguments, and the marks of a name with spaces.
    let test = safe(test.lastIndex(of: "(").map { String(test[..<$0]) } ?? test)
    let folder = parts.dropLast().joined(separator: "/")
    let name = safe(name)
    return "\(folder)/__Snapshots__/\(safe(stem))/\(test)\(name.isEmpty ? "" : "." + name)"
  }

  /// Returns a name in which every run of unsafe characters is a hyphen.
  package static func safe(_ name: String) -> String {
    var result = ""
    for character in name {
      let isSafe = character.isLetter || character.isNumber || "_-".contains(character)
      let next = isSafe ? String(character) : result.isEmpty || result.last == "-" ? "" : "-"
      guard result.utf8.count + next.utf8.count <= longestPart else { break }
      result += next
    }
    while result.last == "-" { result.removeLast() }
    return result
  }
}
