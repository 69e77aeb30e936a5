import GalleyHarfBuzz
import Synchronization
import TestSupport
import Testing

@testable import GalleyFonts

/// Fallback order, and fonts selected by language.
@Suite struct FallbackTests {
  let fonts: FontCollection

  init() throws {
    let regular = notoCJK + "NotoSansCJK-Regular.ttc"
    fonts = try collection([
      entry("Noto Sans", noto + "NotoSans-Regular.ttf"),
      entry("CJK JP", regular, "\"index\": 0, \"langs\": [\"ja\"]"),
      entry("CJK KR", regular, "\"index\": 1, \"langs\": [\"ko\"]"),
      entry("CJK TC", regular, "\"index\": 3, \"langs\": [\"zh-Hant\", \"zh-TW\"]"),
      entry("CJK HK", regular, "\"index\": 4, \"langs\": [\"zh-HK\", \"zh-MO\"]"),
      entry("CJK SC", regular, "\"index\": 2, \"langs\": [\"zh\", \"*\"]"),
      entry("Noto Nastaliq Urdu", noto + "NotoNastaliqUrdu-Regular.ttf", "\"langs\": [\"ur\"]"),
      entry("Noto Naskh Arabic", noto + "NotoNaskhArabic-Regular.ttf"),
    ])
  }

  @Test(arguments: [
    (nil, "CJK SC"), ("en", "CJK SC"), ("ja", "CJK JP"), ("ja-JP", "CJK JP"), ("ko", "CJK KR"),
    ("zh", "CJK SC"), ("zh-Hans", "CJK SC"), ("zh-CN", "CJK SC"), ("zh-SG", "CJK SC"),
    ("zh-Hant", "CJK TC"), ("zh-TW", "CJK TC"), ("zh-HK", "CJK HK"), ("zh-Hant-HK", "CJK HK"),
    ("zh-MO", "CJK HK"), ("yue", "CJK HK"), ("ur", "CJK SC"), ("rubbish!", "CJK SC"),
  ])
  func `Han characters take the font for the text's language`(language: String?, family: String) {
    let set = fonts.fontSet(for: FontDescription(), language: language)
    for cluster in ["骨", "直", "誤"] { #expect(set.family(cluster, script: "Hani") == family) }
    #expect(set.primary.typeface.family == "Noto Sans")
  }

  @Test(arguments: [
    (nil, "Noto Naskh Arabic"), ("ar", "Noto Naskh Arabic"), ("ur", "Noto Nastaliq Urdu"),
    ("ur-PK", "Noto Nastaliq Urdu"),
  ])
  func `Arabic text takes a language-specific font only for its language`(
    language: String?, family: String
  ) {
    let set = fonts.fontSet(for: FontDescription(), language: language)
    #expect(set.family("ب", script: "Arab") == family)
  }

  @Test(arguments: [
    ("।", "Deva", "Noto Sans Devanagari"), ("।", "Beng", "Noto Sans Bengali"),
    ("।", "Latn", "Noto Sans Devanagari"), ("。", "Hani", "CJK"), ("「", "Hira", "CJK"),
    ("→", "Beng", "Noto Sans Symbols"),
  ])
  func `shared punctuation prefers a font that covers the text's script`(
    cluster: String, script: FontTag, family: String
  ) throws {
    let fonts = try collection([
      entry("Noto Sans", noto + "NotoSans-Regular.ttf"),
      entry("Noto Sans Devanagari", noto + "NotoSansDevanagari-Regular.ttf"),
      entry("Noto Sans Symbols", noto + "NotoSansSymbols-Regular.ttf"),
      entry("Noto Sans Bengali", noto + "NotoSansBengali-Regular.ttf"),
      entry("CJK", notoCJK + "NotoSansCJK-Regular.ttc"),
    ])
    let set = fonts.fontSet(for: FontDescription(), language: nil)
    #expect(set.family(cluster, script: script) == family)
  }

  @Test func `a sign with a combining stroke prefers a font with its precomposed form`() throws {
    let fonts = try collection([
      entry("Noto Sans", noto + "NotoSans-Regular.ttf"),
      entry("Noto Sans Math", noto + "NotoSansMath-Regular.ttf"),
    ])
    let set = fonts.fontSet(for: FontDescription(), language: nil)
    #expect(set.family("=") == "Noto Sans")
    for cluster in ["\u{2260}", "=\u{338}"] { #expect(set.family(cluster) == "Noto Sans Math") }
    #expect(set.family("z\u{338}") == "Noto Sans")
  }

  @Test func `a wildcard font yields to the font for the text's language`() throws {
    let regular = notoCJK + "NotoSansCJK-Regular.ttc"
    let fonts = try collection([
      entry("Noto Sans", noto + "NotoSans-Regular.ttf"),
      entry("Others", regular, "\"index\": 2, \"langs\": [\"*\"]"),
      entry("Japanese", regular, "\"index\": 0, \"langs\": [\"ja\"]"),
    ])
    let japanese = fonts.fontSet(for: FontDescription(), language: "ja")
    #expect(japanese.family("骨", script: "Hani") == "Japanese")
    let korean = fonts.fontSet(for: FontDescription(), language: "ko")
    #expect(korean.family("骨", script: "Hani") == "Others")
  }

  @Test func `a font for another language is used if no other covers the text`() throws {
    let fonts = try collection([
      entry("Noto Sans", noto + "NotoSans-Regular.ttf"),
      entry("Urdu", noto + "NotoNastaliqUrdu-Regular.ttf", "\"langs\": [\"ur\"]"),
    ])
    let set = fonts.fontSet(for: FontDescription(), language: "ar")
    #expect(set.family("ب", script: "Arab") == "Urdu")
  }

  @Test func `a fallback font matches the requested weight or synthesizes it`() throws {
    let fonts = try collection([
      entry("Noto Sans", noto + "NotoSans-Regular.ttf"),
      entry("Noto Sans", noto + "NotoSans-Bold.ttf"),
      entry("Hebrew", noto + "NotoSansHebrew-Regular.ttf"),
      entry("Hebrew", noto + "NotoSansHebrew-Bold.ttf"),
      entry("Runic", noto + "NotoSansRunic-Regular.ttf"),
    ])
    let set = fonts.fontSet(for: FontDescription(weight: 700), language: nil)
    #expect(set.primary.typeface.weight == 700)
    #expect(set.selection("א").instance.typeface.weight == 700)
    #expect(set.selection("א").instance.syntheticBold == 0)
    #expect(set.selection("ᚠ").instance.typeface.weight == 400)
    #expect(set.selection("ᚠ").instance.syntheticBold > 0)
    #expect(set.selection("ᚠ").reason == .fallback(2))
  }

  @Test func `a cluster takes a font covering base and marks, else the primary font`() throws {
    let fonts = try collection([
      entry("Box", TestFonts.path(of: "Box.ttf")),
      entry("Mark", TestFonts.path(of: "Mark.ttf")),
    ])
    let set = fonts.fontSet(for: FontDescription(), language: nil)
    // Box covers é, but neither x with an acute nor the acute itself.
    #expect(set.family("e\u{301}") == "Box")
    #expect(set.family("x\u{301}") == "Mark")
    let alone = set.selection("x\u{20DD}")
    #expect(alone.instance === set.primary)
    #expect(!alone.isComplete)
    #expect(alone.reason == .primary)
    #expect(set.family("x\u{200D}\u{FE0E}\u{E0101}") == "Box")
  }

  @Test func `emoji prefer the requested emoji font, and text a text font`() throws {
    let fonts = try TestFonts.collection()
    let set = fonts.fontSet(for: FontDescription(), language: nil)
    #expect(set.family("😀") == "Galley Emoji")
    #expect(set.family("1") == "Galley Box")
    #expect(set.family("1\u{FE0F}\u{20E3}") == "Galley Emoji")
    #expect(set.family("❤") == "Galley Emoji")  // No text font covers it.
    #expect(set.selection("❤").reason == .presentation)
    let emoji = fonts.fontSet(for: FontDescription(families: ["emoji"]), language: nil)
    #expect(emoji.family("1") == "Galley Box")
    #expect(emoji.family("😀") == "Galley Emoji")
    let named = fonts.fontSet(
      for: FontDescription(families: ["Galley Mark", "Galley Emoji Bitmap"]), language: nil)
    #expect(named.family("😀") == "Galley Emoji Bitmap")
    #expect(named.family("⭐") == "Galley Emoji")
    #expect(named.family("Ж") == "Galley Box")
    let listed = try notoCollection().fontSet(
      for: FontDescription(families: ["Noto Sans Hebrew", "Noto Color Emoji"]), language: nil)
    #expect(listed.family("❤") == "Noto Sans Symbols2")
    #expect(listed.family("❤️") == "Noto Color Emoji")
  }

  @Test(arguments: 0..<4)
  func `concurrent queries in any order get the same fonts`(round: Int) throws {
    let fonts = try notoCollection()
    let clusters = ["a", "ب", "日", "क्ष", "😀", "👨‍👩‍👧", "ก", "שׁ", "❤", "❤️", "\u{10FFFD}", "e\u{301}"]
    let answers = Mutex<[[String]]>([])
    let threads = Threads(8) { thread in
      let set = fonts.fontSet(for: FontDescription(weight: thread < 4 ? 400 : 700), language: nil)
      var found = [String](repeating: "", count: clusters.count)
      for step in clusters.indices {
        let index = (step * 5 + thread) % clusters.count
        let selection = set.selection(clusters[index])
        found[index] = "\(selection.instance.typeface.path) \(selection.reason)"
      }
      answers.withLock { $0.append(found.map { $0.replacing("Bold", with: "Regular") }) }
    }
    threads.wait()
    #expect(answers.withLock { Set($0).count } == 1)
    #expect(answers.withLock { $0.count } == 8)
  }

  @Test func `an explanation gives the range, the reason and the missing package`() throws {
    let explanations = try notoCollection().explain("a😀\u{A840}\u{E000}")
    #expect(explanations.map(\.range) == [0..<1, 1..<5, 5..<8, 8..<11])
    #expect(explanations.map(\.isComplete) == [true, true, false, false])
    #expect(explanations[0].reason == "the default font")
    #expect(explanations[1].reason == "it is shown as an emoji")
    #expect(explanations[2].reason == "no font has it")
    #expect(explanations.map(\.package) == [nil, nil, "fonts-noto-core", nil])
    let none = FontCollection.empty.explain("日😀ก☃𬀀\u{11F04}")
    #expect(
      none.map(\.package) == [
        "fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-noto-core", "fonts-noto-core",
        "fonts-hanazono", nil,
      ])
  }
}

/// Tests that depend on the fonts of the system.
@Suite struct SystemFontsTests {
  @Test(arguments: ["a", "ب", "日", "😀", "👨‍👩‍👧", "1️⃣"])
  func `system fonts cover major scripts and emoji`(cluster: String) {
    let set = FontCollection.system.fontSet(for: FontDescription(), language: nil)
    let selection = set.selection(cluster)
    #expect(selection.isComplete)
    #expect(selection.instance.typeface.isEmojiFont == (cluster.utf8.count > 3))
  }

  @Test(arguments: [
    ("ja", "Noto Sans CJK JP"), ("ko", "Noto Sans CJK KR"), ("zh-Hans", "Noto Sans CJK SC"),
    ("zh-TW", "Noto Sans CJK TC"), ("zh-HK", "Noto Sans CJK HK"),
  ])
  func `system Han fonts are selected by language`(language: String, family: String) {
    let set = FontCollection.system.fontSet(for: FontDescription(), language: language)
    #expect(set.family("骨", script: "Hani") == family)
  }

  @Test func `a system font is found by family name and style`() {
    let bold = FontDescription(
      families: ["No Such Font", "noto sans"], weight: 700, slant: .italic)
    let face = FontCollection.system.fontSet(for: bold, language: nil).primary.typeface
    #expect(face.family == "Noto Sans")
    #expect(face.weight == 700)
    #expect(face.slant == .italic)
    let monospace = FontDescription(families: ["monospace"])
    let family = FontCollection.system.fontSet(for: monospace, language: nil).primary.typeface
    #expect(family.family.contains("Mono"))
  }
}
