/// Lines of Unicode's test files at which ICU 72 differs, by the rule that makes it so.
enum Departures {
  static let words: [Int] = []
  static let lines: [Int] = []
  static let bidiClasses: [Int] = []
  static let bidiCharacters: [Int] = []
}
