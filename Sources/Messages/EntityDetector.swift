internal import GalleyBasics

/// A detector of entities in plain text: addresses, mentions, tags, commands and numbers.
///
/// | kind | syntax | example |
/// |---|---|---|
/// | `url` | a supported scheme, `://`, a host, and an optional path | `https://a.example/b_(c)` |
/// | `url` | a host with a known top-level domain, and an optional path | `пример.рф/x?y` |
/// | `email` | letters, digits and `._%+-`, `@`, a host | `a.b@c.example` |
/// | `phone_number` | `+` and 7 to 15 digits, or 10 or 11 digits in groups | `+1-212-555-0123` |
/// | `mention` | `@` and 3 to 32 ASCII letters, digits and `_`, a letter first | `@username` |
/// | `hashtag` | `#` and up to 256 letters, marks, digits and `_`, not only digits | `#тег` |
/// | `cashtag` | `$` and 3 to 8 capital letters | `$USD` |
/// | `bot_command` | `/` and up to 64 ASCII letters, digits and `_` | `/start@jobs_bot` |
///
/// The supported schemes are `http`, `https`, `ftp`, `tg`, `ton` and `tonsite`. Without a scheme, a
/// host has two or more labels. Hashtags may be in any script.
///
/// Tags and commands may be followed by `@` and the name of a chat or a bot. An entity does not
/// start directly after a letter, a digit or `_`, except after Chinese and Japanese letters,
/// because these scripts do not separate words by spaces. An address ends before white space,
/// quotation marks, `<` and `>`, East Asian punctuation, and an unbalanced closing bracket;
/// punctuation at its end is not part of it.
public struct EntityDetector: Hashable, Sendable {
  /// The kinds of entities to detect.
  public struct Kinds: OptionSet, Hashable, Sendable {
    /// A bit for each kind.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Web addresses.
    public static let urls = Kinds(rawValue: 1)
    /// Email addresses.
    public static let emails = Kinds(rawValue: 2)
    /// Telephone numbers.
    public static let phoneNumbers = Kinds(rawValue: 4)
    /// User and chat names.
    public static let mentions = Kinds(rawValue: 8)
    /// Hashtags.
    public static let hashtags = Kinds(rawValue: 16)
    /// Stock and currency symbols.
    public static let cashtags = Kinds(rawValue: 32)
    /// Bot commands.
    public static let botCommands = Kinds(rawValue: 64)
    /// All kinds.
    public static let all = Kinds(rawValue: 127)
  }

  /// The kinds of entities to detect.
  public var kinds: Kinds

  /// Creates a detector.
  public init(_ kinds: Kinds = .all) { self.kinds = kinds }

  /// Returns the entities in a text.
  ///
  /// - Parameter text: The text.
  /// - Returns: The entities, sorted and disjoint.
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
  /// Adds the entities that a detector finds in the text.
  ///
  /// Code, links and custom emoji are skipped.
  ///
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public mutating func detectEntities(_ detector: EntityDetector = EntityDetector()) {
    let normal = NormalizedEntities(entities, in: text)
    let code = normal.blocks.filter(\.kind.isPre).map(\.range) + normal.code.ranges
    let taken = RangeList(unionOf: code + normal.links.map(\.range) + normal.emoji.map(\.range))
    entities += detector.entities(in: text).filter { !taken.ranges.overlap($0.range) }
  }
}

/// A scanner that stops at each entity of a text.
private struct EntityScanner {
  private let text: ScannedText
  private var offset = 0
  /// The end of the last entity.
  private var end = 0

  init(_ text: String) { self.text = ScannedText(text) }

  /// Returns the next entity.
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

  /// Returns the entity that begins at the offset, or has its `@` there.
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
    if host.isDomain, text[host.end] != UInt8(ascii: "@"), text.isHostBefore(offset) == false {
      return found(.url, text.addressEnd(behindHost: host.end))
    }
    // The suffixes of an invalid host are invalid as well: they have the same top-level domain.
    offset = text.firstEdge(in: offset..<max(host.end, offset))
    return nil
  }

  private func found(_ kind: MessageEntity.Kind, _ end: Int?) -> (MessageEntity.Kind, Range<Int>)? {
    end.map { (kind, offset..<$0) }
  }
}
