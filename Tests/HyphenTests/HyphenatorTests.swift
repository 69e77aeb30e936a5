import GalleyHyphen
import Testing

@Suite struct HyphenatorTests {
  /// Returns the word with `-` at its hyphenation points.
  private func parted(_ word: String, _ language: String) throws -> String {
    let hyphenator = try #require(Hyphenators.shared.hyphenator(for: language))
    let scalars = Array(word.unicodeScalars)
    var points: [Int] = []
    hyphenator.appendPoints(in: scalars.map(\.value), to: &points)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if points.contains(index) { result.append("-") }
      result.append(scalar)
    }
    return String(result)
  }

  @Test(arguments: [
    ("hyphenation", "en", "hy-phen-ation"), ("algorithm", "en-US", "al-go-rithm"),
    ("silbentrennung", "de", "sil-ben-tren-nung"), ("größe", "de-AT", "grö-ße"),
    ("développement", "fr", "dé-ve-lop-pe-ment"), ("desarrollo", "es", "de-sa-rro-llo"),
    ("переносить", "ru", "пе-ре-но-сить"),
  ])
  func `words are hyphenated by the rules of their language`(
    word: String, language: String, expected: String
  ) throws {
    #expect(try parted(word, language) == expected)
  }

  @Test func `a word with a letter unknown to the patterns is not hyphenated`() throws {
    #expect(try parted("silben漢trennung", "de") == "silben漢trennung")
    #expect(try parted("программа", "de") == "программа")
    #expect(try parted("программа", "en") == "программа")
  }

  @Test(arguments: [
    "", "a", "ab", "abc", "\u{0}\u{0}\u{0}\u{0}\u{0}", "......", "aaaaaaaaaaaaaaaa",
  ])
  func `degenerate words are hyphenated without a crash`(word: String) throws {
    for language in ["en", "de", "ru"] { _ = try parted(word, language) }
  }

  @Test func `hyphenation points ascend within any word`() throws {
    for language in ["en", "de", "fr", "es", "ru"] {
      let hyphenator = try #require(Hyphenators.shared.hyphenator(for: language))
      var state: UInt64 = 1
      for _ in 0..<2_000 {
        var word: [UInt32] = []
        for _ in 0..<state % 70 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let kind = state >> 60
          word.append(
            kind < 10
              ? 0x61 + UInt32(state >> 33 & 0xF)
              : kind < 14 ? 0x430 + UInt32(state >> 33 & 0x1F) : UInt32(state >> 33 & 0xFFFF))
        }
        var points: [Int] = []
        hyphenator.appendPoints(in: word, to: &points)
        #expect(points == points.sorted() && Set(points).count == points.count)
        #expect(points.allSatisfy { $0 > 0 && $0 < word.count })
        state &+= 1
      }
    }
  }

  @Test func `words longer than the limit are not hyphenated`() throws {
    let hyphenator = try #require(Hyphenators.shared.hyphenator(for: "en"))
    var points: [Int] = []
    hyphenator.appendPoints(in: Array(repeating: 0x61, count: 10_000_000), to: &points)
    #expect(points.isEmpty)
  }

  @Test(arguments: [(63, true), (64, true), (65, false)])
  func `words of up to 64 letters are hyphenated`(count: Int, isHyphenated: Bool) throws {
    let word = String(String(repeating: "hyphenation", count: 6).prefix(count))
    #expect(try parted(word, "en").contains("-") == isHyphenated)
  }

  @Test func `regions and scripts without patterns use those of their language`() {
    let german = Hyphenators.shared.hyphenator(for: "de")
    #expect(german != nil)
    #expect(Hyphenators.shared.hyphenator(for: "de-CH") === german)
    #expect(Hyphenators.shared.hyphenator(for: "DE_latn_XX-x-private") === german)
    let spanish = Hyphenators.shared.hyphenator(for: "es")
    #expect(spanish === Hyphenators.shared.hyphenator(for: "es-ES"))
  }

  @Test(arguments: ["", "x", "tlh", "zz-ZZ", "../../etc/passwd", "de/../de", "\u{0}", "dé"])
  func `languages without patterns have no hyphenator`(language: String) {
    #expect(Hyphenators.shared.hyphenator(for: language) == nil)
    #expect(Hyphenators(directories: ["/nowhere"]).hyphenator(for: "de") == nil)
  }

  @Test func `a very long language tag has no hyphenator`() {
    #expect(Hyphenators.shared.hyphenator(for: String(repeating: "de-", count: 100_000)) == nil)
  }

  @Test func `an unreadable pattern file is rejected`() {
    #expect(Hyphenator(path: "/") == nil)
    #expect(Hyphenator(path: "/nowhere.dic") == nil)
  }

  @Test func `concurrent tasks get equal hyphenation points`() async throws {
    let hyphenators = Hyphenators(directories: ["/usr/share/hyphen"])
    let word = "silbentrennungsprogramm".unicodeScalars.map(\.value)
    var points: [Int] = []
    try #require(hyphenators.hyphenator(for: "de")).appendPoints(in: word, to: &points)
    let expected = points
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { _ in
            var points: [Int] = []
            hyphenators.hyphenator(for: "de")?.appendPoints(in: word, to: &points)
            return points == expected
          }
        }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }
}
