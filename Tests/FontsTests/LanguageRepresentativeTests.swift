import TestSupport
import Testing

@testable import GalleyFonts

/// Languages that fonts treat equally, which share resources.
@Suite struct LanguageRepresentativeTests {
  private let style = FontDescription(families: ["Noto Sans"])

  @Test func `languages without a manifest entry share the default font set`() throws {
    let fonts = try notoCollection()
    let plain = fonts.fontSet(for: style, language: nil)
    for tag in ["en", "qqq", "de-Latn-AT", "en-x-a1", "x-y", ""] {
      #expect(fonts.fontSet(for: style, language: tag) === plain, "\(tag)")
    }
  }

  @Test func `languages that match the same entries share a font set, others do not`() throws {
    let fonts = try FontCollection(manifest: NotoFonts.manifest)
    func set(_ tag: String) -> FontSet { fonts.fontSet(for: style, language: tag) }
    #expect(set("zh-TW") === set("zh-Hant-TW-x-1"))
    #expect(set("zh-Abcd") === set("zh-Efgh-XY"))
    #expect(set("ja-JP") === set("ja"))
    #expect(set("ja") !== set("ko"))
    #expect(set("zh-Hans") !== set("zh-Hant"))
    for tag in ["zh", "zh-CN", "zh-TW", "zh-HK", "zh-Hans-HK", "ja-Latn", "ko", "yue", "en"] {
      let order = ManifestFonts.order(of: try groups(fonts), for: LanguageTag(tag))
      let representative = try provider(fonts).canonicalLanguage(for: LanguageTag(tag))
      #expect(ManifestFonts.order(of: try groups(fonts), for: representative) == order, "\(tag)")
    }
  }

  @Test func `system languages map to ones that fontconfig knows, directly or by script`() throws {
    let fonts = SystemFonts(answers: .fontconfig)
    func representative(_ tag: String) -> LanguageTag? {
      fonts.canonicalLanguage(for: LanguageTag(tag))
    }
    #expect(representative("qqq") == nil)
    #expect(representative("de-AT") == LanguageTag("de"))
    #expect(representative("ksw") == LanguageTag("ksw"))
    #expect(representative("zh-Hant") == LanguageTag("zh-tw"))
    #expect(representative("zh-Hant-AB") == LanguageTag("zh-tw"))
    #expect(representative("yue") == LanguageTag("zh-hk"))
  }

  private func provider(_ fonts: FontCollection) throws -> ManifestFonts {
    try #require(fonts.resolver.provider as? ManifestFonts)
  }

  private func groups(_ fonts: FontCollection) throws -> [ManifestFonts.Group] {
    try provider(fonts).groups
  }
}
