import GalleySystem
import TestSupport
import Testing

@testable import GalleyHarfBuzz

@Suite struct LanguageTests {
  @Test(arguments: [
    ("en", "en-GB"), ("en", "EN_us"), ("en", "en-x-hbotABCD"), ("de", "de-Latn-AT-1996"),
    ("zh-Hant", "zh-Hant-u-ca-roc"), ("zh-Hans-CN", "zh-cmn-Hans-CN"), ("tr", "tr-CY-v12345"),
  ])
  func `languages that OpenType treats alike are equal`(first: String, second: String) {
    #expect(Language(first) == Language(second))
  }

  @Test(arguments: [
    ("zh-Hans", "zh-Hant"), ("zh-HK", "zh-TW"), ("ro", "ro-MD"), ("ga", "ga-Latg"), ("en", "enm"),
    ("el", "el-polyton"), ("en", "en-fonipa"),
  ])
  func `languages that OpenType distinguishes are not equal`(first: String, second: String) {
    #expect(Language(first) != Language(second))
    #expect(Language(first).languageTags != Language(second).languageTags)
  }

  @Test(arguments: ["", "-", "x-private", "i-klingon", "english", "e", "e1", "é", "12"])
  func `an invalid language tag is undetermined`(tag: String) {
    #expect(Language(tag) == .undetermined)
    #expect(Language(tag).languageTags == [])
  }

  @Test func `a face maps languages of one language system to one representative`() throws {
    let face = try Face(MappedFile(path: TestFonts.path(of: "Ligature.ttf")), index: 0)
    #expect(face.language(for: "tr") == Language("tr"))
    #expect(face.language(for: "tr-CY") == Language("tr"))
    for other in ["en", "qqq", "az", "zh-Hant"] {
      #expect(face.language(for: other) == .undetermined)
    }
    let noto = "/usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf"
    let arabic = try Face(MappedFile(path: noto), index: 0)
    let urdu = arabic.language(for: "ur")
    #expect(urdu == Language("ur"))
    #expect(arabic.language(for: "en") == .undetermined)
  }

  @Test func `listed language codes have OpenType tags other than their own letters`() {
    let codes = OpenTypeLanguages.codes.split(separator: " ")
    #expect(codes.count > 1_000)
    #expect(codes == codes.sorted())
    for code in codes {
      let own = code.uppercased().utf8.reduce(0) { $0 << 8 | UInt32($1) } << 8 | 0x20
      #expect(Language.madeUpTag(of: String(code)) == nil)
      #expect(Language(String(code)).languageTags != [own], "\(code)")
    }
    for code in ["qqq", "aaa", "zzz"] {
      #expect(Language.madeUpTag(of: code).map { [$0] } == Language(code).languageTags)
    }
    #expect(Language.madeUpTag(of: "en") == nil)
    #expect(Language.madeUpTag(of: "zh-hant") == nil)
  }
}
