import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

/// Texts with untrusted language tags.
@Suite struct LanguageFloodTests {
  /// Returns a tag of three letters, or with a private part.
  private func tag(_ number: Int, isPrivate: Bool) -> String {
    guard !isPrivate else { return "en-x-a\(number)" }
    let letters = [number / 676, number / 26 % 26, number % 26].map { 0x61 + UInt8($0 % 26) }
    return String(decoding: letters, as: UTF8.self)
  }

  @Test(arguments: [false, true])
  func `shaping time does not grow with the number of languages`(isPrivate: Bool) throws {
    let workshop = Workshop(try NotoFonts.collection())
    let times = (0..<80).map { hundred in
      processorTime {
        for number in hundred * 100..<hundred * 100 + 100 {
          let language = tag(number, isPrivate: isPrivate)
          _ = workshop.shape("one word \(number)", "Noto Sans", language: language)
        }
      }
    }
    let (early, late) = (times.prefix(4).min() ?? 0, times.suffix(4).min() ?? 1)
    #expect(late < 3 * early || isSanitized, "\(early) and \(late) s for 100 texts")
  }

  @Test func `each of more tags than the memo has places for has its own language`() throws {
    let font = Workshop(try TestFonts.collection()).shape("a", "Galley Ligature").baseFont
    var memo = FontSetMemo()
    #expect(memo.language("tr", for: font) != memo.language("en", for: font))
    for number in 0..<1_000 {
      for language in ["en", "tr"] {
        let tag = "\(language)-x-a\(number)"
        #expect(memo.language(tag, for: font) == font.typeface.face.language(for: tag))
      }
    }
  }

  @Test func `languages unknown to the font are shaped like the default`() throws {
    let workshop = Workshop(try TestFonts.collection())
    let plain = workshop.shape("fi fi", "Galley Ligature")
    for language in ["en", "qqq", "de-AT", "x-y", "tr-x-a", "TR"] {
      let text = workshop.shape("fi fi", "Galley Ligature", language: language)
      let isTurkish = language.lowercased().hasPrefix("tr")
      #expect((text.glyphs == plain.glyphs) == !isTurkish, "\(language)")
    }
  }
}
