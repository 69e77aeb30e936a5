/// What the entities of a text come to, once overlaps are resolved.
///
/// Any list of entities has a normal form, in which each question about a character has one answer:
/// in which blocks it is, where it leads, which picture stands for it, and in which styles it is.
/// What is wrong in the list is repaired:
///
/// | entity | what is wrong | what becomes of it |
/// |---|---|---|
/// | any | reaches outside of the text | ends with the text |
/// | any | an end within a character's bytes | that end moves to the character's start |
/// | any | no bytes | left out |
/// | `bold` `italic` `underline` `strikethrough` `spoiler` `code` | overlaps or touches its kind | one entity |
/// | those, and links | an end within a custom emoji | covers all of the emoji |
/// | `code` | within `pre` | left out there |
/// | `blockquote` `pre` | line ends at its end | without them; nothing else in it: left out |
/// | `blockquote` | overlaps another in part | both are one |
/// | `blockquote` | ends within `pre` | goes on to the end of that |
/// | `blockquote` | begins within `pre` | begins behind that and its line end |
/// | `pre` | overlaps another `pre` | both are one |
/// | `pre` | overlaps the end of a `blockquote` | lies within the quotation, which goes on to its end |
/// | `blockquote` `pre` | more than 16 blocks around it | left out |
/// | `text_link` `text_mention` `date_time` | overlaps one that begins before it, or is longer | begins where that ends |
/// | those | goes over the edge of a block | is cut in two there |
/// | `url` `mention` `hashtag` `cashtag` `bot_command` `email` `phone_number` | overlaps another link or the edge of a block | left out |
/// | `text_link` `url` `email` `phone_number` | its address may not be opened (`LinkDestination`) | left out |
/// | `custom_emoji` | overlaps another, or the edge of a block | left out: its text is seen |
///
/// Nothing else is lost: styles, links, spoilers and emoji may overlap each other in any way, within
/// code too.
public struct NormalizedEntities: Hashable, Sendable {
  /// The entities by where they begin; of those that begin together longer ones first, then blocks,
  /// links, spoilers, styles and emoji.
  public let entities: [MessageEntity]

  /// Quotations and code: outer blocks before those within them, siblings in order.
  let blocks: [MessageEntity]
  /// What is in any block.
  let blockCover: RangeList
  /// In order, without overlaps.
  let links: [MessageEntity]
  /// In order, without overlaps.
  let emoji: [MessageEntity]
  let spoilers, code, bold, italic, underline, strikethrough: RangeList
  /// In order; they may overlap.
  let others: [MessageEntity]

  /// Resolves the overlaps of entities.
  ///
  /// - Parameters:
  ///   - given: The entities, which may lie anywhere.
  ///   - text: The text.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public init(_ given: [MessageEntity], in text: String) {
    let bytes = text.utf8.span
    let lineEnds =
      given.contains(where: \.kind.isBlock) ? RangeList(lineEndsOf: bytes) : RangeList()
    var valid: [MessageEntity] = []
    for entity in given {
      if let entity = entity.clamped(to: bytes, lineEnds: lineEnds) { valid.append(entity) }
    }
    blocks = BlockSweep(valid.filter(\.kind.isBlock), in: text).blocks
    blockCover = RangeList(unionOf: blocks.map(\.range))
    let edges = Array(Set(blocks.flatMap { [$0.range.lowerBound, $0.range.upperBound] })).sorted()
    emoji = Self.emoji(valid, edges: edges)

    let whole = valid.map { [ranges = emoji.map(\.range)] in $0.covering(ranges) }
    // Of links that are read, only those that are left are looked at: together they are no longer
    // than the text.
    links = Self.links(whole.filter { !$0.isStatedAndRefused }, edges: edges).filter {
      !$0.kind.isReadLink || !$0.isRefused(in: text)
    }
    func union(_ kind: MessageEntity.Kind) -> RangeList {
      RangeList(unionOf: whole.filter { $0.kind == kind }.map(\.range))
    }
    spoilers = union(.spoiler)
    code = union(.code).subtracting(blocks.filter(\.kind.isPre).map(\.range))
    bold = union(.bold)
    italic = union(.italic)
    underline = union(.underline)
    strikethrough = union(.strikethrough)
    others = valid.filter { if case .other = $0.kind { true } else { false } }.inOrder()

    var all = blocks + links
    let styles: [(MessageEntity.Kind, RangeList)] = [
      (.spoiler, spoilers), (.code, code), (.bold, bold), (.italic, italic),
      (.underline, underline), (.strikethrough, strikethrough),
    ]
    for (kind, list) in styles { all += list.ranges.map { MessageEntity(kind, in: $0) } }
    entities = (all + emoji + others).inOrder()
  }

  /// The custom emoji that neither overlap one before them nor have the edge of a block within them.
  private static func emoji(_ entities: [MessageEntity], edges: [Int]) -> [MessageEntity] {
    var result: [MessageEntity] = []
    for entity in entities.filter(\.kind.isCustomEmoji).inOrder() {
      guard entity.range.lowerBound >= result.last?.range.upperBound ?? 0 else { continue }
      if !entity.isCut(at: edges) { result.append(entity) }
    }
    return result
  }

  /// What leads somewhere: those that say where before those whose text says it.
  private static func links(_ entities: [MessageEntity], edges: [Int]) -> [MessageEntity] {
    var stated: [MessageEntity] = []
    var end = 0
    for entity in entities.filter(\.kind.isStatedLink).inOrder() {
      let start = max(end, entity.range.lowerBound)
      guard start < entity.range.upperBound else { continue }
      end = entity.range.upperBound
      stated += MessageEntity(entity.kind, in: start..<end).cut(at: edges)
    }
    let taken = stated.map(\.range)
    var read: [MessageEntity] = []
    for entity in entities.filter(\.kind.isReadLink).inOrder() {
      guard entity.range.lowerBound >= read.last?.range.upperBound ?? 0,
        !taken.overlap(entity.range), !entity.isCut(at: edges)
      else { continue }
      read.append(entity)
    }
    return (stated + read).inOrder()
  }
}

extension MessageEntity.Kind {
  /// Whether it leads to something that it names itself.
  var isStatedLink: Bool {
    switch self {
    case .textLink, .textMention, .dateTime: true
    default: false
    }
  }

  /// Whether it leads to what its text says.
  var isReadLink: Bool {
    switch self {
    case .url, .mention, .hashtag, .cashtag, .botCommand, .email, .phoneNumber: true
    default: false
    }
  }

  /// Whether a picture stands for the text.
  var isCustomEmoji: Bool { customEmojiID != nil }

  /// What the picture is known by that stands for the text, if one does.
  var customEmojiID: String? {
    if case .customEmoji(let id) = self { id } else { nil }
  }
}

extension MessageEntity {
  /// The entity within a text, with its ends between characters; `nil` if nothing is left of it.
  fileprivate func clamped(to bytes: Span<UInt8>, lineEnds: RangeList) -> MessageEntity? {
    let lower = bytes.characterStart(range.lowerBound)
    var upper = bytes.characterStart(range.upperBound)
    if kind.isBlock, let ends = lineEnds.range(before: upper) { upper = ends.lowerBound }
    return lower < upper ? MessageEntity(kind, in: lower..<upper) : nil
  }

  /// The entity, with its ends moved out of pieces of text that something stands for.
  fileprivate func covering(_ pieces: [Range<Int>]) -> MessageEntity {
    guard !pieces.isEmpty, !kind.isBlock else { return self }
    let lower = pieces.strictlyAround(range.lowerBound)?.lowerBound ?? range.lowerBound
    let upper = pieces.strictlyAround(range.upperBound)?.upperBound ?? range.upperBound
    return MessageEntity(kind, in: lower..<upper)
  }

  /// Whether one of `edges`, which are in order, is within the entity.
  fileprivate func isCut(at edges: [Int]) -> Bool {
    let next = edges.partitioningIndex { $0 > range.lowerBound }
    return next < edges.count && edges[next] < range.upperBound
  }

  /// The entity in pieces, none of which goes over one of `edges`, which are in order.
  fileprivate func cut(at edges: [Int]) -> [MessageEntity] {
    var pieces: [MessageEntity] = []
    var start = range.lowerBound
    var next = edges.partitioningIndex { $0 > start }
    while next < edges.count, edges[next] < range.upperBound {
      pieces.append(MessageEntity(kind, in: start..<edges[next]))
      start = edges[next]
      next += 1
    }
    pieces.append(MessageEntity(kind, in: start..<range.upperBound))
    return pieces
  }
}

extension Span<UInt8> {
  /// The start of the character of UTF-8 that `offset` is in; the nearest end of the text if it is
  /// outside of that.
  fileprivate func characterStart(_ offset: Int) -> Int {
    var offset = Swift.min(Swift.max(offset, 0), count)
    while offset > 0, offset < count, self[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
