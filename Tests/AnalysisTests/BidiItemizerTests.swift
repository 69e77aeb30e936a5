import GalleyUnicode
import TestSupport
import Testing

@testable import GalleyShaping

/// Compares embedding levels with ICU's on every path that computes them.
@Suite struct BidiItemizerTests {
  @Test(
    arguments: [
      ("from left to right", "abc", [0, 0, 0]),
      ("from right to left", "אבג", [1, 1, 1]),
      ("words from left to right within", "אב cd", [1, 1, 1, 2, 2]),
      ("numbers", "אב 12", [1, 1, 1, 2, 2]),
      ("words from right to left within", "ab גד.", [0, 0, 0, 1, 1, 0]),
      ("Arabic numbers alone", "٤٢", [2, 2]),
      ("spaces at the end", "אב ", [1, 1, 1]),
      ("tabs", "אב\tגד", [1, 1, 1, 1, 1]),
      ("isolates", "a\u{2067}אב\u{2069}", [0, 0, 1, 1, 0]),
      ("first strong, past isolates", "\u{2067}א\u{2069}a", [0, 1, 0, 0]),
      ("joiners go with what stands before", "בa\u{200D}ב", [1, 2, 2, 1]),
    ] as [(String, String, [UInt8])])
  func `embedding levels follow UAX 9`(fact: String, text: String, levels: [UInt8]) {
    #expect(self.levels(of: Array(text.utf8), .auto) == levels, "\(fact)")
  }

  @Test func `a set of classes contains those that were inserted, and no others`() {
    let inserted: [BidiClass] = [.l, .en, .nsm]
    let set = BidiClassSet(inserted)
    for number in UInt8(0)..<23 {
      guard let class_ = BidiClass(rawValue: number) else { continue }
      #expect(set.contains(class_) == inserted.contains(class_), "class \(number)")
      #expect(set.isDisjoint(with: BidiClassSet([class_])) != inserted.contains(class_))
      #expect(!BidiClassSet().contains(class_))
    }
  }

  @Test func `an explicit direction overrides the first strong character`() {
    #expect(levels(of: Array("a!".utf8), .rightToLeft) == [2, 1])
    #expect(levels(of: Array("א!".utf8), .leftToRight) == [1, 0])
  }

  @Test func `a level run does not span two paragraphs`() {
    let runs = analyzed("אב\nגד\nab").levelRuns
    #expect(runs == [.init(end: 5, level: 1), .init(end: 10, level: 1), .init(end: 12, level: 0)])
  }

  /// Text resolved by FriBidi, without explicit formatting and with few brackets.
  ///
  /// Marks directly after brackets are excluded because ICU handles them incorrectly
  /// (``Departures``).
  @Test(arguments: 0..<100)
  func `FriBidi and ICU agree on simple paragraphs`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pool: [UInt32] = [
      0x61, 0x5D0, 0x5D1, 0x627, 0x628, 0x31, 0x32, 0x661, 0x2B, 0x2D, 0x24, 0x25, 0x2C, 0x3A,
      0x2E, 0x20, 0x20, 0x09, 0x21, 0x28, 0x29, 0x5B, 0x5D, 0x2329, 0x3009, 0x300, 0x5B0, 0xAD,
      0x200C, 0x1F600, 0x10800,
    ]
    try compare(pool, count: 30, length: 30, &random)
  }

  /// Text without brackets, which is resolved without a library.
  @Test(arguments: 0..<100)
  func `levels without brackets match ICU`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pool: [UInt32] = [
      0x61, 0x5D0, 0x627, 0x31, 0x661, 0x2B, 0x24, 0x2C, 0x20, 0x09, 0x21, 0x300, 0xAD, 0x10800,
      0x200F, 0x61C, 0x1F,
    ]
    try compare(pool, count: 30, length: 30, &random)
  }

  /// Text resolved by ICU.
  @Test(arguments: 0..<50)
  func `levels with explicit formatting match ICU`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pool: [UInt32] = [
      0x61, 0x5D0, 0x627, 0x31, 0x661, 0x2C, 0x20, 0x21, 0x28, 0x29, 0x300, 0x202A, 0x202B,
      0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200F, 0x200E, 0x61C,
    ]
    try compare(pool, count: 30, length: 40, &random)
  }

  @Test(arguments: [63, 64, 65, 66, 130])
  func `levels match ICU around the maximum number of brackets`(count: Int) throws {
    // A leading letter makes the text around the brackets right-to-left.
    let text = [0x5D0] + Array(repeating: UInt32(0x28), count: count / 2) + [0x61]
    let closed = text + Array(repeating: 0x29, count: count - count / 2) + [0x5D1]
    var analyzer = TextAnalyzer()
    try expectLevelsOfICU(utf8(closed), .auto, by: &analyzer)
    let pairs = (0..<count).map { UInt32($0 % 2 == 0 ? 0x28 : 0x29) }
    try expectLevelsOfICU(utf8([0x5D0] + pairs + [0x61]), .auto, by: &analyzer)
  }

  @Test(arguments: [16_383, 16_384, 16_385])
  func `brackets resolve as neutrals only in paragraphs over the cap`(length: Int) throws {
    // ICU resolves the paragraph because of the isolate. The bracket pair contains and follows a
    // left-to-right letter, so it is left-to-right; the neutral takes the paragraph's direction.
    let filler = Array(repeating: UInt32(0x5D0), count: length - 9)
    let text = utf8([0x2068, 0x5D0, 0x2069, 0x61, 0x28, 0x62, 0x29, 0x5D0, 0x20] + filler)
    let levels = levels(of: text, .rightToLeft)
    #expect(levels.count == length)
    #expect(levels[6] == (length <= 16_384 ? 2 : 1))
  }

  @Test(arguments: [(16_000, 1_000, 1), (17_000, 999, 1), (17_000, 1_000, 2)])
  func `an FSI past the cap resolves as an LRI`(length: Int, isolateCount: Int, level: UInt8) throws
  {
    // After many closed isolates, the next one contains a right-to-left letter.
    let isolates = (0..<3 * isolateCount).map { [UInt32(0x2068), 0x61, 0x2069][$0 % 3] }
    let filler = Array(repeating: UInt32(0x61), count: length - isolates.count - 4)
    let text = utf8(isolates + [0x2068, 0x5D0, 0x21, 0x2069] + filler)
    // In an FSI, the exclamation mark has the level of the letter, 1; in an LRI, it has level 2.
    #expect(levels(of: text, .leftToRight)[isolates.count + 2] == level)
  }

  private func compare(
    _ pool: [UInt32], count: Int, length: Int, _ random: inout SplitMix64
  ) throws {
    var analyzer = TextAnalyzer()
    for _ in 0..<count {
      // Few kinds at a time, so that rules about sequences apply.
      let chosen = (0..<8).map { _ in random.pick(pool) }
      var scalars: [UInt32] = []
      for _ in 0..<length {
        let scalar = random.pick(chosen)
        scalars.append(attaches(scalar) && scalars.last.map(isBracket) ?? false ? 0x20 : scalar)
      }
      let text = utf8(scalars)
      let direction = random.pick([BaseDirection.auto, .leftToRight, .rightToLeft])
      try expectLevelsOfICU(text, direction, by: &analyzer)
    }
  }

  /// Returns whether the direction of a bracket applies to the scalar.
  private func attaches(_ scalar: UInt32) -> Bool {
    [0x300, 0x5B0, 0xAD, 0x200C].contains(scalar)
  }

  private func isBracket(_ scalar: UInt32) -> Bool {
    [0x28, 0x29, 0x5B, 0x5D, 0x2329, 0x3009].contains(scalar)
  }

  private func expectLevelsOfICU(
    _ text: [UInt8], _ direction: BaseDirection, by analyzer: inout TextAnalyzer
  ) throws {
    let analysis = analysis(of: text, direction, by: &analyzer)
    let level = try #require(analysis.paragraphs.first).level
    let isEqual = expand(analysis, text) == levelsOfICU(text, level)
    #expect(isEqual, "\(hexadecimal(text)) \(direction)")
  }

  private func levels(of text: [UInt8], _ direction: BaseDirection) -> [UInt8] {
    var analyzer = TextAnalyzer()
    return expand(analysis(of: text, direction, by: &analyzer), text)
  }

  private func analysis(
    of text: [UInt8], _ direction: BaseDirection, by analyzer: inout TextAnalyzer
  ) -> TextAnalysis {
    var analysis = TextAnalysis()
    analyzer.analyze(text.span, direction: direction, language: nil, into: &analysis)
    return analysis
  }

  /// Returns the level of each scalar.
  private func expand(_ analysis: TextAnalysis, _ text: [UInt8]) -> [UInt8] {
    var levels: [UInt8] = []
    var run = 0
    for offset in text.indices where text[offset] & 0xC0 != 0x80 {
      while run < analysis.levelRuns.count, analysis.levelRuns[run].end <= offset { run += 1 }
      levels.append(analysis.levelRuns.isEmpty ? 0 : analysis.levelRuns[run].level)
    }
    return levels
  }

  /// Returns ICU's level of each scalar of a paragraph.
  ///
  /// Another paragraph with a letter of each direction follows. Characters removed by rule X9 take
  /// the level of the preceding character.
  private func levelsOfICU(_ text: [UInt8], _ level: UInt8) -> [UInt8] {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    var units = Array(String(decoding: text, as: UTF8.self).utf16)
    units += [0x2029, 0x61, 0x5D0]
    var levels: [UInt8] = []
    var resolver = ICU.BidiResolver()
    _ = resolver?.withLevels(of: units.span, level: level) { resolved in
      var unit = 0
      for scalar in scalars {
        let classes = ICU.Properties.classes(of: scalar.value..<scalar.value + 1)[0]
        let isRemoved = BidiClass(rawValue: classes.bidi.rawValue)?.isRemoved ?? false
        levels.append(isRemoved ? levels.last ?? level : resolved[unit])
        unit += scalar.value < 0x10000 ? 1 : 2
      }
    }
    return levels
  }
}
