internal import GalleyBasics

/// A generator of texts on which engines may disagree: phrases, cut and joined by characters that
/// affect line breaks, in narrow widths.
package struct FuzzTexts {
  /// A phrase with its language.
  package struct Phrase: Hashable, Sendable {
    /// The language, as a BCP 47 tag.
    package var language: String?
    /// The text.
    package var text: String

    /// Creates a phrase.
    package init(_ text: String, language: String? = nil) {
      self.text = text
      self.language = language
    }
  }

  private let phrases: [Phrase]
  private var random: SplitMix64
  private var count = 0

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - phrases: The phrases; not empty.
  ///   - seed: The seed. Equal seeds give equal texts.
  package init(_ phrases: [Phrase], seed: UInt64) {
    precondition(!phrases.isEmpty, "a generator needs phrases")
    self.phrases = phrases
    random = SplitMix64(mixing: seed)
  }

  /// Returns the next text.
  package mutating func next() -> ComparedText {
    count += 1
    let first = phrases[Int.random(in: phrases.indices, using: &random)]
    var string = part(of: first.text)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      string += Self.joints[Int.random(in: Self.joints.indices, using: &random)]
      let isOther = Int.random(in: 0..<4, using: &random) == 0
      let phrase = isOther ? phrases[Int.random(in: phrases.indices, using: &random)] : first
      string += part(of: phrase.text)
    }
    let width = Double(10 * Int.random(in: 4...30, using: &random))
    var text = ComparedText(name: "fuzz-\(count)", string, width: width)
    text.language = first.language
    return text
  }

  /// Returns a part of a phrase, between any two of its characters.
  private mutating func part(of phrase: String) -> String {
    let characters = Array(phrase)
    let start = Int.random(in: 0...characters.count / 2, using: &random)
    let end = Int.random(in: start...characters.count, using: &random)
    return String(characters[start..<end])
  }

  private static let joints = [
    " ", "\n", "/", "-", "–", "—", "…", " (", ") ", "“", "” ", "’", "\u{200B}", "\u{A0}",
    "\u{2060}",
    "\u{AD}", ", ", ".", " 1,234.5 ", "%", "$", "°", "!?", "。", "、", "「", "」", "👩‍👩‍👧", "1️⃣", "🇳🇴🇸🇪",
    "\t", "  ", "://", "?a=b&c=", "#", "@", "+", "×", "\u{200D}", "\u{200C}",
  ]

  /// Phrases in scripts with different rules for line breaks.
  package static let phrases = [
    Phrase("The second train is faster, but it does not stop.", language: "en"),
    Phrase("https://example.org/a-b/c_d?e=1&f=2#g", language: "en"),
    Phrase("Die Straßenbahn fährt um 9:30 Uhr (Gleis 4).", language: "de"),
    Phrase("« Bonjour ! » dit-elle, n’est-ce pas ?", language: "fr"),
    Phrase("Поезд опаздывает на 10–15 минут.", language: "ru"),
    Phrase("הרכבת מאחרת שוב ב־10 דקות (רציף 4).", language: "he"),
    Phrase("القطار متأخر ١٠ دقائق، أليس كذلك؟", language: "ar"),
    Phrase("रेलगाड़ी दस मिनट देर से आएगी। विद्यार्थी", language: "hi"),
    Phrase("รถไฟมาสายครึ่งชั่วโมงอีกแล้ว", language: "th"),
    Phrase("ຈະໄປຕະຫຼາດນຳກັນ", language: "lo"),
    Phrase("យើងទៅផ្សារជាមួយគ្នា", language: "km"),
    Phrase("ကျောင်းမှာ တွေ့ကြမယ်", language: "my"),
    Phrase("電車が「また」遅れます。シャワーをあびる、ジョーカー！", language: "ja"),
    Phrase("火车又晚点了，我们“明天”再说吧。", language: "zh-Hans"),
    Phrase("열쇠 가져오는 거 잊지 마세요.", language: "ko"),
    Phrase("🏳️‍🌈👍🏽 ❤️☕ 2️⃣"),
  ]
}
