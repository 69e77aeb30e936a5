/// The text between dollar signs, which may be no formula.
struct FormulaBody {
  /// Whether the text is an amount of money: only digits, points, commas and white space.
  let isMoney: Bool
  /// Whether the text has words and no sign of a formula.
  let isProse: Bool
  /// Whether the text begins as an amount of money, and has no sign of a formula.
  let beginsAsMoney: Bool

  /// Examines a text.
  init(_ text: ArraySlice<UInt8>) {
    var (words, letters, longest) = (0, 0, 0)
    var hasSign = false
    var isMoney = true
    for byte in text {
      let isLetter = (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
      letters = isLetter ? letters + 1 : 0
      if letters == 2 { words += 1 }
      longest = max(longest, letters)
      if "\\^_+=<>".utf8.contains(byte) { hasSign = true }
      if !"0123456789., \t\n".utf8.contains(byte) { isMoney = false }
    }
    self.isMoney = isMoney
    let amount = text.prefix { "0123456789.,".utf8.contains($0) }
    beginsAsMoney = !hasSign && amount.endIndex < text.endIndex && text[amount.endIndex] == 0x20
    isProse = !hasSign && (words >= 2 || longest >= 5)
  }
}
