/// A translator of chemical formulas, as the package `mhchem` writes them, to mathematics.
///
/// It reads the common part of that language: atoms with their numbers and charges, isotopes,
/// coefficients, states, bonds, arrows with labels, and precipitates and gases.
struct ChemicalFormula {
  private let characters: [Character]
  private var index = 0
  /// The source in mathematics.
  private(set) var math = ""
  /// Whether a digit would be a subscript, because it follows an atom or a bracket.
  private var isAfterAtom = false

  /// The arrows, longest first, with the commands of their labels.
  private static let arrows: [(String, String)] = [
    ("<=>>", "xrightleftharpoons"), ("<<=>", "xrightleftharpoons"),
    ("<=>", "xrightleftharpoons"), ("<-->", "xleftrightarrow"), ("<->", "xleftrightarrow"),
    ("-->", "xrightarrow"), ("->", "xrightarrow"), ("<-", "xleftarrow"),
  ]

  /// Translates a formula.
  init(_ source: String) {
    characters = Array(source)
    while index < characters.count { translateNext() }
  }

  private func character(_ offset: Int) -> Character? {
    let place = index + offset
    return characters.indices.contains(place) ? characters[place] : nil
  }

  private mutating func translateNext() {
    let next = characters[index]
    if let (arrow, command) = Self.arrows.first(where: { begins(with: $0.0) }) {
      index += arrow.count
      return appendArrow(command)
    }
    switch next {
    case " ":
      index += 1
      isAfterAtom = false
      appendMark()
    case "0"..."9": appendNumber()
    case "^", "_": appendScript(next)
    case "+", "-": appendSign(next)
    case "=": append("{=}")
    case "#": append("{\\equiv}")
    case "*", ".", "·": append("\\cdot ", isAtom: false)
    case "$": appendMathematics()
    case "\\": appendCommand()
    case "(", "[", "{": append(String(next), isAtom: false)
    default: append(String(next), isAtom: true)
    }
  }

  private func begins(with text: String) -> Bool {
    characters[index...].starts(with: text)
  }

  private mutating func append(_ text: String, isAtom: Bool = true) {
    math += text
    isAfterAtom = isAtom
    index += 1
  }

  /// Translates a sign, an arrow for a gas or a precipitate, that has spaces on both sides.
  private mutating func appendMark() {
    guard character(1) == nil || character(1) == " " else { return }
    switch character(0) {
    case "+": math += "+"
    case "-": math += "-"
    case "^": math += "\\uparrow "
    case "v": math += "\\downarrow "
    default: return
    }
    index += 1
  }

  /// Translates a number: a subscript, or a coefficient with a space after it.
  private mutating func appendNumber() {
    let digits = characters[index...].prefix { $0.isNumber || $0 == "." || $0 == "/" }
    let number = String(digits)
    index += digits.count
    if isAfterAtom {
      math += "_{\(number)}"
    } else {
      math += number
      if let next = character(0), next.isLetter || next == "(" || next == "[" { math += "\\," }
    }
  }

  /// Translates a script: a group, or digits and signs.
  private mutating func appendScript(_ mark: Character) {
    // A script before an atom belongs to that atom, as in isotopes.
    if !isAfterAtom, !math.hasSuffix("}") { math += "{}" }
    index += 1
    math += String(mark)
    if character(0) == "{" {
      let group = characters[index...].prefix { $0 != "}" }
      math += String(group) + "}"
      index = min(index + group.count + 1, characters.count)
    } else {
      let script = characters[index...].prefix { $0.isNumber || "+-.*".contains($0) }
      math += "{\(String(script))}"
      index += script.count
      if script.isEmpty, let next = character(0) {
        math.removeLast()
        append("\(next)}")
      }
    }
  }

  /// Translates a sign: a charge at the end of an atom, or a bond.
  private mutating func appendSign(_ sign: Character) {
    let next = character(1)
    let isCharge = isAfterAtom && (next == nil || next == " " || next == ")" || next == "]")
    append(isCharge ? "^{\(sign)}" : "{\(sign)}")
  }

  private mutating func appendMathematics() {
    let formula = characters[(index + 1)...].prefix { $0 != "$" }
    math += "{\\mathnormal{\(String(formula))}}"
    index = min(index + formula.count + 2, characters.count)
    isAfterAtom = true
  }

  private mutating func appendCommand() {
    let name = characters[(index + 1)...].prefix { $0.isLetter }
    math += "\\" + String(name) + (name.isEmpty ? "" : " ")
    index += name.count + 1
    if name.isEmpty, let next = character(0) { append(String(next)) }
    isAfterAtom = true
  }

  /// Translates the labels of an arrow, in brackets.
  private mutating func appendArrow(_ command: String) {
    var labels: [String] = []
    while character(0) == "[", labels.count < 2 {
      let label = characters[(index + 1)...].prefix { $0 != "]" }
      labels.append(ChemicalLabel.math(of: String(label)))
      index = min(index + label.count + 2, characters.count)
    }
    let over = labels.first ?? ""
    let under = labels.count > 1 ? "[\(labels[1])]" : ""
    math += "\\\(command)\(under){\(over)\(labels.isEmpty ? "\\quad " : "")}"
    isAfterAtom = false
  }
}

/// The label of an arrow: a chemical formula without arrows of its own.
private enum ChemicalLabel {
  static func math(of source: String) -> String {
    source.contains("-") || source.contains("<") || source.contains("[")
      ? "\\text{\(source)}" : ChemicalFormula(source).math
  }
}

extension FormulaParser {
  /// Parses `\ce` and `\pu`.
  mutating func appendChemistry(
    _ structure: Structure, _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    var end = token.end
    let source = chemicalSource(try argumentTokens(of: token, end: &end))
    let math =
      structure == .ce
      ? ChemicalFormula(source).math
      : source.split(separator: " ").joined(separator: "\\,").replacing("*", with: "\\cdot ")
    var tokenizer = FormulaTokenizer("{\(math)}")
    tokenizer.split(&names)
    guard input.push(Array(tokenizer.tokens.dropLast()), at: token, end: end) else {
      throw failure(.tooManyExpansions, at: token)
    }
    let outer = alphabet
    alphabet = .upright
    defer { alphabet = outer }
    let (list, _) = try group()
    nodes.append(node(.group(list), from: token))
  }

  /// Returns the source of tokens, with a space after commands.
  private func chemicalSource(_ tokens: [FormulaToken]) -> String {
    tokens.map { $0.kind == .command ? text(of: $0) + " " : text(of: $0) }.joined()
  }
}
