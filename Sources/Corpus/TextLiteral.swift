/// Text literals of corpus files, with escapes for invisible characters.
enum TextLiteral {
  /// The maximum number of characters of a repetition.
  private static let repetitionLimit = 1_000_000

  /// Returns the text of a literal, or `nil` if it is malformed.
  ///
  /// `\n`, `\t`, `\r`, `\\` and `\"` are as in Swift; `\u{1F468 200D}` is a sequence of code points
  /// in hexadecimal, and `\(0301 x40)` a repeated one.
  static func text(of literal: some StringProtocol) -> String? {
    var result = String.UnicodeScalarView()
    var rest = Substring(literal).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let scalars = escape(&rest) else { return nil }
      result.append(contentsOf: scalars)
    }
    return String(result)
  }

  private static func escape(_ rest: inout Substring.UnicodeScalarView) -> [Unicode.Scalar]? {
    switch rest.popFirst() {
    case "n": return ["\n"]
    case "r": return ["\r"]
    case "t": return ["\t"]
    case "\\": return ["\\"]
    case "\"": return ["\""]
    case "u":
      guard rest.popFirst() == "{" else { return nil }
      return words(until: "}", &rest).flatMap(scalars)
    case "(":
      guard var words = words(until: ")", &rest), let last = words.popLast(), last.hasPrefix("x"),
        let count = Int(last.dropFirst()), let scalars = scalars(words),
        (1...repetitionLimit / scalars.count).contains(count)
      else { return nil }
      return (0..<count).flatMap { _ in scalars }
    default: return nil
    }
  }

  private static func words(
    until end: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
  ) -> [String]? {
    guard let index = rest.firstIndex(of: end) else { return nil }
    let words = String(rest[..<index]).split(separator: " ").map(String.init)
    rest = rest[rest.index(after: index)...]
    return words
  }

  private static func scalars(_ words: [String]) -> [Unicode.Scalar]? {
    let scalars = words.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
    return scalars.isEmpty || scalars.count < words.count ? nil : scalars
  }
}
