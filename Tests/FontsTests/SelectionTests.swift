import GalleyHarfBuzz
import Testing

@testable import GalleyFonts

/// Emoji and text presentation, independent of fonts.
@Suite struct PresentationTests {
  @Test(arguments: [
    "1", "#", "*", "©", "❤", "™", "☝", "a", "é", "", "\n", "\u{FE0F}", "\u{200D}", "\u{20E3}",
    "😀\u{FE0E}", "❤\u{FE0E}", "⌚\u{FE0E}", "1\u{FE0E}\u{20E3}", "a\u{FE0F}", "a\u{20E3}",
    "❤\u{200D}a", "\u{200D}😀", "\u{FE0F}😀", "☺", "🖐", "🏳", "क्ष", "日",
  ])
  func `clusters without emoji presentation are classified as text`(cluster: String) {
    #expect(EmojiPresentation(of: Array(cluster.unicodeScalars.map(\.value)).span) == .text)
  }

  @Test(arguments: [
    "😀", "⌚", "❤\u{FE0F}", "☝🏽", "👍🏽", "🏽", "🇮🇷", "🇮", "1\u{FE0F}", "1\u{FE0F}\u{20E3}",
    "*\u{20E3}", "❤\u{200D}🔥", "👩\u{200D}⚕", "👨‍👩‍👧", "🏳️\u{200D}🌈", "🏳\u{200D}🌈",
    "🏴\u{E0067}\u{E0062}\u{E007F}", "🖐🏿", "😀\u{301}",
  ])
  func `clusters with emoji presentation are classified as emoji`(cluster: String) {
    #expect(EmojiPresentation(of: Array(cluster.unicodeScalars.map(\.value)).span) == .emoji)
  }
}

@Suite struct SelectionTests {
  let fonts: FontSet
  let collection: FontCollection

  init() throws {
    collection = try notoCollection()
    fonts = collection.fontSet(for: FontDescription(), language: nil)
  }

  @Test(arguments: [
    "1", "#", "*", "©", "❤", "❤\u{FE0E}", "☺\u{FE0E}", "😀\u{FE0E}", "a", "é", "e\u{301}", "™",
    "\u{FE0F}", "\u{200D}", "\u{FE0F}\u{FE0F}", "\u{301}", "a\u{FE0F}", "\u{200D}a", "", "\n",
  ])
  func `characters with text presentation prefer a text font`(cluster: String) {
    #expect(fonts.selection(cluster).instance.typeface.isEmojiFont == (cluster == "😀\u{FE0E}"))
  }

  @Test(arguments: [
    "😀", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "#\u{FE0F}\u{20E3}", "1\u{20E3}", "🇮🇷", "🇮",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "👨‍👩‍👧", "👍🏽", "🏽", "☝🏽", "❤️‍🔥", "❤‍🔥",
    "👩‍⚕", "©\u{FE0F}", "🏳️‍🌈", "⌚", "1\u{FE0F}",
  ])
  func `emoji are set in the emoji font`(cluster: String) {
    let selection = fonts.selection(cluster)
    #expect(selection.instance.typeface.family == "Noto Color Emoji")
    #expect(selection.reason == .presentation)
    #expect(selection.isComplete)
  }

  @Test(arguments: [
    ("क्ष", "Noto Sans Devanagari"), ("क\u{94D}\u{200D}", "Noto Sans Devanagari"),
    ("שׁ", "Noto Sans Hebrew"), ("日", "Noto Sans CJK JP"), ("ب", "Noto Sans Arabic"),
    ("e\u{301}\u{323}", "Noto Sans"), ("한", "Noto Sans CJK JP"), ("ก", "Noto Sans Thai"),
  ])
  func `characters missing from the primary font take the first font that covers them`(
    cluster: String, family: String
  ) {
    let selection = fonts.selection(cluster)
    #expect(selection.instance.typeface.family == family)
    #expect(selection.isComplete)
  }

  @Test func `characters missing from all fonts take the primary font and are reported`() {
    let selection = fonts.selection("\u{10FFFD}")
    #expect(selection.instance === fonts.primary)
    #expect(selection.reason == .lastResort)
    #expect(!selection.isComplete)
  }
}
