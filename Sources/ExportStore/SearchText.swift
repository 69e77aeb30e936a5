/// The words of texts and of queries, for the search index.
enum SearchText {
  /// Returns a text as it is indexed: characters of scripts without blanks between words are words
  /// of their own.
  static func indexed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0xE0 }), text.unicodeScalars.contains(where: isWord)
    else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isWord(scalar) {
        result.append(contentsOf: [" ", scalar, " "])
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the expression that finds all words of a query, the last of them by its beginning;
  /// `nil` if the query has no words.
  static func expression(_ query: String) -> String? {
    let words = query.split(whereSeparator: \.isWhitespace).prefix(32).map(String.init)
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
    guard let last = words.last else { return nil }
    func quoted(_ word: String) -> String {
      "\"" + indexed(word).filter { $0 != "\"" && $0 != "\0" } + "\""
    }
    return (words.dropLast().map(quoted) + [quoted(last) + "*"]).joined(separator: " ")
  }

  /// Returns whether a character is a word: Chinese, Japanese, Thai, Lao, Khmer and Burmese.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
