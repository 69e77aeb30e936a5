internal import GalleyBasics

/// The places of closing delimiters in a text, found in one pass.
struct MarkdownLookup {
  /// The single backticks.
  private var backticks: [Int] = []
  /// The starts of longer runs of backticks, by length.
  private var runs: [Int: [Int]] = [:]
  /// The single dollars, and whether each closes a formula.
  private var dollars: [Int] = []
  private var closing: [Bool] = []
  private var pairs: [Int] = []
  /// The backslashes before `)` and before `]`.
  private var parentheses: [Int] = []
  private var brackets: [Int] = []
  /// The ends of comments.
  private var comments: [Int] = []

  init(_ bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "`"):
        let length = bytes[index...].prefix { $0 == UInt8(ascii: "`") }.count
        if length == 1 {
          backticks.append(index)
        } else {
          runs[length, default: []].append(index)
        }
        index += length
        continue
      case UInt8(ascii: "$"):
        let length = bytes[index...].prefix { $0 == UInt8(ascii: "$") }.count
        if length == 1, !isEscaped(index, bytes) {
          dollars.append(index)
          closing.append(MarkdownFormula.closes(at: index, in: bytes))
        }
        if length == 2, !isEscaped(index, bytes) { pairs.append(index) }
        index += length
        continue
      case UInt8(ascii: "\\") where index + 1 < bytes.count && !isEscaped(index, bytes):
        if bytes[index + 1] == UInt8(ascii: ")") { parentheses.append(index) }
        if bytes[index + 1] == UInt8(ascii: "]") { brackets.append(index) }
      case UInt8(ascii: "-"):
        if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "-"),
          bytes[index + 2] == UInt8(ascii: ">")
        {
          comments.append(index + 3)
        }
      default: break
      }
      index += 1
    }
  }

  /// Returns whether an odd number of backslashes precedes an index, of which at most 64 count.
  private func isEscaped(_ index: Int, _ bytes: [UInt8]) -> Bool {
    var count = 0
    while count < 64, index > count, bytes[index - count - 1] == UInt8(ascii: "\\") { count += 1 }
    return !count.isMultiple(of: 2)
  }

  private func first(_ places: [Int], _ start: Int) -> Int? {
    let index = places.partitioningIndex { $0 >= start }
    return index < places.count ? places[index] : nil
  }

  /// Returns the next run of a number of backticks.
  func backticks(_ count: Int, behind start: Int) -> Int? {
    count == 1 ? first(backticks, start) : runs[count].flatMap { first($0, start) }
  }

  /// Returns the next dollar, if it closes a formula of at least one byte.
  func dollar(behind start: Int) -> Int? {
    let index = dollars.partitioningIndex { $0 >= start }
    guard index < dollars.count, dollars[index] > start, closing[index] else { return nil }
    return dollars[index]
  }

  /// Returns the next two dollars.
  func doubleDollars(behind start: Int) -> Int? { first(pairs, start) }

  /// Returns the next backslash before a closing parenthesis or bracket.
  func backslash(_ close: UInt8, behind start: Int) -> Int? {
    first(close == UInt8(ascii: ")") ? parentheses : brackets, start)
  }

  /// Returns the end of the next comment.
  func commentEnd(behind start: Int) -> Int? { first(comments, start + 2) }
}
