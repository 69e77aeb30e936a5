import GalleyTypesetting
import TestSupport
import Testing

@Suite struct SearchTests {
  private func matches(
    _ query: String, in text: String,
    _ options: AttributedText.SearchOptions = AttributedText.SearchOptions(),
    language: String? = nil
  ) -> [String] {
    let text = AttributedText(text, language: language)
    let bytes = Array(text.string.utf8)
    return text.matches(of: query, options: options).map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
  }

  private let loose = AttributedText.SearchOptions(ignoresDiacritics: true)

  @Test(
    arguments: [
      ("the", "The other", ["The", "the"]), ("STRASSE", "in der Straße 5", ["Straße"]),
      ("straße", "STRASSE", ["STRASSE"]), ("ss", "Maß", ["ß"]), ("s", "Maß", []),
      ("ΣΊΣΥΦΟΣ", "Σίσυφος", ["Σίσυφος"]), ("aa", "aaaaa", ["aa", "aa"]), ("", "abc", []),
      ("ijs", "Ĳsland", []), ("é", "cafe\u{301}", ["e\u{301}"]), ("cafe\u{301}", "café", ["café"]),
      ("e", "é e\u{301}", []), ("ab", "a\u{AD}b", ["a\u{AD}b"]), ("❤", "I ❤️ it", ["❤️"]),
      ("👩", "👨‍👩‍👧 👩", ["👩"]), ("ﬁ", "office", ["fi"]), ("fi", "ﬁn", ["ﬁ"]), ("x", "", []),
      ("a\u{323}\u{301}", "a\u{301}\u{323}", ["a\u{301}\u{323}"]), ("한", "한국", ["한"]),
      ("aab", "aaab", ["aab"]), ("abab", "abaabab", ["abab"]),
      ("aabc", "aababc", []), ("z", "Zoo ZZ", ["Z", "Z", "Z"]), ("A", "a@`A", ["a", "A"]),
      ("[z", "{Z [Z", ["[Z"]), ("`", "@", []), ("{", "[", []),
    ] as [(String, String, [String])])
  func `a search ignores case and normalization`(query: String, text: String, found: [String]) {
    #expect(matches(query, in: text).map { Array($0.utf8) } == found.map { Array($0.utf8) })
  }

  @Test(
    arguments: [
      ("istanbul", "İstanbul", ["İstanbul"]), ("resume", "Résumé", ["Résumé"]),
      ("Résumé", "resume", ["resume"]), ("שלום", "שָׁלוֹם", ["שָׁלוֹם"]), ("سلام", "سَلَام", ["سَلَام"]),
      ("か", "が", []), ("क", "कु", []), ("a", "a\u{301}b", ["a\u{301}"]),
    ] as [(String, String, [String])])
  func `a search can ignore diacritics`(query: String, text: String, found: [String]) {
    #expect(matches(query, in: text, loose).map { Array($0.utf8) } == found.map { Array($0.utf8) })
  }

  @Test func `a search can be case-sensitive`() {
    let exact = AttributedText.SearchOptions(ignoresCase: false)
    #expect(matches("the", in: "The other", exact) == ["the"])
    #expect(matches("ß", in: "ss ß", exact) == ["ß"])
  }

  @Test func `a Turkish search distinguishes dotted and dotless i`() {
    #expect(matches("i", in: "I İ i ı", language: "tr") == ["İ", "i"])
    #expect(matches("ı", in: "I İ i ı", language: "tr-TR") == ["I", "ı"])
    #expect(matches("i", in: "I i", language: "en") == ["I", "i"])
    #expect(matches("i", in: "I i", language: "tru") == ["I", "i"])
  }

  @Test func `a search does not match hidden text`() {
    var text = AttributedText("abc abc")
    text.annotate(1..<3, as: .spoiler)
    #expect(text.matches(of: "abc") == [4..<7])
    #expect(text.matches(of: "a") == [0..<1, 4..<5])
    #expect(text.matches(of: "abc", revealed: RevealedSpoilers([0])) == [0..<3, 4..<7])
    #expect(text.words(like: "abc") == [4..<7])
  }

  @Test func `a search matches an attachment by its whole text`() {
    let text = AttributedText(
      "hi 😀! & me", replacing: [(3..<7, .customEmoji(id: "5", fontSize: 17, text: "😀😎"))])
    #expect(text.matches(of: "😀😎!") == [3..<7])
    #expect(text.matches(of: "😎") == [])
    #expect(text.matches(of: "&") == [8..<9])
    #expect(text.matches(of: "I 😀😎") == [1..<6])
  }

  @Test(arguments: 0..<250)
  func `each search match equals the query after folding`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let letters = [
      "a", "A", "ß", "ss", "İ", "i", "é", "e\u{301}", "E", "Σ", "ς", "ﬁ", "f", "😀", " ",
    ]
    func string(_ count: Int) -> String {
      (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    let text = string(40)
    let query = string(Int.random(in: 1...2, using: &random))
    let ranges = AttributedText(text).matches(of: query)
    let bytes = Array(text.utf8)
    let boundaries = text.characterBoundaries
    for range in ranges {
      let found = String(decoding: bytes[range], as: UTF8.self)
      #expect(AttributedText(found).matches(of: query) == [0..<range.count])
      #expect(AttributedText(query).matches(of: found) == [0..<query.utf8.count])
      #expect(boundaries.contains(range.lowerBound) && boundaries.contains(range.upperBound))
    }
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    // The text itself is always found.
    #expect(AttributedText(text).matches(of: text) == [0..<text.utf8.count])
    #expect(AttributedText(text + query).matches(of: query).isEmpty == false)
  }

  @Test func `a search takes time linear in the text`() {
    let text = AttributedText(String(repeating: "a", count: 60_000) + "b")
    #expect(text.matches(of: String(repeating: "a", count: 20_000) + "b").count == 1)
    #expect(
      AttributedText("a" + String(repeating: "\u{301}\u{323}", count: 20_000))
        .matches(of: "b").isEmpty)
  }

  @Test(
    arguments: [
      ("search", "Searching", ["Searching"]), ("search", "sea", []),
      ("don't", "don’t", ["don", "t"]), ("abc", "ab\u{200D}c", ["ab\u{200D}c"]),
      ("ab\u{2099}c", "ab\u{2099}c", ["ab\u{2099}c"]),
      ("#tag", "#tag tag", ["#tag", "tag"]), ("tag", "#tag", ["tag"]), ("@bob", "#bob", ["bob"]),
      ("one two", "two ones", ["two", "ones"]), ("...", "abc", []), ("naïve", "NAÏVE", ["NAÏVE"]),
      ("abcd", "abc", ["abc"]), ("abcde", "abc", []), ("привет", "Приветы!", ["Приветы"]),
      ("—", "a — b", []), ("hello", "jello", []), ("a", "b", []), ("a", "A", ["A"]),
      // Two of eight letters differ, or three.
      ("abcdefgh", "abcdefxy abcdexyz", ["abcdefxy"]),
      ("abcdefxy", "abcdefgh abcdeghi abcdef", ["abcdefgh", "abcdef"]),
    ] as [(String, String, [String])])
  func `words that share a long enough prefix with the query match`(
    query: String, text: String, found: [String]
  ) {
    let bytes = Array(text.utf8)
    let words = AttributedText(text).words(like: query).map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
    #expect(words == found)
  }
}
