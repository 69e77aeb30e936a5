/// The differences between the expected and the current output of a case, in words.
enum DumpChanges {
  /// The maximum number of differences that are listed.
  private static let limit = 24

  /// Returns the differences between two dumps of layouts or of shaped text.
  ///
  /// - Parameters:
  ///   - expected: The approved dump.
  ///   - actual: The current dump.
  ///   - text: The current text, for the words at line breaks; `nil` if it is not known.
  ///   - change: The change from the text of the approved dump; `nil` if the texts are equal.
  /// - Returns: A line for each difference, the most important ones first.
  static func words(
    from expected: String, to actual: String, text: String?, change: TextChange? = nil
  ) -> [String] {
    let (old, new) = (rows(of: expected), rows(of: actual))
    var words: [String]
    if expected.hasPrefix("layout "), actual.hasPrefix("layout ") {
      let (before, after) = (
        LineRows(old, text: text, change: change), LineRows(new, text: text)
      )
      words = after.changes(from: before) + RowChanges.words(from: before.others, to: after.others)
    } else if isShape(expected), isShape(actual), let text {
      words = ShapeChanges(text: text).words(from: old, to: new)
    } else {
      words = RowChanges.words(from: old, to: new)
    }
    if words.count > limit {
      words[limit...] = ["and \(words.count - limit) more differences"]
    }
    return words
  }

  private static func rows(of dump: String) -> [Substring] { dump.split(separator: "\n") }

  static func isShape(_ dump: String) -> Bool {
    ["layout ", "message ", "refused "].allSatisfy { !dump.hasPrefix($0) }
  }

  /// Returns the change of a number, such as `width +1.2`, or `nil` if it is equal.
  static func change(_ name: String, from old: Double?, to new: Double?) -> String? {
    guard let old, let new, old != new else { return nil }
    return "\(name) \(new > old ? "+" : "−")\(short(abs(new - old)))"
  }

  /// Returns a number of at least zero with at most three decimals.
  static func short(_ number: Double) -> String {
    guard number < 1e12 else { return number.description }
    let thousandths = Int((number * 1000).rounded())
    guard thousandths % 1000 != 0 else { return "\(thousandths / 1000)" }
    var digits = String(thousandths % 1000 + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(thousandths / 1000).\(digits)"
  }
}
