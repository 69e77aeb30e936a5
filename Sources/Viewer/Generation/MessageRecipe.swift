import GalleyBasics
import GalleyMessages

/// The kinds of generated messages.
enum MessageRecipe: Hashable {
  case plain, short, emoji, link, spoiler, quote, code, mixed, styled, long, captioned, images
  case service

  /// The frequency of each kind, in percent.
  private static let shares: [(recipe: MessageRecipe, share: Int)] = [
    (.plain, 41), (.short, 11), (.emoji, 3), (.link, 8), (.spoiler, 6), (.quote, 5), (.code, 4),
    (.mixed, 8), (.styled, 5), (.long, 4), (.captioned, 2), (.images, 2), (.service, 1),
  ]

  /// Returns a random kind.
  static func any(using random: inout SplitMix64) -> MessageRecipe {
    var number = Int.random(in: 0..<100, using: &random)
    for (recipe, share) in shares {
      number -= share
      if number < 0 { return recipe }
    }
    return .plain
  }

  /// Generates the text of a message of this kind.
  func write(to text: inout MessageText) {
    let book = text.book()
    switch self {
    case .plain: text.addSentences(text.number(in: 1...3), from: book)
    case .short: text.addWords(text.number(in: 1...3), from: book)
    case .emoji: for _ in 0..<text.number(in: 1...3) { text.addEmoji() }
    case .link: writeLink(to: &text, book)
    case .spoiler: writeSpoiler(to: &text, book)
    case .quote: writeQuote(to: &text, book)
    case .code: writeCode(to: &text, book)
    case .mixed:
      for _ in 0..<text.number(in: 2...4) { text.addSentences(1, from: text.book()) }
    case .styled: writeStyles(to: &text, book)
    case .long: text.addSentences(text.number(in: 8...16), from: book)
    case .captioned: text.addSentences(1, from: book)
    case .images: break
    case .service:
      text.add("Ada Lovelace", as: .bold)
      text.add(" changed the picture of the group")
    }
  }

  private func writeLink(to text: inout MessageText, _ book: PhraseBook) {
    text.addSentences(1, from: book)
    let address = "https://example.org/" + String(text.number(in: 1...99_999))
    if text.number(in: 0...1) == 0 {
      text.add(" ")
      text.add(address, as: .url)
    } else {
      text.add(" ")
      text.add(.textLink(url: address)) { $0.addWords(2, from: book) }
    }
    if text.number(in: 0...1) == 0 {
      text.add(" ")
      text.addSentences(1, from: book)
    }
  }

  private func writeSpoiler(to text: inout MessageText, _ book: PhraseBook) {
    text.addWords(3, from: book)
    text.add(" ")
    text.add(.spoiler) { $0.addWords($0.number(in: 2...9), from: book) }
    text.add(" ")
    text.addSentences(1, from: book)
  }

  private func writeQuote(to text: inout MessageText, _ book: PhraseBook) {
    let count = text.number(in: 1...9)
    text.add(.blockquote(isExpandable: count > 3)) { $0.addSentences(count, from: book) }
    text.add("\n")
    text.addSentences(1, from: book)
  }

  private func writeCode(to text: inout MessageText, _ book: PhraseBook) {
    text.addWords(4, from: book)
    if text.number(in: 0...1) == 0 {
      text.add(" ")
      text.add("tick(\(text.number(in: 1...120)))", as: .code)
      text.add(" ")
      text.addWords(3, from: book)
    } else {
      text.add("\n")
      let limit = text.number(in: 2...64)
      text.add(
        """
        func sum(_ numbers: [Int]) -> Int {
          var total = 0
          for number in numbers where number < \(limit) {
            total += number // those that are small
          }
          return total
        }
        """, as: .pre(language: "swift"))
    }
  }

  private func writeStyles(to text: inout MessageText, _ book: PhraseBook) {
    for kind in [MessageEntity.Kind.bold, .italic, .strikethrough, .underline] {
      text.addWords(text.number(in: 1...4), from: book)
      text.add(" ")
      text.add(kind) { $0.addWords(2, from: book) }
      text.add(" ")
    }
    text.add("@ada_lovelace", as: .mention)
    text.add(" ")
    text.add("#galley", as: .hashtag)
  }
}

/// The text of a message under construction, with its entities.
struct MessageText {
  private(set) var string = ""
  private(set) var entities: [MessageEntity] = []
  private var random: SplitMix64

  /// Creates an empty text that takes its words from a seeded random sequence.
  init(seed: UInt64) {
    random = SplitMix64(mixing: seed)
  }

  /// Returns a random number in a range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// Returns a random language, weighted by frequency.
  mutating func book() -> PhraseBook { PhraseBook.any(using: &random) }

  /// Adds plain text.
  mutating func add(_ text: String) { string += text }

  /// Adds text with an entity.
  mutating func add(_ text: String, as kind: MessageEntity.Kind) {
    add(kind) { $0.add(text) }
  }

  /// Adds an entity over the text that `body` adds.
  mutating func add(_ kind: MessageEntity.Kind, _ body: (inout MessageText) -> Void) {
    let start = string.utf8.count
    body(&self)
    entities.append(MessageEntity(kind, in: start..<string.utf8.count))
  }

  mutating func addEmoji() {
    string += PhraseBook.emoji[number(in: 0...PhraseBook.emoji.count - 1)]
  }

  /// Adds words, separated as the language requires.
  mutating func addWords(_ count: Int, from book: PhraseBook) {
    for index in 0..<count {
      if index > 0 { string += book.space }
      string += book.words[number(in: 0...book.words.count - 1)]
    }
  }

  /// Adds sentences of a few words each, some followed by an emoji.
  mutating func addSentences(_ count: Int, from book: PhraseBook) {
    for _ in 0..<count {
      if let last = string.last, !last.isWhitespace { string += " " }
      addWords(number(in: 3...11), from: book)
      string += book.end
      if number(in: 0...7) == 0 {
        string += " "
        addEmoji()
      }
    }
  }
}
