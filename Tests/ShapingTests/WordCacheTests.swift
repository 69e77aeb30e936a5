import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct WordCacheTests {
  private let reach = InkReach(above: 700, below: 200, left: 0, right: 30)

  private func key(_ text: String, context: UInt64 = 64) -> WordKey {
    WordKey(text.utf8.span, 0..<text.utf8.count, context: context)
  }

  private func glyphs(_ ids: UInt32..., at offset: Int32 = 0) -> [Glyph] {
    ids.enumerated().map { Glyph(id: $1, cluster: offset + Int32($0), advance: Int32($1) * 10) }
  }

  /// A cache of words in one context, and the glyphs of the words that were found.
  private struct Words {
    var cache = WordCache()
    var output: [Glyph] = []

    mutating func insert(
      _ text: String, _ glyphs: [Glyph], reach: InkReach = InkReach(), at offset: Int = 0
    ) {
      let bytes = Array(repeating: 0x20, count: offset) + Array(text.utf8)
      let range = offset..<bytes.count
      let key = WordKey(bytes.span, range, context: 64)
      _ = cache.insert(key, bytes.span, range, glyphs: glyphs.span, reach: reach)
    }

    /// Returns the reach of a word, and appends its glyphs at an offset to the output.
    mutating func find(_ text: String, at offset: Int32 = 0) -> InkReach? {
      let bytes = Array(text.utf8)
      let key = WordKey(bytes.span, 0..<bytes.count, context: 64)
      guard let word = cache.word(key, bytes.span, 0..<bytes.count) else { return nil }
      let run = EncodedRun(
        format: word.format, start: offset, firstWord: Int(word.first),
        glyphCount: Int(word.glyphCount))
      output += run.glyphs(in: cache.pool.span)
      return word.reach
    }
  }

  @Test func `a cached word is found at the requested offset`() {
    var words = Words()
    #expect(words.find("ab") == nil)
    words.insert("ab", glyphs(1, 2, at: 70), reach: reach, at: 70)
    #expect(words.find("ab", at: 500) == reach)
    #expect(words.output == glyphs(1, 2, at: 500))
  }

  @Test func `words differing in any byte, length or context have different keys`() {
    let word = "abcdefghijklmnopqrstuvwxyzABCDEF"
    for index in 0..<32 {
      var bytes = Array(word.utf8)
      bytes[index] ^= 1
      #expect(WordKey(bytes.span, 0..<32, context: 64) != key(word))
    }
    #expect(key("a") != key("a\0"))
    #expect(key("12345678") != key("12345678\0"))
    #expect(key("1234567812345678") != key("1234567812345678\0\0"))
    #expect(key("ab", context: 64) != key("ab", context: 128))
    #expect(key("ab", context: 1 << 32) != key("ab", context: 2 << 32))
    #expect(WordKey("xxab".utf8.span, 2..<4, context: 64) == key("ab"))
    #expect(WordKey("xxabyyyyyyyyyyyy".utf8.span, 2..<4, context: 64) == key("ab"))
  }

  @Test(arguments: [1, 8, 9, 16, 17, 24, 25, 32])
  func `the last byte of a short word is part of its key`(length: Int) {
    let letters = String(repeating: "a", count: length - 1)
    #expect(key(letters + "b") != key(letters + "c"))
  }

  @Test(arguments: [33, 40, 41, 511, 512])
  func `long words are compared in full`(length: Int) {
    let bytes = (0..<length).map { UInt8(0x61 + $0 % 26) }
    let key = WordKey(bytes.span, 0..<length, context: 64)
    var cache = WordCache()
    let glyphs = (0..<length).map { Glyph(id: UInt32($0), cluster: Int32($0), advance: 5) }
    _ = cache.insert(key, bytes.span, 0..<length, glyphs: glyphs.span, reach: reach)
    let found = cache.word(key, bytes.span, 0..<length)
    #expect(found.map { Int($0.glyphCount) } == length)
    #expect(found?.reach == reach)
    for index in 0..<length {
      var other = bytes
      other[index] ^= 1
      // With the same key, as if the digests were equal.
      #expect(cache.word(key, other.span, 0..<length) == nil)
      #expect(WordKey(other.span, 0..<length, context: 64) != key)
    }
  }

  /// Returns the place of a key for the maximum number of entries; with fewer entries, keys of one
  /// place still share one.
  private func place(of key: WordKey) -> Int { key.hash & 16_383 }

  @Test func `words that share a place are found, and a ninth one replaces the first`() throws {
    let all = (0..<400_000).map { "w\($0)" }
    let place = place(of: key(all[0]))
    let sharing = Array(all.filter { self.place(of: key($0)) == place }.prefix(9))
    try #require(sharing.count == 9)
    var words = Words()
    for (index, word) in sharing.prefix(8).enumerated() {
      #expect(words.find(word) == nil)
      words.insert(word, glyphs(UInt32(index)))
    }
    for word in sharing.prefix(8) { #expect(words.find(word) != nil) }
    #expect(words.find(sharing[8]) == nil)
    words.insert(sharing[8], glyphs(8))
    #expect(sharing.map { words.find($0) != nil } == [false] + Array(repeating: true, count: 8))
    #expect(words.output.map(\.id) == [0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func `words are distributed over the cache`() {
    var counts: [Int: Int] = [:]
    for number in 0..<16_384 { counts[place(of: key("word\(number)")), default: 0] += 1 }
    #expect(counts.keys.allSatisfy { (0..<16_384).contains($0) })
    #expect(counts.count > 9_500)
    #expect(Set((1...512).map { place(of: key("the", context: $0 << 32)) }).count > 400)
    #expect(Set((1...512).map { place(of: key("abcdefghijklmnopqrstuvwx\($0)")) }).count > 400)
    let long = String(repeating: "long", count: 20)
    #expect(Set((1...512).map { place(of: key("\(long)\($0)")) }).count > 400)
  }

  @Test func `a cache keeps 8,192 words, and is emptied by more`() {
    var words = Words()
    for number in 0..<8_192 { words.insert("w\(number)", glyphs(UInt32(number))) }
    // The others shared their places with more than eight words.
    #expect((0..<8_192).count { words.find("w\($0)") != nil } > 8_000)
    for number in 0..<400 { words.insert("x\(number)", glyphs(5)) }
    #expect(!(0..<8_192).contains { words.find("w\($0)") != nil })
    #expect(words.find("x399") != nil)
  }

  @Test func `a cache of too many glyphs is emptied and stays usable`() {
    var words = Words()
    let long = (0..<500).map { Glyph(id: $0, cluster: Int32($0), advance: 1) }
    for number in 0..<520 {
      words.insert(String(repeating: "w", count: 490) + "\(1_000_000_000 + number)", long)
    }
    #expect(words.cache.pool.count < 262_144)
    words.output = []
    words.insert("one more", glyphs(5))
    #expect(words.find(String(repeating: "w", count: 490) + "1000000000") == nil)
    #expect(words.find("one more", at: 3) != nil)
    #expect(words.output == glyphs(5, at: 3))
  }

  @Test func `a cache that is emptied again and again keeps its storage`() throws {
    let text = Workshop(try TestFonts.collection()).shape("a", "Galley Kern Letters")
    let setting = RunShaper.Setting(
      font: text.baseFont,
      properties: SegmentProperties(
        script: .latin, language: .undetermined, isRightToLeft: false),
      style: text.input.base)
    var analyzer = TextAnalyzer()
    var (cache, places) = (WordCache(), Set<UInt>())
    for number in 0..<50_000 {
      let word = "w\(number)"
      let (bytes, range) = (Array(word.utf8), 0..<word.utf8.count)
      let glyphs = range.map { Glyph(id: UInt32(bytes[$0]), cluster: Int32($0), advance: 500) }
      let plain = PlainWord(bytes.span, range, setting: setting, analyzer: &analyzer)
      #expect(plain != nil)
      _ = cache.insert(
        key(word), bytes.span, range, glyphs: glyphs.span, reach: reach, plain: plain)
      // After it has been emptied twice.
      guard number > 20_000 else { continue }
      unsafe cache.pool.withUnsafeBufferPointer { pool in
        _ = places.insert(UInt(bitPattern: pool.baseAddress))
      }
    }
    #expect(places.count == 1)
  }

  @Test func `a word without glyphs is cached`() {
    var words = Words()
    words.insert("x", [], reach: reach)
    #expect(words.find("x") == reach)
    #expect(words.output == [])
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
