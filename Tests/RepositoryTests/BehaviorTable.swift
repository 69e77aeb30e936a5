/// The tables of a README that assign tests to behaviors.
struct BehaviorTable {
  /// A row of a table.
  struct Row {
    let section: String
    let line: Int
    /// The behavior: the first cell.
    let behavior: String
    /// The tests of the behavior, as written in the last cell.
    let holder: String
    /// The names of the tests, suites and cases of the behavior.
    var names: [String] { holder.matches(of: /`([^`]+)`/).map { String($0.1) } }

    /// Whether the row gives a reason for the lack of a test.
    var isExplained: Bool { holder.contains(/[.;]/) && holder.split(separator: " ").count > 3 }
  }

  /// The required rows of the tables in a file.
  struct Rules {
    /// The path of the file.
    let path: String
    /// The heading above the tables; `nil` for all tables of the file.
    var heading: String?
    /// Whether a sentence may replace a test.
    var allowsSentences = false
    /// The required numbers, each once and in order, by the prefix of the section name.
    var numbers: [(section: String, numbers: [String])] = []
  }

  /// The behaviors of text, tested by the corpus and tests.
  static let corpus = Rules(
    path: "Corpus/README.md", heading: "## Where behavior is held",
    numbers: [
      (
        "Improvements over the reference",
        (1...47).flatMap { $0 == 30 ? ["30", "30b"] : ["\($0)"] }
      )
    ])

  /// The checklist of rich messages; a sentence says why a line has no test.
  static let rich = Rules(
    path: "Corpus/README.md", heading: "## Where rich messages are held", allowsSentences: true,
    numbers: [
      ("Rich model", 1...25), ("Rich markup", 26...48), ("Rich layout", 49...85),
      ("Rich behavior", 86...93), ("Rich mathematics", 94...111), ("Rich streaming", 112...128),
    ].map { section, numbers in (section, numbers.map(String.init)) })

  /// The checklist of exports; a sentence says why a line has no test.
  static let exports = Rules(
    path: "Tests/Exports.md", allowsSentences: true,
    numbers: [("Exports", (1...29).map(String.init))])

  /// The checklist of quotes, and the behaviors of their server.
  static let quotes = Rules(
    path: "Tests/Quotes.md", numbers: [("Quotes", (30...40).map(String.init))])

  /// The behaviors of nodes and everything above them, with their tests.
  static let tests = Rules(
    path: "Tests/README.md", allowsSentences: true,
    numbers: [
      ("L", 52), ("D", 32), ("R", 34), ("C", 4), ("I", 14), ("Q", 12), ("X", 24), ("N", 25),
      ("G", 18), ("E", 36), ("V", 61),
    ].map { letter, count in
      ("\(letter): ", (1...count).map { "\(letter)\($0 < 10 ? "0" : "")\($0)" })
    })

  let rules: Rules
  let rows: [Row]

  /// Reads the tables.
  init(_ file: SourceFile, _ rules: Rules) {
    self.rules = rules
    var rows: [Row] = []
    var (isInLists, section) = (rules.heading == nil, "")
    let lines = file.lines
    for (index, line) in lines.enumerated() {
      if let heading = rules.heading, line.hasPrefix("## ") { isInLists = line == heading }
      if let mark = line.prefixMatch(of: /#{2,3}\s/) {
        section = String(line[mark.range.upperBound...])
      }
      let isHead = lines.indices.contains(index + 1) && lines[index + 1].hasPrefix("|---")
      guard isInLists, line.hasPrefix("| "), line.hasSuffix(" |"), !isHead else { continue }
      let cells = line.dropFirst(2).dropLast(2).split(
        separator: " | ", omittingEmptySubsequences: false)
      guard cells.count > 1, let first = cells.first, let last = cells.last else { continue }
      rows.append(
        Row(section: section, line: index + 1, behavior: String(first), holder: String(last)))
    }
    self.rows = rows
  }

  /// Finds rows without tests or with unknown tests, and missing, duplicate or misplaced numbers.
  func offenses(files: [SourceFile]) -> [Offense] {
    let known = Self.known(in: files)
    let cases = known.filter { $0.wholeMatch(of: /[a-z0-9-]+/) != nil }
    var offenses: [Offense] = []
    for row in rows {
      func report(_ reason: String) {
        offenses.append(Offense(path: rules.path, line: row.line, reason: reason))
      }
      if row.names.isEmpty, !(rules.allowsSentences && row.isExplained) {
        report("\(row.behavior) is held by nothing")
      }
      for name in row.names {
        let isKnown =
          name.hasSuffix("*")
          ? cases.contains { $0.hasPrefix(name.dropLast()) } : known.contains(name)
        if !isKnown { report("there is no test, suite or case \"\(name)\"") }
      }
    }
    return offenses + rules.numbers.flatMap { numberOffenses(section: $0.section, $0.numbers) }
  }

  /// Returns the errors in the numbers of a section.
  private func numberOffenses(section: String, _ numbers: [String]) -> [Offense] {
    let found = rows.filter { $0.section.hasPrefix(section) }.map(\.behavior)
    guard found != numbers else { return [] }
    let place = zip(found, numbers).prefix { $0.0 == $0.1 }.count
    let wrong = place < found.count ? found[place] : "nothing"
    let expected = place < numbers.count ? numbers[place] : "the end"
    return [Offense(path: rules.path, reason: "\(wrong) in place of \(expected) in \"\(section)\"")]
  }

  /// Returns the names of all tests, suites and cases.
  private static func known(in files: [SourceFile]) -> Set<String> {
    var names: Set<String> = []
    for file in files where file.path.hasPrefix("Tests/") && file.path.hasSuffix(".swift") {
      names.formUnion(file.text.matches(of: /func `([^`]+)`/).map { String($0.1) })
      names.formUnion(file.text.matches(of: /@Suite[^\n]* struct (\w+)/).map { String($0.1) })
    }
    let corpus = files.filter { $0.path.hasPrefix("Corpus/") && $0.path.hasSuffix(".txt") }
    names.formUnion(CorpusRules.sections(of: corpus).map(\.name))
    return names
  }
}
