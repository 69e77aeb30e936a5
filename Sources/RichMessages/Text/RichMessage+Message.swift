public import GalleyMessages
internal import GalleyTypesetting

extension RichMessage {
  /// Creates a rich message from a message with entities.
  ///
  /// The text outside blocks becomes paragraphs, which keep their line ends; quotations and code
  /// become blocks. Entities are normalized, and those of unknown types are dropped.
  ///
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public init(_ message: Message) {
    var reader = MessageReader(message)
    reader.read()
    self.init(reader.blocks, isRightToLeft: message.direction == .rightToLeft)
  }
}

/// A builder of blocks from a message.
private struct MessageReader {
  private(set) var blocks: [RichBlock] = []
  private let text: String
  private let steps: [NestedEntities.Step]
  private var builder: RichTreeBuilder
  /// The offsets at which blocks begin and end.
  private var starts: Set<Int> = []
  private var ends: Set<Int> = []

  init(_ message: Message) {
    text = message.text
    let entities = NormalizedEntities(message.entities, in: message.text).entities
    steps =
      NestedEntities(entities, length: message.text.utf8.count, plainCode: true) {
        $0.richRank
      }.steps
    for entity in entities where entity.kind.richRank == 0 {
      starts.insert(entity.range.lowerBound)
      ends.insert(entity.range.upperBound)
    }
    var limits = RichMessageLimits()
    limits.depth = RichMessageLimits.deepest
    (limits.characters, limits.blocks) = (.max, .max)
    builder = RichTreeBuilder(ReadingOptions(limits: limits), isStrict: false)
  }

  typealias ReadingOptions = RichMessage.ReadingOptions

  mutating func read() {
    // Entities nest less deep than the limit, so nothing is refused.
    do throws(RichTreeBuilder.Problem) {
      for step in steps { try read(step) }
    } catch {
      builder.clip()
    }
    blocks = (try? builder.finish()) ?? []
  }

  private mutating func read(_ step: NestedEntities.Step) throws(RichTreeBuilder.Problem) {
    switch step {
    case .text(var range):
      let bytes = text.utf8.span
      // The line ends around blocks separate them.
      if starts.contains(range.upperBound), bytes[range.upperBound - 1] == 0x0A {
        range = range.lowerBound..<range.upperBound - 1
      }
      if !range.isEmpty, ends.contains(range.lowerBound), bytes[range.lowerBound] == 0x0A {
        range = range.lowerBound + 1..<range.upperBound
      }
      try builder.add(text.utf8Slice(range), isVerbatim: true)
    case .open(let entity): try open(entity)
    case .close(let entity):
      guard entity.kind.richRank == 0 else { return try builder.close() }
      // The paragraph inside a quotation ends too.
      if case .paragraph = builder.top.element { try builder.close() }
      try builder.close()
    }
  }

  private mutating func open(_ entity: MessageEntity) throws(RichTreeBuilder.Problem) {
    switch entity.kind {
    case .pre(let language): try builder.beginBlock("p", .pre(language: language))
    case .blockquote(isExpandable: false): try builder.beginBlock("p", .quotation)
    case .blockquote(isExpandable: true): try builder.beginBlock("p", .expandable)
    default: try builder.beginInline("", element(entity))
    }
  }

  private func element(_ entity: MessageEntity) -> RichElement {
    let covered = text.utf8Slice(entity.range)
    switch entity.kind {
    case .bold: return .style(.bold)
    case .italic: return .style(.italic)
    case .underline: return .style(.underline)
    case .strikethrough: return .style(.strikethrough)
    case .spoiler: return .style(.spoiler)
    case .code: return .style(.code)
    case .textLink(let url): return .link(url)
    case .textMention(let user?): return .destination(.user(RichText.User(id: user)))
    case .dateTime(let unix, let format): return .dateTime(unix: unix, format: format)
    case .customEmoji(let id): return .emoji(id: id)
    default:
      return RichText.Link(detected: entity.kind, covered).map { .destination($0) } ?? .inert
    }
  }
}

extension MessageEntity.Kind {
  /// The nesting rank of the entity, 0 for the outermost, or `nil` if it has no element.
  fileprivate var richRank: Int? {
    switch self {
    case .blockquote, .pre: 0
    case .textLink, .textMention(user: .some), .dateTime, .url, .email, .phoneNumber, .mention,
      .hashtag, .cashtag, .botCommand:
      1
    case .spoiler: 2
    case .code: 3
    case .bold: 4
    case .italic: 5
    case .underline: 6
    case .strikethrough: 7
    case .customEmoji: 8
    case .textMention, .other: nil
    }
  }
}
