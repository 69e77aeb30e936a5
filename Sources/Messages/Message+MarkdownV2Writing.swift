internal import GalleyBasics
public import GalleyTypesetting

extension Message {
  /// Returns the message as MarkdownV2, which ``init(markdownV2:)`` reads.
  ///
  /// Entities are written in order, split where they overlap others in part. Mentions, tags,
  /// commands and unknown types are written as text only, as are quotations in quotations, and the
  /// styles in code blocks, which the dialect does not have. A quotation that begins or ends within
  /// a line is set apart by a line end.
  ///
  /// Hidden spoilers are replaced by placeholders. To store a message, reveal `.all`.
  ///
  /// - Parameter revealed: The spoilers whose text is written.
  /// - Returns: The MarkdownV2.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public func markdownV2(revealed: RevealedSpoilers) -> String {
    let message = disclosed(revealed)
    let normal = NormalizedEntities(message.entities, in: message.text)
    var writer = MarkdownV2Writer(text: message.text)
    writer.write(normal.entities.withoutNestedQuotes)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension [MessageEntity] {
  /// The entities, which are in order, without quotations inside quotations.
  fileprivate var withoutNestedQuotes: [MessageEntity] {
    var end = 0
    return filter { entity in
      guard case .blockquote = entity.kind else { return true }
      guard entity.range.lowerBound >= end else { return false }
      end = entity.range.upperBound
      return true
    }
  }
}

/// A writer of MarkdownV2.
private struct MarkdownV2Writer {
  private(set) var bytes: [UInt8] = []
  private let text: String
  /// Whether the line is in a quotation.
  private var isQuoted = false
  /// The progress since the end of the last quotation.
  private var sinceQuote = SinceQuote.text
  /// Whether the last byte of the text was a line end, or there is none.
  private var isAtLineStart = true
  /// Whether the last output is the markup of an underline or italic text.
  private var endsWithUnderscore = false
  /// The characters to escape.
  private var escaped = Self.reserved

  private enum SinceQuote { case nothing, lineEnd, text }

  private static let reserved = Set("_*[]()~`>#+-=|{}.!\\".utf8)
  private static let reservedInCode = Set("`\\".utf8)
  private static let reservedInAddresses = Set(")\\".utf8)

  init(text: String) { self.text = text }

  mutating func write(_ entities: [MessageEntity]) {
    let nested = NestedEntities(
      entities, length: text.utf8.count, plainCode: true, rank: \.markdownRank)
    for step in nested.steps {
      switch step {
      case .text(let range): writeText(in: range)
      case .open(let element): open(element)
      case .close(let element): close(element)
      }
    }
  }

  private mutating func writeText(in range: Range<Int>) {
    let utf8 = text.utf8.span
    for index in range {
      let byte = utf8[index]
      if sinceQuote == .nothing, byte != 0x0A { writeLineEnd() }
      sinceQuote = sinceQuote == .nothing && byte == 0x0A ? .lineEnd : .text
      if escaped.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
      isAtLineStart = byte == 0x0A
      if isAtLineStart, isQuoted { bytes.append(UInt8(ascii: ">")) }
    }
    endsWithUnderscore = false
  }

  private mutating func writeLineEnd() {
    bytes.append(0x0A)
    (sinceQuote, isAtLineStart) = (.lineEnd, true)
  }

  private mutating func open(_ element: MessageEntity) {
    switch element.kind {
    case .blockquote:
      if sinceQuote == .nothing || !isAtLineStart { writeLineEnd() }
      // An empty bold entity parts it from the quotation above.
      mark(sinceQuote == .lineEnd ? "**>" : ">")
      isQuoted = true
    case .pre(let language):
      leaveQuote()
      let name = language.flatMap { $0.utf8.allSatisfy(Self.isOfLanguage) ? $0 : nil } ?? ""
      mark("```\(name)\n" + (isQuoted ? ">" : ""))
      escaped = Self.reservedInCode
    case .code:
      leaveQuote()
      mark("`")
      escaped = Self.reservedInCode
    case .customEmoji, .dateTime:
      leaveQuote()
      mark("![")
    case let kind where kind.markdownAddress(of: element, in: text) != nil:
      leaveQuote()
      mark("[")
    default:
      leaveQuote()
      mark(element.kind.markdownV2Mark)
    }
  }

  /// Ends the line of a quotation that has ended.
  private mutating func leaveQuote() {
    if sinceQuote == .nothing { writeLineEnd() }
  }

  private mutating func close(_ element: MessageEntity) {
    switch element.kind {
    case .blockquote(let isExpandable):
      if isExpandable { mark("||") }
      isQuoted = false
      sinceQuote = .nothing
    case .pre, .code:
      escaped = Self.reserved
      if case .code = element.kind { mark("`") } else { mark("```") }
    default:
      guard let address = element.kind.markdownAddress(of: element, in: text) else {
        return mark(element.kind.markdownV2Mark)
      }
      mark("](")
      for byte in address.utf8 {
        if Self.reservedInAddresses.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
      mark(")")
    }
  }

  /// Writes markup; an empty bold entity parts underscores of different entities.
  private mutating func mark(_ mark: String) {
    if mark.hasPrefix("_"), endsWithUnderscore { bytes += "**".utf8 }
    bytes += mark.utf8
    endsWithUnderscore = mark.hasSuffix("_")
  }

  private static func isOfLanguage(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: "`")
  }
}

extension MessageEntity.Kind {
  /// The nesting rank of the markup in Markdown, 0 for the outermost; `nil` without markup.
  ///
  /// Code is innermost, because no markup is recognized inside it.
  var markdownRank: Int? {
    switch self {
    case .blockquote, .pre: 0
    case .textLink, .textMention(user: .some), .dateTime, .url, .email, .phoneNumber: 1
    case .spoiler: 2
    case .bold: 3
    case .italic: 4
    case .underline: 5
    case .strikethrough: 6
    case .customEmoji(let id): Self.isQueryValue(id) ? 7 : nil
    case .code: 8
    case .textMention, .mention, .hashtag, .cashtag, .botCommand, .other: nil
    }
  }

  /// Returns the address of a link or picture in Markdown; `nil` for other entities.
  func markdownAddress(of entity: MessageEntity, in text: String) -> String? {
    if case .customEmoji(let id) = self { return "tg://emoji?id=\(id)" }
    return entity.address(in: text)
  }

  /// Returns whether a value survives in the query of an address.
  private static func isQueryValue(_ value: String) -> Bool {
    !value.isEmpty
      && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"&<>\\()".utf8.contains($0) }
  }

  fileprivate var markdownV2Mark: String {
    switch self {
    case .bold: "*"
    case .italic: "_"
    case .underline: "__"
    case .strikethrough: "~"
    case .spoiler: "||"
    default: ""
    }
  }
}
