internal import GalleyBasics
internal import GalleyShaping

/// The normal form of a text's entities, with overlaps resolved.
///
/// Every list of entities has a normal form, in which each character has a unique chain of blocks,
/// at most one link, at most one picture, and a set of styles. Invalid entities are repaired:
///
/// | entity | problem | resolution |
/// |---|---|---|
/// | any | exceeds the text | truncated |
/// | any | an end inside a character's bytes | moved to the start of the character |
/// | any | empty | dropped |
/// | style | overlaps or touches its kind | merged |
/// | style or link | an end inside a custom emoji | extended over the emoji |
/// | `code` | inside `pre` | dropped there |
/// | `blockquote` `pre` | trailing line ends | trimmed; dropped if empty |
/// | `blockquote` | partially overlaps another | merged |
/// | `blockquote` | ends inside `pre` | extended to its end |
/// | `blockquote` | begins inside `pre` | begins after it and its line end |
/// | `pre` | overlaps another `pre` | merged |
/// | `pre` | overlaps the end of a `blockquote` | nested in the quotation, which is extended |
/// | `blockquote` `pre` | nested in more than 16 blocks | dropped |
/// | stated link | overlaps one that begins earlier, or is longer | begins after it |
/// | stated link | crosses the edge of a block | split there |
/// | detected link | overlaps another link or the edge of a block | dropped |
/// | `text_link` `url` `email` `phone_number` | its address may not be opened | dropped |
/// | `custom_emoji` | overlaps another, or the edge of a block | dropped: its text is shown |
///
/// Styles are `bold`, `italic`, `underline`, `strikethrough`, `spoiler` and `code`. Stated links
/// are `text_link`, `text_mention` and `date_time`; detected links are `url`, `mention`, `hashtag`,
/// `cashtag`, `bot_command`, `email` and `phone_number`. `LinkDestination` says whether an address
/// may be opened.
///
/// Everything else is kept: styles, links, spoilers and emoji may overlap each other in any way,
/// also inside code.
package struct NormalizedEntities: Hashable, Sendable {
  /// The entities in order of their start; of those with the same start, longer ones first, then
  /// blocks, links, spoilers, styles and emoji.
  package let entities: [MessageEntity]

  /// The quotations and code blocks in pre-order.
  let blocks: [MessageEntity]
  /// The ranges inside any block.
  let blockCover: RangeList
  /// The links, sorted and disjoint.
  let links: [MessageEntity]
  /// The custom emoji, sorted and disjoint.
  let emoji: [MessageEntity]
  let spoilers, code, bold, italic, underline, strikethrough: RangeList
  /// The entities of unknown types, sorted; they may overlap.
  let others: [MessageEntity]

  /// Resolves the overlaps of entities, which may have any ranges.
  ///
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  package init(_ given: [MessageEntity], in text: String) {
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
    // Detected links are checked last: the remaining ones are disjoint, so together they are no
    // longer than the text.
    links = Self.links(whole.filter { !$0.isExplicitAndRefused }, edges: edges).filter {
      !$0.kind.isDetectedLink || !$0.isRefused(in: text)
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

  /// Returns the custom emoji that neither overlap an earlier one nor cross the edge of a block.
  private static func emoji(_ entities: [MessageEntity], edges: [Int]) -> [MessageEntity] {
    var result: [MessageEntity] = []
    for entity in entities.filter(\.kind.isCustomEmoji).inOrder() {
      guard entity.range.lowerBound >= result.last?.range.upperBound ?? 0 else { continue }
      if !entity.isCut(at: edges) { result.append(entity) }
    }
    return result
  }

  /// Returns the links: those that state an address take precedence over those whose text is one.
  private static func links(_ entities: [MessageEntity], edges: [Int]) -> [MessageEntity] {
    var stated: [MessageEntity] = []
    var end = 0
    for entity in entities.filter(\.kind.isExplicitLink).inOrder() {
      let start = max(end, entity.range.lowerBound)
      guard start < entity.range.upperBound else { continue }
      end = entity.range.upperBound
      stated += MessageEntity(entity.kind, in: start..<end).cut(at: edges)
    }
    let taken = stated.map(\.range)
    var read: [MessageEntity] = []
    for entity in entities.filter(\.kind.isDetectedLink).inOrder() {
      guard entity.range.lowerBound >= read.last?.range.upperBound ?? 0,
        !taken.overlap(entity.range), !entity.isCut(at: edges)
      else { continue }
      read.append(entity)
    }
    return (stated + read).inOrder()
  }
}

extension MessageEntity.Kind {
  /// Whether the kind is a link that states its destination.
  var isExplicitLink: Bool {
    switch self {
    case .textLink, .textMention, .dateTime: true
    default: false
    }
  }

  /// Whether the kind is a link whose text is its destination.
  var isDetectedLink: Bool {
    switch self {
    case .url, .mention, .hashtag, .cashtag, .botCommand, .email, .phoneNumber: true
    default: false
    }
  }

  /// Whether a picture replaces the text.
  var isCustomEmoji: Bool { customEmojiID != nil }

  /// The identifier of the custom emoji; `nil` for other kinds.
  var customEmojiID: String? { if case .customEmoji(let id) = self { id } else { nil } }
}

extension MessageEntity {
  /// Returns the entity clamped to a text and aligned to characters, or `nil` if it becomes empty.
  fileprivate func clamped(to bytes: Span<UInt8>, lineEnds: RangeList) -> MessageEntity? {
    let lower = bytes.scalarStart(at: range.lowerBound)
    var upper = bytes.scalarStart(at: range.upperBound)
    if kind.isBlock, let ends = lineEnds.range(before: upper) { upper = ends.lowerBound }
    return lower < upper ? MessageEntity(kind, in: lower..<upper) : nil
  }

  /// Returns the entity, extended over the ranges that contain its ends.
  fileprivate func covering(_ pieces: [Range<Int>]) -> MessageEntity {
    guard !pieces.isEmpty, !kind.isBlock else { return self }
    return MessageEntity(kind, in: pieces.covering(range))
  }

  /// Returns whether any of `edges`, which are sorted, is inside the entity.
  fileprivate func isCut(at edges: [Int]) -> Bool {
    let next = edges.partitioningIndex { $0 > range.lowerBound }
    return next < edges.count && edges[next] < range.upperBound
  }

  /// Returns the entity split at `edges`, which are sorted.
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
