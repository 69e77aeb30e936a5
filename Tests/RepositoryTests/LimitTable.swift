import Foundation
import TestSupport
import Testing

/// The bounds of `Sources/Basics/Limits`, and the table of the tests that hold them.
struct LimitTable {
  /// A bound.
  struct Bound: Hashable {
    /// The name of the group, such as `Shaping`.
    var group: String
    /// The name in the group.
    var name: String
    /// The value, as written.
    var value: String
    /// The documentation, in one line.
    var reason: String

    /// The first cells of the row.
    var cells: String { "| `\(group).\(name)` | `\(value)` | \(reason) | " }
  }

  /// The path of the table.
  static let path = "Documentation/Limits.md"

  /// The bounds, in the order of the files.
  let bounds: [Bound]

  /// Reads the bounds from the sources.
  init(_ files: [SourceFile]) {
    bounds = files.filter { $0.path.hasPrefix("Sources/Basics/Limits/") }.flatMap(Self.bounds)
  }

  private static func bounds(of file: SourceFile) -> [Bound] {
    var (group, words) = ("", [Substring]())
    var bounds: [Bound] = []
    for line in file.lines.map({ $0.drop { $0 == " " } }) {
      if line.hasPrefix("///") {
        if line.count > 4 { words.append(line.dropFirst(4)) }
        continue
      }
      if let found = line.prefixMatch(of: /package enum (\w+)/) { group = String(found.1) }
      if let found = line.prefixMatch(of: /package static let (\w+) = (.+)/) {
        bounds.append(
          Bound(
            group: group, name: String(found.1), value: String(found.2),
            reason: words.joined(separator: " ")))
      }
      words = []
    }
    return bounds
  }

  /// Returns the table with the rows of all bounds, which keep their tests.
  func updated(_ document: String) -> String {
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    let isRow = { (line: Substring) in line.hasPrefix("| `") }
    var tests: [Substring: Substring] = [:]
    for line in lines.filter(isRow) {
      let cells = line.split(separator: " | ")
      guard cells.count == 4, let name = cells.first else { continue }
      tests[name] = cells[3]
    }
    let rows = bounds.map { bound -> Substring in
      let name = Substring("| `\(bound.group).\(bound.name)`")
      return bound.cells[...] + (tests[name] ?? "none |")
    }
    let start = lines.firstIndex { $0.hasPrefix("|---") } ?? lines.count - 1
    let end = lines.lastIndex(where: isRow) ?? start
    return (lines[...start] + rows + lines[(end + 1)...]).joined(separator: "\n")
  }
}

@Suite struct LimitRules {
  @Test func `each bound is listed with its reason and a test that holds it`() throws {
    let table = LimitTable(SourceFile.all)
    #expect(table.bounds.count > 50)
    #expect(table.bounds.allSatisfy { !$0.reason.isEmpty })
    let file = repository.appending(path: LimitTable.path)
    let document = try String(contentsOf: file, encoding: .utf8)
    let updated = table.updated(document)
    if ProcessInfo.processInfo.environment["GALLEY_UPDATE_LIMITS"] != nil {
      try Data(updated.utf8).write(to: file)
    }
    #expect(document == updated, "GALLEY_UPDATE_LIMITS=1 writes the table again")
    let rules = BehaviorTable.Rules(path: LimitTable.path)
    let rows = BehaviorTable(SourceFile(path: LimitTable.path, text: updated), rules)
    #expect(rows.rows.count == table.bounds.count)
    #expect(rows.offenses(files: SourceFile.all) == [])
  }

  @Test func `no code of the module of the bounds reads them`() {
    // The compiler copies the values within a module, and `scripts/try-limits` changes the original
    // only.
    let readers = SourceFile.sources.filter { file in
      file.folder == "Basics" && file.code.contains { $0.contains(/Limits\.[A-Z]/) }
    }
    #expect(readers.map(\.path) == [])
  }

  @Test func `a new bound has a row without a test, and a value that changed is found`() {
    let source = SourceFile(
      path: "Sources/Basics/Limits/Limits+A.swift",
      text: """
        extension Limits {
          /// Bounds.
          package enum A {
            /// Things,
            /// counted.
            package static let one = 1
            package static let two = 1 << 2
          }
        }
        """)
    let table = LimitTable([source])
    #expect(table.bounds.map(\.name) == ["one", "two"])
    let old =
      "# Bounds\n\n| a | b | c | d |\n|---|---|---|---|\n| `A.one` | `0` | Old | `test` |\n\nend\n"
    let updated = table.updated(old)
    #expect(updated.contains("\n| `A.one` | `1` | Things, counted. | `test` |\n"))
    #expect(updated.contains("\n| `A.two` | `1 << 2` |  | none |\n\nend\n"))
  }
}
