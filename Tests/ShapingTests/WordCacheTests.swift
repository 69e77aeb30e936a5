import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct WordCacheTests {
  private let reach = InkReach(above: 700, below: 200, left: 0, right: 30)

  private func key(_ text: String, context: UInt64 = 0) -> WordCache.Key {
    WordCache.Key(text.utf8.span, 0..<text.utf8.count, context: context)
  }

  private func glyphs(_ ids: UInt32..., at offset: Int32 = 0) -> [Glyph] {
    ids.enumerated().map { Glyph(id: $1, cluster: offset + Int32($0), advance: Int32($1) * 10) }
  }

  @Test func `a cached word is appended at the requested offset`() {
    var cache = WordCache()
    var output = glyphs(9)
    #expect(cache.append(key("ab"), at: 0, to: &output) == nil)
    cache.insert(key("ab"), glyphs(1, 2, at: 70)[...], reach: reach, at: 70)
    #expect(cache.append(key("ab"), at: 500, to: &output) == reach)
    #expect(output == glyphs(9) + glyphs(1, 2, at: 500))
  }

  @Test func `words differing in any byte, length or context have different keys`() {
    let word = "abcdefghijklmnopqrstuvwxyzABCDEF"
    var cache = WordCache()
    cache.insert(key(word), glyphs(1)[...], reach: reach, at: 0)
    for index in 0..<32 {
      var bytes = Array(word.utf8)
      bytes[index] ^= 1
      let other = WordCache.Key(bytes.span, 0..<32, context: 0)
      #expect(other != key(word))
      var output: [Glyph] = []
      #expect(cache.append(other, at: 0, to: &output) == nil)
    }
    #expect(key("a") != key("a\0"))
    #expect(key("12345678") != key("12345678\0"))
    #expect(key("1234567812345678") != key("1234567812345678\0\0"))
    #expect(key("") != key("\0"))
    #expect(key("ab", context: 64) != key("ab", context: 128))
    #expect(key("ab", context: 1 << 32) != key("ab", context: 2 << 32))
    #expect(WordCache.Key("xxab".utf8.span, 2..<4, context: 0) == key("ab"))
  }

  /// Returns the cache set of a key for the maximum number of sets; with fewer sets, keys of one
  /// set still share one.
  private func set(of key: WordCache.Key) -> Int { key.hash & 2_047 }

  @Test func `a full set evicts its least recently used word`() throws {
    let all = (0..<60_000).map { "w\($0)" }
    let set = set(of: key(all[0]))
    let sharing = all.filter { self.set(of: key($0)) == set }.prefix(4)
    try #require(sharing.count == 4)
    let keys = sharing.map { key($0) }
    var cache = WordCache()
    var output: [Glyph] = []
    cache.insert(keys[0], glyphs(1)[...], reach: reach, at: 0)
    cache.insert(keys[1], glyphs(2)[...], reach: reach, at: 0)
    #expect(cache.append(keys[0], at: 0, to: &output) != nil)
    #expect(cache.append(keys[1], at: 0, to: &output) != nil)
    #expect(cache.append(keys[0], at: 0, to: &output) != nil)
    #expect(cache.append(keys[2], at: 0, to: &output) == nil)
    cache.insert(keys[2], glyphs(3)[...], reach: reach, at: 0)
    #expect(cache.append(keys[0], at: 0, to: &output) != nil)
    #expect(cache.append(keys[1], at: 0, to: &output) == nil)
    #expect(cache.append(keys[2], at: 0, to: &output) != nil)
    #expect(output.map(\.id) == [1, 2, 1, 1, 3])
  }

  @Test func `words are distributed over the cache sets`() {
    var counts: [Int: Int] = [:]
    for number in 0..<4_096 { counts[set(of: key("word\(number)")), default: 0] += 1 }
    #expect(counts.keys.allSatisfy { (0..<2_048).contains($0) })
    #expect(counts.count > 1_500)
    #expect(Set((1...512).map { set(of: key("the", context: $0 << 32)) }).count > 300)
    #expect(Set((1...512).map { set(of: key("abcdefghijklmnopqrstuvwx\($0)")) }).count > 300)
  }

  @Test func `a full cache is emptied and stays usable`() {
    var cache = WordCache()
    let long = (0..<32).map { Glyph(id: $0, cluster: Int32($0), advance: 1) }
    for number in 0..<2_048 { cache.insert(key("w\(number)"), long[...], reach: reach, at: 0) }
    var output: [Glyph] = []
    #expect(cache.append(key("w2047"), at: 0, to: &output) != nil)
    cache.insert(key("one more"), glyphs(5)[...], reach: reach, at: 0)
    output = []
    #expect(cache.append(key("w2047"), at: 0, to: &output) == nil)
    #expect(cache.append(key("one more"), at: 3, to: &output) != nil)
    #expect(output == glyphs(5, at: 3))
  }

  @Test func `a word without glyphs is cached`() {
    var cache = WordCache()
    cache.insert(key("x"), [], reach: reach, at: 0)
    var output: [Glyph] = []
    #expect(cache.append(key("x"), at: 0, to: &output) != nil)
    #expect(output == [])
  }

  @Test func `shaping word by word matches whole runs in every family`() throws {
    let fonts = try NotoFonts.collection()
    let workshop = Workshop(fonts)
    var (alone, compared) = (0, 0)
    for (script, sentences) in sentences {
      for family in try NotoFonts.families() {
        for sentence in sentences {
          let text = workshop.shape(sentence, family)
          for run in text.runs where run.script == script {
            let font = text.font(of: run)
            guard font.shapesWordsAlone(script: script, language: .undetermined) else { continue }
            alone += 1
            let bytes = Array(sentence.utf8)[Int(run.start)..<Int(run.end)]
            guard bytes.count == sentence.utf8.count else { continue }
            compared += 1
            let whole = wholeRun(sentence, like: run, of: text)
            // Twice: shaped directly, and from the cache.
            for text in [text, workshop.shape(sentence, family)] {
              // Spaces of a fallback font have the advance of the primary font.
              let pair = [text.glyphs(of: run), whole].map { glyphs in
                glyphs.withoutFlags.filter {
                  bytes[Int($0.cluster)] != 0x20 || !run.borrowsSpaces
                }
              }
              let same = pair[0] == pair[1]
              #expect(same, "\(family) \(script) \(sentence)")
            }
          }
        }
      }
    }
    #expect(compared > 60, "\(alone) runs are shaped by words, \(compared) compared")
  }

  @Test func `growing text reuses its cached words`() throws {
    let workshop = Workshop(try NotoFonts.collection())
    func time(_ count: Int, _ salt: String) -> Double {
      let text = (0..<count).map { "word\(salt)\($0)" }.joined(separator: " ")
      return processorTime {
        #expect(workshop.shape(text, "Noto Sans").glyphs.count == text.utf8.count)
      }
    }
    _ = time(300, "x")
    guard !isSanitized else { return }
    // Adding a word costs less than shaping all words again, in any number of measurements.
    let parts = (0..<6).map { round in
      let cold = time(300, "y\(round)")
      return time(301, "y\(round)") / cold
    }
    #expect(parts.min() ?? 1 < 0.7, "\(parts)")
  }

  @Test(arguments: ["Galley Kern", "Galley Kern Table"])
  func `a font that kerns across spaces is not shaped word by word`(family: String) throws {
    let workshop = Workshop(try TestFonts.collection())
    let text = workshop.shape("A A V A", family)
    let run = try #require(text.runs.first)
    #expect(!text.font(of: run).shapesWordsAlone(script: run.script, language: .undetermined))
    let letters = try Workshop(TestFonts.collection()).shape("A A V A", "Galley Kern Letters")
    let lettersRun = try #require(letters.runs.first)
    #expect(letters.font(of: lettersRun).shapesWordsAlone(script: .latin, language: .undetermined))
    #expect(text.glyphs.map(\.advance) != letters.glyphs.map(\.advance))
  }

  @Test func `words with different features, languages or directions are cached separately`() throws
  {
    let workshop = Workshop(try TestFonts.collection())
    let plain = workshop.shape("fi fi", "Galley Ligature")
    #expect(plain.glyphs.count == 3)
    let turkish = workshop.shape("fi fi", "Galley Ligature", language: "tr")
    #expect(turkish.glyphs.count == 5)
    #expect(workshop.shape("fi fi", "Galley Ligature").glyphs == plain.glyphs)
    let off = workshop.shape("fi fi", "Galley Ligature", features: [FontFeature("liga", value: 0)])
    #expect(off.glyphs.count == 5)
    let backward = workshop.shape("\u{202E}fi fi", "Galley Ligature")
    #expect(backward.faults == [])
  }

  @Test func `letters join across style boundaries but not across spaces`() throws {
    let workshop = Workshop(try TestFonts.collection())
    // Beh: 610 isolated, 410 initial, 310 medial, 510 final.
    let whole = workshop.shape("بببب بب", "Galley Joining")
    #expect(whole.glyphs.map(\.advance) == [410, 310, 310, 510, 250, 410, 510])
    let styled = workshop.shape(
      "بببب بب", "Galley Joining", spans: [(4, "Galley Joining"), (13, "Galley Joining")])
    #expect(styled.runs.count == 2)
    #expect(styled.glyphs.map(\.advance) == [410, 310, 310, 510, 250, 410, 510])
    // The same words again, now cached alone.
    let alone = workshop.shape("بب", "Galley Joining")
    #expect(alone.glyphs.map(\.advance) == [410, 510])
    let again = workshop.shape(
      "بببب بب", "Galley Joining", spans: [(4, "Galley Joining"), (13, "Galley Joining")])
    #expect(again.glyphs == styled.glyphs)
  }

  private let sentences: [(FontTag, [String])] = [
    (
      .latin,
      [
        "AV To f! WAVE office fjord affine, \"T'was\" P. A. V. Yo (y.) -> 1/2 fi ffl",
        "Žluťoučký kůň e\u{301}t x\u{308}\u{323} Ǆ ĳ ŀl ŉ", "Trời đẹp quá nhé Ỡ ự",
      ]
    ),
    ("Cyrl", ["Съешь ещё этих мягких булок, АУ Т. Г, ѐ й и\u{306}"]),
    ("Grek", ["Ξεσκεπάζω την ψυχοφθόρα σας, ΑΥ Τ. Γ, ᾷ ΐ"]),
    ("Arab", ["سلام على من لا إله إلا الله، كتابٌ يُقرأ؟", "ٹھیک ہے یہ اردو کا جملہ ہے"]),
    ("Hebr", ["שלום עליכם בְּיוֹם טוֹב, הגן! לי"]),
    ("Deva", ["क्षत्रिय का राज्य श्री र्क कि हिन्दी में।"]),
  ]
}
