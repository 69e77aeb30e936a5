import Foundation
import TestSupport

/// The rule that no public declaration discloses hidden text of a message.
///
/// Every public declaration whose type could hold a message's text is in a reviewed list, under the
/// reason why it discloses nothing hidden. Declarations that return a message's text name their
/// test.
enum DisclosureRules {
  /// The path of the list in the repository.
  static let path = "Tests/PublicText.md"

  /// The types that may hold text of a message, directly or in their members.
  ///
  /// `AttributedText`, `Message`, `TextLayout` and `DisclosedText` are excluded; their members that
  /// return text are in the list.
  static var textTypes: Regex<Substring> {
    /\b(?:String|Substring|Character|AttributedString|UnicodeScalarView|UTF8View|StringProtocol|Annotation|MessageEntity|TextAttachment|TextLayout\.Attachment|JSONValue|URL|Data|Mirror|Any)\b|\[UInt8\]|Span<UInt8>/
      .wordBoundaryKind(.simple)
  }

  /// An entry of the list.
  struct Entry {
    let name: String
    let line: Int
    /// The heading above the entry, which gives the reason.
    let section: String
    /// The test for hidden text, if required.
    let test: String?
  }

  /// Returns the entries of a list: lines that begin with `- `, under headings with reasons.
  static func entries(of file: SourceFile) -> [Entry] {
    var section = ""
    return file.lines.enumerated().compactMap { index, line in
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      guard let match = line.firstMatch(of: /^- `([^`]+)`(?:: `([^`]+)`)?$/) else { return nil }
      return Entry(
        name: String(match.1), line: index + 1, section: section, test: match.2.map(String.init))
    }
  }

  /// Finds declarations that return text without being in the list, and invalid entries.
  ///
  /// - Parameters:
  ///   - declarations: The public interface.
  ///   - list: The list of what was reviewed.
  ///   - files: The files with the tests that the list names.
  /// - Returns: The offenses: unreviewed declarations first, then entries in the order of the list.
  static func offenses(
    _ declarations: [PublicInterface.Declaration], list: SourceFile, files: [SourceFile]
  ) -> [Offense] {
    let entries = entries(of: list)
    let reviewed = Set(entries.map(\.name))
    let giving = Set(declarations.filter { $0.given.contains(textTypes) }.map(\.name))
    let tests = Set(
      files.filter { $0.path.hasPrefix("Tests/") }.flatMap { file in
        file.text.matches(of: /func `([^`]+)`/).map { String($0.1) }
      })
    var offenses = giving.subtracting(reviewed).sorted().map {
      Offense(path: list.path, reason: "`\($0)` gives text, and nobody has reviewed it")
    }
    for entry in entries {
      func add(_ reason: String) {
        offenses.append(Offense(path: list.path, line: entry.line, reason: reason))
      }
      if !giving.contains(entry.name) { add("`\(entry.name)` gives no text, or is no more") }
      if let test = entry.test, !tests.contains(test) { add("there is no test `\(test)`") }
      // This heading contains everything that returns the text of a message.
      if entry.section.hasPrefix("Message text"), entry.test == nil {
        add("`\(entry.name)` reaches a message's text, and names no test")
      }
    }
    return offenses
  }
}
