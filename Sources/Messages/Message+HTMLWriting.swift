internal import GalleyBasics
public import GalleyTypesetting

extension Message {
  /// Returns the message as HTML, which ``init(html:)`` reads.
  ///
  /// The elements are those of the Bot API. Entities are written in order,
  /// split where they overlap others in part. Mentions, tags, commands
  /// and unknown types are written as text only. Characters that HTML does not allow (control
  /// characters other than tab and line ends, U+FFFE and U+FFFF) are omitted.
  ///
  /// Hidden spoilers are replaced by placeholders. To store a message, reveal `.all`.
  ///
  /// - Parameter revealed: The spoilers whose text is written.
  /// - Returns: The HTML.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public func html(revealed: RevealedSpoilers) -> String {
    let message = disclosed(revealed)
    var writer = HTMLWriter(text: message.text)
    writer.write(NormalizedEntities(message.entities, in: message.text).entities)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// A writer of text with elements around its parts.
private struct HTMLWriter {
  private(set) var bytes: [UInt8] = []
  private let text: String

  init(text: String) { self.text = text }

  /// Writes the whole text.
  mutating func write(_ entities: [MessageEntity]) {
    for step in NestedEntities(entities, length: text.utf8.count, rank: \.htmlRank).steps {
      switch step {
      case .text(let range): writeText(in: range)
      case .open(let element):
        bytes += element.kind.htmlStart(address: element.address(in: text) ?? "").utf8
      case .close(let element): bytes += element.kind.htmlEnd.utf8
      }
    }
  }

  private mutating func writeText(in range: Range<Int>) {
    let utf8 = text.utf8.span
    var index = range.lowerBound
    while index < range.upperBound {
      switch utf8[index] {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case 0x0D: bytes += "&#13;".utf8
      case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F: break
      case 0xEF
      where index + 2 < range.upperBound && utf8[index + 1] == 0xBF && utf8[index + 2] >= 0xBE:
        index += 2  // U+FFFE or U+FFFF
      case let byte: bytes.append(byte)
      }
      index += 1
    }
  }
}

extension MessageEntity.Kind {
  /// The nesting rank of the element, 0 for the outermost, or `nil` if the kind has no element.
  ///
  /// Elements that must not be split are outermost.
  fileprivate var htmlRank: Int? {
    switch self {
    case .blockquote, .pre: 0
    case .textLink, .textMention(user: .some), .dateTime, .url, .email, .phoneNumber: 1
    case .spoiler: 2
    case .code: 3
    case .bold: 4
    case .italic: 5
    case .underline: 6
    case .strikethrough: 7
    case .customEmoji: 8
    case .textMention, .mention, .hashtag, .cashtag, .botCommand, .other: nil
    }
  }

  private var htmlName: String {
    switch self {
    case .blockquote: "blockquote"
    case .dateTime: "tg-time"
    case .spoiler: "tg-spoiler"
    case .bold: "b"
    case .italic: "i"
    case .underline: "u"
    case .strikethrough: "s"
    case .customEmoji: "tg-emoji"
    case .code: "code"
    case .pre: "pre"
    default: "a"
    }
  }

  fileprivate func htmlStart(address: String) -> String {
    switch self {
    case .blockquote(isExpandable: true): "<blockquote expandable>"
    case .pre(let language?): "<pre><code class=\"language-\(Self.escaped(language))\">"
    case .dateTime(let unix, let format):
      "<tg-time unix=\"\(unix)\"" + (format.map { " format=\"\($0.letters)\"" } ?? "") + ">"
    case .customEmoji(let id): "<tg-emoji emoji-id=\"\(Self.escaped(id))\">"
    case _ where htmlName == "a": "<a href=\"\(Self.escaped(address))\">"
    default: "<\(htmlName)>"
    }
  }

  fileprivate var htmlEnd: String {
    if case .pre(_?) = self { "</code></pre>" } else { "</\(htmlName)>" }
  }

  /// Returns an attribute value with special characters escaped.
  private static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\0"..." ", "\u{FFFE}", "\u{FFFF}": if scalar == " " { result += " " }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
