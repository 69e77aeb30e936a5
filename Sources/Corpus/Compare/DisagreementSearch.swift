/// A search for short texts on which two engines disagree.
package struct DisagreementSearch {
  /// The maximum number of steps in which texts are made shorter.
  private static let stepLimit = 100

  /// Returns whether the engines disagree on each of some texts.
  private let disagree: ([ComparedText]) -> [Bool]

  /// Creates a search with a function that compares the engines.
  package init(_ disagree: @escaping ([ComparedText]) -> [Bool]) { self.disagree = disagree }

  /// Returns those texts on which the engines disagree, made as short as possible, and only one of
  /// those with characters of the same kinds.
  ///
  /// All texts of a step are compared at once, because engines take long to start.
  package func shortest(of texts: [ComparedText]) -> [ComparedText] {
    let first = zip(texts, disagree(texts)).filter(\.1).map(\.0)
    var shrinkers = first.map { TextShrinker($0.string) }
    for _ in 0..<Self.stepLimit {
      let candidates = shrinkers.map(\.candidates)
      var all: [ComparedText] = []
      for (text, candidates) in zip(first, candidates) {
        for candidate in candidates {
          var text = text
          text.name = "candidate-\(all.count)"
          text.string = candidate
          all.append(text)
        }
      }
      guard !all.isEmpty else { break }
      var results = disagree(all)[...]
      for index in shrinkers.indices {
        shrinkers[index].update(Array(results.prefix(candidates[index].count)))
        results = results.dropFirst(candidates[index].count)
      }
    }
    var patterns: Set<[UInt32]> = []
    return zip(first, shrinkers).compactMap { text, shrinker in
      guard patterns.insert(Self.pattern(of: shrinker.text)).inserted else { return nil }
      var text = text
      text.string = shrinker.text
      return text
    }
  }

  /// Returns the kinds of the characters of a text, where equal ones in a row count once.
  ///
  /// Letters are of the same kind if they are in the same block of 128 code points.
  private static func pattern(of text: String) -> [UInt32] {
    var result: [UInt32] = []
    for scalar in text.unicodeScalars {
      let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      let kind = isLetter ? scalar.value >> 7 | 1 << 31 : scalar.value
      if result.last != kind { result.append(kind) }
    }
    return result
  }
}
