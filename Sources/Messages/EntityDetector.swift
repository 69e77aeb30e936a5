/// Finds what people write to be followed: addresses, mentions, tags, commands, numbers.
///
/// | kind | what it is | example |
/// |---|---|---|
/// | `url` | `http`, `https`, `ftp`, `tg`, `ton` or `tonsite`, `://`, a host, and what follows | `https://a.example/b_(c)` |
/// | `url` | a host of two names or more with a known last one, and what follows | `пример.рф/x?y` |
/// | `email` | letters, digits and `._%+-`, `@`, a host of two names or more | `a.b@c.example` |
/// | `phone_number` | `+` and 7 to 15 digits; or 10 or 11 digits in groups | `+1-212-555-0123` |
/// | `mention` | `@` and 3 to 32 letters, digits and `_` of ASCII, a letter first | `@username` |
/// | `hashtag` | `#` and up to 256 letters, marks, digits and `_` of any script, not only digits | `#тег` |
/// | `cashtag` | `$` and 3 to 8 capitals | `$USD` |
/// | `bot_command` | `/` and up to 64 letters, digits and `_` of ASCII | `/start@jobs_bot` |
///
/// Tags and commands may name a chat or a bot behind an `@`. All begin where no word goes on: behind a
/// letter, a digit or a `_` nothing begins, but for Chinese and Japanese letters, behind which nobody
/// writes a space. An address ends before white space, quotation marks, `<` and `>`, the punctuation
/// of East Asia, and a bracket that closes one outside of it; punctuation at its end is not part of it.
public struct EntityDetector: Hashable, Sendable {
  /// What is looked for.
  public struct Kinds: OptionSet, Hashable, Sendable {
    /// A bit for each kind.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Addresses of the web.
    public static let urls = Kinds(rawValue: 1)
    /// Addresses of mail.
    public static let emails = Kinds(rawValue: 2)
    /// Telephone numbers.
    public static let phoneNumbers = Kinds(rawValue: 4)
    /// Names of people and chats.
    public static let mentions = Kinds(rawValue: 8)
    /// Tags.
    public static let hashtags = Kinds(rawValue: 16)
    /// Names of stocks and currencies.
    public static let cashtags = Kinds(rawValue: 32)
    /// Commands to bots.
    public static let botCommands = Kinds(rawValue: 64)
    /// Everything there is.
    public static let all = Kinds(rawValue: 127)
  }

  /// What is looked for.
  public var kinds: Kinds

  /// Makes a detector.
  public init(_ kinds: Kinds = .all) {
    self.kinds = kinds
  }

  /// What there is in a text.
  ///
  /// - Parameter text: The text.
  /// - Returns: The entities, in order and without overlaps.
  /// - Complexity: O(*n*), where *n* is the length of `text`.
  public func entities(in text: String) -> [MessageEntity] {
    var scanner = EntityScanner(text)
    var result: [MessageEntity] = []
    while let entity = scanner.next() {
      if kinds.contains(Kinds(entity.kind)) { result.append(entity) }
    }
    return result
  }
}

extension EntityDetector.Kinds {
  fileprivate init(_ kind: MessageEntity.Kind) {
    switch kind {
    case .url: self = .urls
    case .email: self = .emails
    case .phoneNumber: self = .phoneNumbers
    case .mention: self = .mentions
    case .hashtag: self = .hashtags
    case .cashtag: self = .cashtags
    default: self = .botCommands
    }
  }
}

extension Message {
  /// Adds what a detector finds in the text.
  ///
  /// Within code, links and custom emoji nothing is added.
  ///
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public mutating func detectEntities(_ detector: EntityDetector = EntityDetector()) {
    let normal = NormalizedEntities(entities, in: text)
    let code = normal.blocks.filter(\.kind.isPre).map(\.range) + normal.code.ranges
    let taken = RangeList(unionOf: code + normal.links.map(\.range) + normal.emoji.map(\.range))
    entities += detector.entities(in: text).filter { !taken.ranges.overlap($0.range) }
  }
}

/// A walk over a text that stops at each entity.
private struct EntityScanner {
  private let text: ScannedText
  private var offset = 0
  /// Where the last entity ended.
  private var end = 0

  init(_ text: String) {
    self.text = ScannedText(text)
  }

  /// The next entity.
  mutating func next() -> MessageEntity? {
    while offset < text.count {
      let start = offset
      guard let (kind, range) = match() else {
        if offset == start { offset = text.next(start) }
        continue
      }
      offset = range.upperBound
      end = range.upperBound
      return MessageEntity(kind, in: range)
    }
    return nil
  }

  /// What begins at the offset, or has its `@` there.
  private mutating func match() -> (MessageEntity.Kind, Range<Int>)? {
    let byte = text[offset]
    switch byte {
    case UInt8(ascii: "@"):
      if let range = text.email(around: offset, after: end) { return (.email, range) }
      return found(.mention, text.isWordBefore(offset) ? nil : text.mentionEnd(offset))
    case UInt8(ascii: "#"): return found(.hashtag, text.hashtagEnd(offset))
    case UInt8(ascii: "$"): return found(.cashtag, text.cashtagEnd(offset))
    case UInt8(ascii: "/"): return found(.botCommand, text.commandEnd(offset))
    case UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if !text.isWordBefore(offset), let phone = found(.phoneNumber, text.phoneEnd(offset)) {
        return phone
      }
    default: break
    }
    guard byte >= 0x80 || ScannedText.isASCIIWord(byte), !text.isWordBefore(offset) else {
      return nil
    }
    if let url = found(.url, text.schemedURLEnd(offset)) { return url }
    let host = text.host(offset)
    if host.isDomain, text[host.end] != UInt8(ascii: "@"),
      text.isHostBefore(offset) == false
    {
      return found(.url, text.addressEnd(behindHost: host.end))
    }
    // What is in a host that is none, is none either: its last name is the same.
    offset = text.firstEdge(in: offset..<max(host.end, offset))
    return nil
  }

  private func found(
    _ kind: MessageEntity.Kind, _ end: Int?
  ) -> (MessageEntity.Kind, Range<Int>)? {
    end.map { (kind, offset..<$0) }
  }
}
