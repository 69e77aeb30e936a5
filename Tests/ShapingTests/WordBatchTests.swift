import GalleyBasics
import GalleyFonts
import TestSupport
import Testing

@testable import GalleyShaping

/// Unknown words of a run are shaped in one call, with the glyphs that each has alone.
@Suite struct WordBatchTests {
  private static let words = [
    "the", "office", "AVATAR", "e\u{301}tude", "\u{301}mark", "x\u{323}\u{308}", "3.14", "50%", "-",
    "(no)", "\"yes\"", "\u{200D}joined", "\u{AD}soft", "Zwölf", "Жук", "Ωμέγα",
    "سلام", "إلهٌ", "لا", "123", "٣٤", "\u{64E}ب", "שלום", "בְּרֵ", "\u{5B0}א", "3%",
    "क्षि", "र्क", "\u{93F}क", "हिन्दी", "বাংলা", "ক্কো", "\u{9CB}", "தமிழ்", "ಕನ್ನಡ",
    "မြန်မာ", "\u{1031}က", "ខ្មែរ", "ស្ត្រី", "ไทย", "น้ำ", "བོད་སྐད་", "漢字", "かな", "한국어", "ᄀ", "ᅡ",
    "\u{200F}", "\u{2066}a", "\u{1F3FB}", "👍🏽", "🇩🇪", "a\u{200C}b", "\u{FE0F}", "⟨x⟩",
  ]

  @Test(arguments: seeds(60, long: 2_000))
  func `a run of unknown words is shaped as one of known words`(seed: UInt64) throws {
    let fonts = try NotoFonts.collection()
    var random = SplitMix64(seed: seed)
    let first = Int.random(in: 0..<Self.words.count, using: &random)
    // Words that are near in the list are of one script.
    var text = ""
    for _ in 0..<Int.random(in: 2...40, using: &random) {
      let place = first + Int.random(in: -4...4, using: &random)
      let isNear = Int.random(in: 0..<4, using: &random) > 0
      let word =
        isNear && Self.words.indices.contains(place)
        ? Self.words[place] : Self.words.randomElement(using: &random) ?? ""
      text += word + ["", "a", "x9"][Int.random(in: 0..<3, using: &random)]
      text += String(repeating: " ", count: Int.random(in: 1...2, using: &random))
    }
    let direction = [BaseDirection.auto, .leftToRight, .rightToLeft].randomElement(using: &random)
    let (known, new) = (Workshop(fonts), Workshop(fonts))
    for word in text.split(separator: " ") {
      for side in [BaseDirection.leftToRight, .rightToLeft] {
        _ = known.shape(String(word), direction: side)
      }
    }
    // The words alone, then the first half of the text, then the whole.
    let half = String(text.prefix(text.count / 2))
    _ = new.shape(half, direction: direction ?? .auto)
    let (expected, shaped) = (
      known.shape(text, direction: direction ?? .auto),
      new.shape(text, direction: direction ?? .auto)
    )
    #expect(shaped.words == expected.words, "\(text.debugDescription)")
    #expect(shaped.runs.map(\.summary) == expected.runs.map(\.summary), "\(text.debugDescription)")
    #expect(shaped.naturalWidth == expected.naturalWidth)
    #expect(shaped.inkExtent == expected.inkExtent)
  }

  @Test func `a batch has the words of a run that are not known`() throws {
    let workshop = Workshop(try TestFonts.collection())
    _ = workshop.shape("one four", "Galley Box")
    _ = workshop.shape("two one three four five", "Galley Box")
    let batch = workshop.pool.withShaper { shaper in
      shaper.withRunShaper { runShaper, _, _, _ in runShaper.batch.map(\.range) }
    }
    #expect(batch == [0..<3, 8..<13, 19..<23])
  }

  @Test(arguments: [("אב גד", "Galley Box"), ("بب تت", "Galley Joining")])
  func `words of Hebrew and Arabic are shaped together unless they are written from the left`(
    text: String, family: String
  ) throws {
    for (override, count) in [("", 2), ("\u{202D}", 0)] {
      let workshop = Workshop(try TestFonts.collection())
      _ = workshop.shape(override + text, family)
      let batch = workshop.pool.withShaper { shaper in
        shaper.withRunShaper { runShaper, _, _, _ in runShaper.batch.count }
      }
      #expect(batch == count)
    }
  }

  @Test func `a batch whose first word empties the cache gives each word its own glyphs`() throws {
    let workshop = Workshop(try TestFonts.collection())
    let letters = String(repeating: "y", count: 500)
    // A long word needs much more room in the cache than those behind it, and is inserted last.
    for number in 1_000..<1_900 {
      let text = "\(letters)\(number) s\(number) t\(number)"
      let width = workshop.shape(text, "Galley Box").naturalWidth
      #expect(width == Double(text.utf8.count) * 10)
    }
  }

  @Test func `many words are shaped in batches, and words that fill the cache empty it`() throws {
    let fonts = try TestFonts.collection()
    let words = (0..<3_000).map { "w\($0 * 7_919)x" + String(repeating: "y", count: $0 % 90) }
    let workshop = Workshop(fonts)
    for start in stride(from: 0, to: words.count, by: 500) {
      let text = words[start..<start + 500].joined(separator: " ")
      let shaped = workshop.shape(text, "Galley Box")
      #expect(shaped.naturalWidth == Double(text.unicodeScalars.count) * 10)
    }
  }
}
