/// The words of a setting such as `"part of the text" size=20 font="Noto Serif" underline`.
struct SettingWords {
  /// A word: a name, a quoted value, or both joined by `=`.
  struct Word: Hashable {
    var name: String
    var value: String

    /// The word as it was written, for a value that may contain `=`.
    var whole: String { value.isEmpty ? name : "\(name)=\(value)" }
  }

  /// The words, in order.
  let words: [Word]

  /// Splits `line` at spaces, or returns `nil` if a quote is not closed.
  init?(_ line: some StringProtocol) {
    var result: [Word] = []
    var rest = Substring(line).drop { $0 == " " }
    while let first = rest.first {
      var word = Word(name: "", value: "")
      if first != "\"" {
        word.name = String(rest.prefix { $0 != "=" && $0 != " " })
        rest = rest.dropFirst(word.name.count)
        if rest.first == "=" { rest = rest.dropFirst() }
      }
      if rest.first == "\"" {
        guard let text = Self.quoted(&rest) else { return nil }
        word.value = text
      } else {
        word.value = String(rest.prefix { $0 != " " })
        rest = rest.dropFirst(word.value.count)
      }
      result.append(word)
      rest = rest.drop { $0 == " " }
    }
    words = result
  }

  /// The part of the text that the setting applies to, and the remaining words; `nil` if it has
  /// none.
  var part: (text: String, settings: ArraySlice<Word>)? {
    guard let first = words.first, first.name.isEmpty, !first.value.isEmpty else { return nil }
    return (first.value, words.dropFirst())
  }

  private static func quoted(_ rest: inout Substring) -> String? {
    rest = rest.dropFirst()
    var isEscaped = false
    let quoted = rest.prefix { character in
      let ends = character == "\"" && !isEscaped
      isEscaped = character == "\\" && !isEscaped
      return !ends
    }
    rest = rest.dropFirst(quoted.count)
    guard rest.first == "\"" else { return nil }
    rest = rest.dropFirst()
    return TextLiteral.text(of: quoted)
  }
}
