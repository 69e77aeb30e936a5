internal import GalleyGeometry
internal import GalleyMessages

/// An error in a case, without its location.
package struct SettingProblem: Error {
  /// The value that was expected.
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Parsers of common values.
enum SettingValue {
  /// Returns a number in a range; `meaning` describes the expected value in the error.
  static func number(
    _ value: String, in range: ClosedRange<Double>, _ meaning: String
  ) throws(SettingProblem) -> Double {
    guard let number = Double(value), range.contains(number) else {
      throw SettingProblem("expected \(meaning)")
    }
    return number
  }

  /// Returns a number of points.
  static func points(
    _ value: String, _ meaning: String = "a distance in points"
  ) throws(SettingProblem) -> Double {
    try number(value, in: -100_000...100_000, meaning)
  }

  /// Returns numbers separated by spaces.
  static func numbers(_ value: String, _ meaning: String) throws(SettingProblem) -> [Double] {
    var numbers: [Double] = []
    for word in value.split(separator: " ") { numbers.append(try points(String(word), meaning)) }
    return numbers
  }

  /// Returns a width and a height, as in `60x20`.
  static func size(_ value: String) throws(SettingProblem) -> Size {
    let meaning = "a size such as 40x14"
    let sides = value.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2 else { throw SettingProblem("expected \(meaning)") }
    return Size(width: try points(sides[0], meaning), height: try points(sides[1], meaning))
  }

  /// Returns the choice with a name.
  static func choice<Choice>(
    _ name: String, of choices: KeyValuePairs<String, Choice>
  ) throws(SettingProblem) -> Choice {
    if let choice = choices.first(where: { $0.key == name }) { return choice.value }
    let names = choices.map(\.key).filter { !$0.isEmpty }
    throw SettingProblem(
      "expected \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")")
  }

  /// Returns a language tag.
  static func language(_ value: String) throws(SettingProblem) -> String {
    guard Message.isLanguageTag(value) else {
      throw SettingProblem("expected a language tag such as zh-Hant")
    }
    return value
  }
}
