import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct PieceSplitterTests {
  /// Returns the ends of all pieces.
  private func pieces(_ text: String, isPlain: Bool = false) -> [Int] {
    let bytes = text.utf8.span
    var ends: [Int] = []
    var start = 0
    while start < bytes.count {
      let end = PieceSplitter.endOfPiece(in: bytes, start..<bytes.count, isPlain: isPlain)
      #expect(end > start)
      guard end > start else { break }
      ends.append(end)
      start = end
    }
    return ends
  }

  @Test(arguments: [255, 256, 257, 512, 513, 1_000])
  func `marks are split every 256 characters, counting their base`(count: Int) {
    let text = "e" + String(repeating: "\u{301}", count: count - 1)
    let expected = stride(from: 256, to: count, by: 256).map { 2 * $0 - 1 } + [2 * count - 1]
    #expect(pieces(text) == expected)
  }

  @Test func `text before a flood of marks forms its own piece`() {
    let flood = "x" + String(repeating: "\u{301}", count: 300)
    #expect(pieces("abc de" + flood).first == 6)
    #expect(pieces("abc de" + flood).dropFirst().first == 6 + 511)
  }

  @Test func `sequences of 256 joining characters are not split`() {
    let text = String(repeating: "ab" + String(repeating: "\u{301}", count: 254), count: 5)
    #expect(pieces(text) == [text.utf8.count])
  }

  @Test func `letters between joiners count toward the limit`() {
    let virama = String(repeating: "क\u{94D}", count: 300)
    #expect(pieces(virama) == [256 * 3, 512 * 3, 600 * 3])
    #expect(pieces(String(repeating: "क\u{94D} ", count: 300)).count == 1)
  }

  @Test(arguments: [
    "\u{200B}", "\u{200C}", "\u{200D}", "\u{AD}", "\u{34F}", "\u{FE0F}", "\u{E0100}", "\u{2060}",
    "\u{202E}", "\u{E0061}", "\u{903}", "\u{1031}", "\u{20E3}",
  ])
  func `long sequences of marks or invisible characters are split`(scalar: String) {
    let text = String(repeating: scalar, count: 600)
    let size = scalar.utf8.count
    #expect(pieces(text) == [256 * size, 512 * size, 600 * size])
  }

  @Test func `long text is split, preferably at spaces, within 4,000 bytes`() {
    let words = String(repeating: "abcde ", count: 2_000)
    for isPlain in [false, true] {
      #expect(pieces(words, isPlain: isPlain).first == 3_996)
      #expect(pieces(words, isPlain: isPlain).allSatisfy { $0 % 6 == 0 })
      #expect(pieces(String(repeating: "a", count: 4_000), isPlain: isPlain) == [4_000])
      #expect(pieces(String(repeating: "a", count: 4_001), isPlain: isPlain) == [3_999, 4_001])
    }
    // A scalar is not split, and the last one stays with marks that may follow.
    #expect(pieces(String(repeating: "漢", count: 1_400)).first == 3_996)
    #expect(pieces("a" + String(repeating: "é", count: 2_400)).first == 3_997)
  }

  @Test func `splitting a long run keeps marks with their letter`() {
    for count in 3_985..<4_005 {
      let text = String(repeating: "a", count: count) + "e\u{301}\u{301}\u{301}" + "b"
      for end in pieces(text) where end < text.utf8.count { #expect(Array(text.utf8)[end] != 0xCC) }
    }
  }

  @Test(arguments: 0..<200)
  func `pieces partition the text at scalar boundaries`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let units = [
      "a", "é", "漢", " ", "\u{301}", "\u{200D}", "क\u{94D}", "😀", "\u{1F3FD}", "\u{E0100}",
    ]
    var text = ""
    while text.utf8.count < 9_000 {
      let unit = random.pick(units)
      text += String(repeating: unit, count: random.pick([1, 2, 40, 255, 256, 257, 600]))
    }
    let bytes = Array(text.utf8)
    var start = 0
    for end in pieces(text) {
      #expect(end - start <= 4_000)
      #expect(end == bytes.count || bytes[end] & 0xC0 != 0x80)
      start = end
    }
    #expect(start == bytes.count)
  }

  @Test(arguments: benign)
  func `shaping in pieces gives the glyphs of the whole run`(sentence: String) throws {
    let workshop = Workshop(try NotoFonts.collection())
    // Longer than the limit of a flood, and shorter than a run.
    let string = Array(repeating: sentence, count: 600 / sentence.utf8.count + 1)
      .joined(separator: " ")
    let text = workshop.shape(string)
    #expect(text.faults == [])
    #expect(text.runs.count == 1)
    let run = try #require(text.runs.first)
    let whole = wholeRun(string, like: run, of: text)
    // Spaces of a fallback font have the advance of the primary font; the sentences have no other
    // white space.
    let bytes = Array(string.utf8)
    let words = [text.glyphs(of: run), whole].map { glyphs in
      glyphs.withoutFlags.filter { bytes[Int($0.cluster)] != 0x20 || !run.borrowsSpaces }
    }
    #expect(words[0] == words[1])
  }

  @Test func `shaping time stays linear in the number of marks`() throws {
    let workshop = Workshop(try NotoFonts.collection())
    expectGrowth(from: 4_000, to: 40_000, below: 25) { count in
      let text = "a" + String(repeating: "\u{301}\u{323}", count: count)
      return processorTime { #expect(workshop.shape(text).faults == []) }
    }
  }
}

/// Sentences with many marks.
private let benign = [
  "Trời hôm nay đẹp quá, chúng ta cùng đi dạo phố cổ nhé",
  "Tre\u{302}\u{309}i ho\u{302}m nay \u{111}e\u{323}p qua\u{301}",
  "בְּיוֹם טוֹב יֵצֵא הַיֶּלֶד אֶל הַגַּן לְשַׂחֵק",
  "خَرَجَ الوَلَدُ إِلَى الحَدِيقَةِ لِيَلْعَبَ مَعَ أَصْدِقَائِهِ",
  "བོད་ཀྱི་སྐད་ཡིག་ནི་རྒྱ་ཆེ་ཞིང་ཟབ་པའི་སྐད་ཡིག་ཅིག་ཡིན།",
  "आज मौसम बहुत अच्छा है चलो बगीचे में घूमने चलते हैं",
  "আজ আবহাওয়া খুব সুন্দর চলো বাগানে ঘুরতে যাই",
  "இன்று வானிலை மிகவும் நன்றாக உள்ளது",
  "ഇന്ന് കാലാവസ്ഥ വളരെ നല്ലതാണ് നമുക്ക് നടക്കാം",
  "วันนี้อากาศดีมากเราไปเดินเล่นกันเถอะนะที่รัก",
  "ថ្ងៃនេះអាកាសធាតុល្អណាស់តោះទៅដើរលេង",
  "ဒီနေ့ရာသီဥတုအရမ်းကောင်းတယ်လမ်းလျှောက်ရအောင်",
  "අද කාලගුණය ඉතා හොඳයි අපි ඇවිදින්න යමු",
  "ದಿನ ಹವಾಮಾನ ತುಂಬಾ ಚೆನ್ನಾಗಿದೆ ಹೋಗೋಣ",
]
