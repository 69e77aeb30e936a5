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

  /// Returns a literal of a text, with escapes for invisible characters and for white space at the
  /// ends.
  static func literal(of text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isEnd = index == 0 || index == scalars.count - 1
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\\": result += "\\\\"
      case " " where !isEnd: result += " "
      case _ where mustBeEscaped(scalar) || isEnd && scalar.properties.isGraphemeExtend:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned,
      .privateUse, .surrogate:
      true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
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
