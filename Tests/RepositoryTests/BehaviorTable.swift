/// The lists of `Corpus/README.md` that say which test holds which behavior.
struct BehaviorTable {
  /// A row of one of the lists.
  struct Row {
    let section: String
    let line: Int
    /// What is held.
    let behavior: String
    /// The names of the tests, suites and cases that hold it.
    let names: [String]
  }

  /// The file that the lists are in.
  static let path = "Corpus/README.md"
  /// The list of what is better than in the reference, and its numbers.
  static let betterSection = "Part 8: what is better"
  static let betterNumbers = (1...47).flatMap { $0 == 30 ? ["30", "30b"] : ["\($0)"] }

  let rows: [Row]

  /// Reads the lists.
  init(_ file: SourceFile) {
    var rows: [Row] = []
    var (isInLists, section) = (false, "")
    for (index, line) in file.lines.enumerated() {
      if line.hasPrefix("## ") { isInLists = line == "## Where behaviour is held" }
      if line.hasPrefix("### ") { section = String(line.dropFirst(4)) }
      let cells = line.split(separator: " | ", maxSplits: .max, omittingEmptySubsequences: false)
      guard isInLists, line.hasPrefix("| "), cells.count > 1, let last = cells.last else {
        continue
      }
      let names = last.matches(of: /`([^`]+)`/).map { String($0.1) }
      let behavior = cells[0].dropFirst(2)
      if last.hasPrefix("test or case") { continue }
      rows.append(
        Row(section: section, line: index + 1, behavior: String(behavior), names: names))
    }
    self.rows = rows
  }

  /// Rows that name nothing, or what there is not; and numbers of the first list that are not there.
  func offenses(files: [SourceFile]) -> [Offense] {
    let known = Self.known(in: files)
    let cases = known.filter { $0.wholeMatch(of: /[a-z0-9-]+/) != nil }
    var offenses: [Offense] = []
    for row in rows {
      func report(_ reason: String) {
        offenses.append(Offense(path: Self.path, line: row.line, reason: reason))
      }
      if row.names.isEmpty { report("\(row.behavior) is held by nothing") }
      for name in row.names {
        let isKnown =
          name.hasSuffix("*")
          ? cases.contains { $0.hasPrefix(name.dropLast()) } : known.contains(name)
        if !isKnown { report("there is no test, suite or case \"\(name)\"") }
      }
    }
    let numbers = rows.filter { $0.section == Self.betterSection }.map(\.behavior)
    if numbers != Self.betterNumbers {
      offenses.append(
        Offense(path: Self.path, reason: "the numbers of \(Self.betterSection) are not 1 to 47"))
    }
    return offenses
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
