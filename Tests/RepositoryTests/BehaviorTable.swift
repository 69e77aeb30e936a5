/// The lists of a README that say which test holds which behavior.
struct BehaviorTable {
  /// A row of one of the lists.
  struct Row {
    let section: String
    let line: Int
    /// The behavior: the first cell.
    let behavior: String
    /// The tests that hold it, as written in the last cell.
    let holder: String
    /// The names of the tests, suites and cases that hold it.
    var names: [String] { holder.matches(of: /`([^`]+)`/).map { String($0.1) } }

    /// Whether the row says in a sentence why there is nothing that could hold it.
    var isExplained: Bool {
      holder.contains(/[.;]/) && holder.split(separator: " ").count > 3
    }
  }

  /// The rows that the lists of a file must have.
  struct Rules {
    /// The file that the lists are in.
    let path: String
    /// The heading that the lists are under; `nil` if all of the file's are meant.
    var heading: String?
    /// Whether a sentence may stand in place of a test.
    var allowsSentences = false
    /// The numbers that are there once each, in order, by how their sections' names begin.
    var numbers: [(section: String, numbers: [String])] = []
  }

  /// The behaviors of text, held by the corpus and tests.
  static let corpus = Rules(
    path: "Corpus/README.md", heading: "## Where behavior is held",
    numbers: [
      (
        "Improvements over the reference",
        (1...47).flatMap { $0 == 30 ? ["30", "30b"] : ["\($0)"] }
      )
    ])

  /// The behaviors of nodes and everything above them, held by tests.
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

  /// Reads the lists.
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
        Row(
          section: section, line: index + 1, behavior: String(first), holder: String(last)))
    }
    self.rows = rows
  }

  /// Rows that name nothing, or what there is not; and numbers that are missing, doubled or
  /// elsewhere.
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

  /// Returns the faults in the numbers of a section.
  private func numberOffenses(section: String, _ numbers: [String]) -> [Offense] {
    let found = rows.filter { $0.section.hasPrefix(section) }.map(\.behavior)
    guard found != numbers else { return [] }
    let place = zip(found, numbers).prefix { $0.0 == $0.1 }.count
    let wrong = place < found.count ? found[place] : "nothing"
    let expected = place < numbers.count ? numbers[place] : "the end"
    return [
      Offense(path: rules.path, reason: "\(wrong) in place of \(expected) in \"\(section)\"")
    ]
  }

  /// The names of all tests, suites and cases.
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
