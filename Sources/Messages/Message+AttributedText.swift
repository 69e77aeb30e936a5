public import GalleyTypesetting
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyHighlighting

/// A stretch of code and the part that it plays in its language.
public struct ColoredCode: Hashable, Sendable {
  /// The stretch, in UTF-8 offsets from the start of the block of code.
  public var range: Range<Int>
  /// The color of the stretch.
  public var color: PaintColor

  /// Makes a stretch.
  public init(_ range: Range<Int>, color: PaintColor) {
    self.range = range
    self.color = color
  }
}

extension Message {
  /// The message as text that can be laid out.
  ///
  /// Entities are taken in their normal form (``NormalizedEntities``). Quotations and blocks of code
  /// become blocks, in the order in which they begin; a custom emoji becomes one U+FFFC, a point in
  /// time that has a format what `dates` says, and ``AttributedText/indexMap`` leads from the text that is laid out to the message's own. The
  /// message's size, language and direction come before those of `theme`.
  ///
  /// - Parameters:
  ///   - theme: How the parts of the message look.
  ///   - dates: How points in time are written that want to be shown in a format of theirs; `nil` shows
  ///     the message's own text.
  ///   - highlighter: Called for each block of code with its language and its text; gives back
  ///     stretches in order and without overlaps, others of which are left out. The usual one knows the
  ///     languages of `SyntaxLanguage`.
  /// - Returns: The text, whose styles, blocks, attachments and annotations are those of the message.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities, beside what
  ///   `highlighter` takes.
  public func attributedText(
    theme: MessageTheme = MessageTheme(), dates: DateFormatting? = DateFormatting(),
    highlighter: (_ language: String, _ code: String) -> [ColoredCode] =
      ColoredCode.tokens(ofLanguage:in:)
  ) -> AttributedText {
    var base = theme.text
    if let size { base.font.size = size }
    if let language { base.language = language }
    let normal = NormalizedEntities(entities, in: text)
    var styles = MessageStyles(theme: theme, base: base)
    var result = AttributedText(
      text, replacing: replacements(in: normal, &styles, dates: dates), style: base,
      direction: direction ?? .auto, language: language)
    if theme.lineBreakRules != LineBreakRules() { result.lineBreakRules = theme.lineBreakRules }

    let map = result.indexMap
    let colors = normal.blocks.flatMap { coloredCode(of: $0, highlighter) }
    var end = 0
    result.setStyles(
      StyleSweep(normal, colors: colors).compactMap { stretch in
        // Of what is replaced as a whole, the first of several styles counts.
        let range = map.layoutRange(ofSource: stretch.range).clamped(to: end..<result.length)
        end = max(end, range.upperBound)
        return range.isEmpty ? nil : (range: range, style: styles.style(of: stretch))
      })
    result.addBlocks(
      normal.blocks.map { block in
        var block = theme.block(for: block)
        block.range = map.layoutRange(ofSource: block.range)
        return block
      })
    for entity in normal.entities {
      guard let kind = annotation(for: entity) else { continue }
      result.annotate(map.layoutRange(ofSource: entity.range), as: kind)
    }
    return result
  }

  /// What stands for pieces of the text, in order.
  private func replacements(
    in normal: NormalizedEntities, _ styles: inout MessageStyles, dates: DateFormatting?
  ) -> [(range: Range<Int>, replacement: AttributedText.Replacement)] {
    var pieces: [(range: Range<Int>, replacement: AttributedText.Replacement)] = []
    for emoji in normal.emoji {
      let (range, attachment) = attachment(for: emoji, in: normal, &styles)
      pieces.append((range, .attachment(attachment)))
    }
    let moments = dates == nil ? [] : normal.links.filter(\.kind.isDateTime)
    guard let dates, !moments.isEmpty else { return pieces }
    // Of a date that blocks part, no part is all of it.
    let whole = Set(entities.filter(\.kind.isDateTime))
    for entity in moments where whole.contains(entity) {
      guard case .dateTime(let unix, let format?) = entity.kind,
        let text = dates.text(for: unix, format, in: language)
      else { continue }
      pieces.append((entity.range, .text(text)))
    }
    // Where a picture is within a date, the date comes first and the picture is left out.
    return pieces.sorted {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
  }

  private func attachment(
    for entity: MessageEntity, in normal: NormalizedEntities, _ styles: inout MessageStyles
  ) -> (range: Range<Int>, attachment: TextAttachment) {
    var parts: StyleSweep.Parts = []
    if normal.blockCover.ranges.overlap(entity.range) { parts.insert(.block) }
    if normal.code.ranges.overlap(entity.range) { parts.insert(.code) }
    let side = styles.style(of: parts).font.size * styles.theme.emojiScale
    let attachment = TextAttachment(
      id: entity.kind.customEmojiID ?? "", size: Size(width: side, height: side),
      text: text.utf8Slice(entity.range))
    return (entity.range, attachment)
  }

  /// What a block's code is colored with, in offsets of the message.
  private func coloredCode(
    of block: MessageEntity, _ highlighter: (String, String) -> [ColoredCode]
  ) -> [ColoredCode] {
    guard case .pre(let language?) = block.kind else { return [] }
    var end = 0
    var result: [ColoredCode] = []
    for stretch in highlighter(language, text.utf8Slice(block.range)) {
      guard stretch.range.lowerBound >= end, stretch.range.upperBound <= block.range.count else {
        continue
      }
      end = stretch.range.upperBound
      let start = block.range.lowerBound
      result.append(
        ColoredCode(
          start + stretch.range.lowerBound..<start + stretch.range.upperBound, color: stretch.color)
      )
    }
    return result
  }

  private func annotation(for entity: MessageEntity) -> Annotation.Kind? {
    switch entity.kind {
    case .spoiler: .spoiler
    case .code: .code
    case .other(let name): .other(type: name, value: nil)
    case let kind where kind.isStatedLink || kind.isReadLink:
      .link(type: kind.name, url: entity.address(in: text))
    default: nil
    }
  }
}

extension MessageEntity.Kind {
  fileprivate var isDateTime: Bool {
    if case .dateTime = self { true } else { false }
  }
}

extension MessageEntity {
  /// The absolute address that the entity leads to, if it has one that may be opened.
  ///
  /// Names of people, tags and commands mean something in their chat only, and have none.
  package func address(in text: String) -> String? {
    statedAddress(in: text).flatMap(LinkAddress.url(for:))
  }

  /// Whether the entity states an address that may not be opened.
  var isStatedAndRefused: Bool {
    if case .textLink(let url) = kind { LinkAddress.url(for: url) == nil } else { false }
  }

  /// Whether the entity leads to an address that may not be opened.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address, which may be the entity's text.
  func isRefused(in text: String) -> Bool {
    statedAddress(in: text).map { LinkAddress.url(for: $0) == nil } ?? false
  }

  /// The address as the entity states it.
  private func statedAddress(in text: String) -> String? {
    switch kind {
    case .textLink(let url): url
    case .textMention(let user): user.map { "tg://user?id=\($0)" }
    case .dateTime(let unix, let format):
      "tg://time?unix=\(unix)" + (format.map { "&format=\($0.letters)" } ?? "")
    case .url: text.utf8Slice(range)
    case .email: "mailto:" + text.utf8Slice(range)
    case .phoneNumber: "tel:" + text.utf8Slice(range).filter { $0 == "+" || $0.isWholeNumber }
    default: nil
    }
  }
}

extension MessageTheme {
  /// The block that an entity asks for.
  fileprivate func block(for entity: MessageEntity) -> TextBlock {
    switch entity.kind {
    case .pre(let language):
      TextBlock(
        .code(language: language), in: entity.range,
        title: namesLanguages ? language.flatMap(Self.title(ofLanguage:)) : nil, paint: codePaint)
    default:
      TextBlock(
        .quote, in: entity.range, isCollapsible: entity.kind == .blockquote(isExpandable: true),
        paint: quotePaint)
    }
  }

  /// A language's name for people: if the language is not known, each of its words with a capital.
  private static func title(ofLanguage name: String) -> String? {
    if let language = SyntaxLanguage(named: name) { return language.name }
    let words = name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
