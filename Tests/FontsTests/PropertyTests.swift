import GalleyHarfBuzz
import GalleyUnicode
import Testing

@testable import GalleyFonts

/// Comparison of Galley's tables with all of Unicode.
@Suite struct PropertyTests {
  @Test func `every scalar with emoji presentation is in a known emoji block`() {
    let missing = (UInt32(0)...0x10FFFF).filter { scalar in
      ICU.Properties.flags(of: scalar).contains(.emojiPresentation)
        && !mayBeEmoji.contains { $0.contains(scalar) }
    }
    #expect(missing == [])
  }

  @Test func `characters without glyphs are controls, separators and default ignorables`() {
    let wrong = (UInt32(0)...0x10FFFF).filter { scalar in
      let isControl = scalar < 0x20 || (0x7F...0x9F).contains(scalar)
      let isSeparator = scalar == 0x2028 || scalar == 0x2029
      let isInvisible = ICU.Properties.flags(of: scalar).contains(.defaultIgnorable)
      let isInTable = needsNoGlyph.contains { $0.contains(scalar) }
      return isInTable != (isControl || isSeparator || isInvisible)
    }
    #expect(wrong == [])
  }

  @Test(arguments: [
    ("ja", "ja", 1), ("ja-JP", "ja", 1), ("ja", "ko", nil), ("ja", "ja-JP", nil),
    ("zh-TW", "zh-Hant", 2), ("zh-Hant", "zh-TW", 3), ("zh-HK", "zh-Hant", 2),
    ("zh-HK", "zh-HK", 3), ("zh-Hant-HK", "zh-HK", 3), ("zh-MO", "zh-HK", nil),
    ("zh-CN", "zh-Hans", 2), ("zh", "zh-Hans", 2), ("zh-SG", "zh-Hant", nil), ("zh-TW", "zh", 1),
    ("yue", "zh-HK", 3), ("yue", "yue", 1), ("cmn-Hant", "zh-Hant", 2), ("EN_us", "en-US", 3),
    ("sr-Latn-RS", "sr-Latn", 2), ("sr", "sr-Latn", nil),
  ])
  func `a language's fit to a range is the number of matched subtags`(
    language: String, range: String, subtags: Int?
  ) throws {
    let fit = try #require(LanguageTag(language)).fit(#require(LanguageTag(range)))
    #expect(fit == subtags)
  }

  @Test(arguments: ["", "-", "x", "*", "1234", "日本", "i-klingon", "x-private"])
  func `an invalid language tag is rejected`(tag: String) {
    #expect(LanguageTag(tag) == nil)
  }

  @Test(arguments: ["-", "0", "0-2,1e", "ffff", "1-1", "10ff"])
  func `a page set survives a round trip through text`(text: String) throws {
    let pages = try #require(PageSet(text: Array(text.utf8)[...]))
    #expect(PageSet(text: Array(pages.text.utf8)[...]) == pages)
  }

  @Test(arguments: ["", ",", "1,", "2-1", "1-2-3", "x", "12345", "5,4", "-1", "1--2"])
  func `an invalid page set is rejected`(text: String) {
    #expect(PageSet(text: Array(text.utf8)[...]) == nil)
  }
}
