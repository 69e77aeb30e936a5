import GalleyBasics
import GalleyMessages

/// A generator of texts of any length, for measurements of growing cost.
///
/// Equal arguments give equal texts.
struct GrowthTexts {
  /// The kinds of texts.
  enum Kind: String, CaseIterable {
    /// English-like words in paragraphs.
    case plain
    /// Hebrew, Latin and digits in turns, in paragraphs.
    case bidi
    /// Chinese characters with punctuation.
    case cjk = "CJK"
    /// Emoji, a third of them sequences.
    case emoji
    /// Letters without any space.
    case unbroken
    /// The words of plain text, with an entity every fifty bytes.
    case styled
  }

  private var random = SplitMix64(seed: 17)
  /// Words that come again; real text repeats four of five.
  private var vocabulary: [String] = []

  /// Creates a generator with a vocabulary.
  init() {
    vocabulary = (0..<2_000).map { _ in word(of: Self.latin) }
  }

  private static let latin = Array("abcdefghijklmnoprstuvwyz")
  private static let hebrew = Array("אבגדהוזחטיכלמנסעפצקרשת")
  private static let faces = ["😀", "❤️", "👍🏽", "👨‍👩‍👧", "🇩🇪", "🎉", "☕", "🚗", "🌙"]

  /// Returns a message of a kind with about that many bytes.
  mutating func message(_ kind: Kind, bytes: Int) -> Message {
    switch kind {
    case .plain: return Message(text(bytes) { $0.nextWord() })
    case .bidi:
      return Message(
        text(bytes) { texts in
          switch texts.random.next() % 4 {
          case 0: texts.nextWord()
          case 1: String(texts.random.next() % 10_000)
          default: texts.word(of: Self.hebrew)
          }
        })
    case .cjk: return Message(text(bytes, separator: "") { $0.clause() })
    case .emoji:
      return Message(text(bytes, separator: "") { Self.faces[$0.below(Self.faces.count)] })
    case .unbroken:
      let letters = (0..<bytes).map { _ in Self.latin[below(Self.latin.count)] }
      return Message(String(letters))
    case .styled:
      let text = text(bytes) { $0.nextWord() }
      return Message(text, entities: Self.entities(bytes: text.utf8.count))
    }
  }

  /// Returns a short message unlike all others.
  mutating func shortMessage() -> Message { message(.plain, bytes: 20 + below(60)) }

  private mutating func text(
    _ bytes: Int, separator: String = " ", _ part: (inout GrowthTexts) -> String
  ) -> String {
    var text = ""
    var count = 0
    while text.utf8.count < bytes {
      text += part(&self)
      count += 1
      text += count % 60 == 0 ? "\n" : separator
    }
    return text
  }

  private static func entities(bytes: Int) -> [MessageEntity] {
    let kinds: [MessageEntity.Kind] = [
      .bold, .italic, .textLink(url: "https://example.org"), .code, .underline, .strikethrough,
    ]
    return stride(from: 0, to: bytes - 50, by: 50).map { start in
      MessageEntity(kinds[start / 50 % kinds.count], in: start..<start + 20)
    }
  }

  private mutating func nextWord() -> String {
    below(5) == 0 ? word(of: Self.latin) : vocabulary[below(vocabulary.count)]
  }

  private mutating func word(of letters: [Character]) -> String {
    String((0..<2 + below(8)).map { _ in letters[below(letters.count)] })
  }

  private mutating func clause() -> String {
    let characters = (0..<4 + below(8)).compactMap { _ in
      Unicode.Scalar(0x4E00 + UInt32(below(3_000))).map(Character.init)
    }
    return String(characters) + (below(3) == 0 ? "。" : "，")
  }

  private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}
