internal import GalleyBasics
public import GalleyTypesetting
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyHighlighting

extension MessageTheme {
  /// A colored range of code.
  public struct ColoredCode: Hashable, Sendable {
    /// The range, in UTF-8 offsets from the start of the code block.
    public var range: Range<Int>
    /// The color of the range.
    public var color: PaintColor

    /// Creates a colored range.
    public init(_ range: Range<Int>, color: PaintColor) {
      self.range = range
      self.color = color
    }
  }
}

extension Message {
  /// Returns the message as text for layout.
  ///
  /// Entities are normalized first: sorted, and split where they overlap. Quotations and code
  /// blocks become blocks, in order of their start; a custom emoji becomes one U+FFFC, and a date
  /// with a format becomes the text from `dates`. `AttributedText.indexMap` maps the result to
  /// the message's own text. The message's size, language and direction take precedence over those
  /// of `theme`.
  ///
  /// - Parameters:
  ///   - theme: The appearance of the message.
  ///   - dates: The formatting of dates; `nil` shows the message's own text.
  ///   - highlighter: Called for each code block with its language and text; returns sorted,
  ///     disjoint ranges, and others are ignored. The default supports the languages of
  ///     `SyntaxLanguage`.
  /// - Returns: The text, with the styles, blocks, attachments and annotations of the message.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities, plus the cost of
  ///   `highlighter`.
  public func attributedText(
    theme: MessageTheme = MessageTheme(), dates: DateFormatting? = DateFormatting(),
    highlighter: (_ language: String, _ code: String) -> [MessageTheme.ColoredCode] =
      MessageTheme.ColoredCode.tokens(ofLanguage:in:)
  ) -> AttributedText {
    var base = theme.text
    if let size { base.font.size = size }
    if let language { base.language = language }
    let normal = NormalizedEntities(entities, in: text)
    var styles = MessageStyles(theme: theme, base: base)
    var result = AttributedText(
      text, replacing: replacements(in: normal, &styles, dates: dates), style: base,
      direction: direction ?? .auto, language: language)
    if theme.lineBreakRules != AttributedText.LineBreakRules() {
      result.lineBreakRules = theme.lineBreakRules
    }

    let map = result.indexMap
    let colors = normal.blocks.flatMap { coloredCode(of: $0, highlighter) }
    var end = 0
    result.setStyles(
      StyleSweep(normal, colors: colors).compactMap { stretch in
        // The first of several styles applies to a range that is replaced as a whole.
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

  /// Returns the replacements of parts of the text, in order.
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
    // A date split by blocks is not replaced, because no part of it is the whole date.
    let whole = Set(entities.filter(\.kind.isDateTime))
    for entity in moments where whole.contains(entity) {
      guard case .dateTime(let unix, let format?) = entity.kind,
        let text = dates.text(for: unix, format, in: language)
      else { continue }
      pieces.append((entity.range, .text(text)))
    }
    // If a date contains a picture, the date is sorted first and the picture is dropped.
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

  /// Returns the colored ranges of a block's code, in offsets of the message.
  private func coloredCode(
    of block: MessageEntity, _ highlighter: (String, String) -> [MessageTheme.ColoredCode]
  ) -> [MessageTheme.ColoredCode] {
    guard case .pre(let language?) = block.kind else { return [] }
    var end = 0
    var result: [MessageTheme.ColoredCode] = []
    for stretch in highlighter(language, text.utf8Slice(block.range)) {
      guard stretch.range.lowerBound >= end, stretch.range.upperBound <= block.range.count else {
        continue
      }
      end = stretch.range.upperBound
      let start = block.range.lowerBound
      result.append(
        MessageTheme.ColoredCode(
          start + stretch.range.lowerBound..<start + stretch.range.upperBound, color: stretch.color)
      )
    }
    return result
  }

  private func annotation(for entity: MessageEntity) -> AttributedText.Annotation.Kind? {
    switch entity.kind {
    case .spoiler: .spoiler
    case .code: .code
    case .other(let name): .other(type: name, value: nil)
    case let kind where kind.isExplicitLink || kind.isDetectedLink:
      .link(type: kind.name, url: entity.address(in: text))
    default: nil
    }
  }
}

extension MessageEntity.Kind {
  fileprivate var isDateTime: Bool { if case .dateTime = self { true } else { false } }
}

extension MessageEntity {
  /// Returns the absolute address that the entity opens, or `nil` if it has none that may be
  /// opened.
  ///
  /// Mentions, tags and commands have no address, because their meaning depends on the chat.
  package func address(in text: String) -> String? {
    statedAddress(in: text).flatMap(LinkAddress.url(for:))
  }

  /// Whether the entity states an address that may not be opened.
  var isExplicitAndRefused: Bool {
    if case .textLink(let url) = kind { LinkAddress.url(for: url) == nil } else { false }
  }

  /// Returns whether the entity's address may not be opened.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address, which may be the entity's text.
  func isRefused(in text: String) -> Bool {
    statedAddress(in: text).map { LinkAddress.url(for: $0) == nil } ?? false
  }

  /// Returns the address as the entity states it.
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
  /// Returns the block of an entity.
  package func block(for entity: MessageEntity) -> TextBlock {
    switch entity.kind {
    case .pre(let language):
      TextBlock(
        .code(language: language), in: entity.range,
        title: namesLanguages ? language.flatMap(Self.title(ofLanguage:)).map { .plain($0) } : nil,
        paint: codePaint)
    default:
      TextBlock(
        .quote, in: entity.range, isCollapsible: entity.kind == .blockquote(isExpandable: true),
        paint: quotePaint)
    }
  }

  /// Returns the display name of a language; the words of an unknown name are capitalized.
  private static func title(ofLanguage name: String) -> String? {
    if let language = SyntaxLanguage(named: name) { return language.name }
    if name.lowercased() == "latex" { return "LaTeX" }
    let words = name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
