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
  private var written = 0
  /// The open elements, outermost first.
  private var open: [MessageEntity] = []

  init(text: String) { self.text = text }

  /// Writes the whole text.
  mutating func write(_ entities: [MessageEntity]) {
    let elements = entities.filter { $0.kind.htmlRank != nil }
    let edges = elements.flatMap { [$0.range.lowerBound, $0.range.upperBound] }.sorted()
    var next = 0
    var last = -1
    for edge in edges where edge != last {
      last = edge
      writeText(upTo: edge)
      var wanted = open.filter { $0.range.upperBound > edge }
      while next < elements.count, elements[next].range.lowerBound == edge {
        // After those of the same rank: of two blocks, the one that begins first is the outer one.
        let rank = elements[next].kind.htmlRank ?? 0
        let place = wanted.partitioningIndex { $0.kind.htmlRank ?? 0 > rank }
        wanted.insert(elements[next], at: place)
        next += 1
      }
      let kept = zip(open, wanted).prefix { $0 == $1 }.count
      for element in open[kept...].reversed() { bytes += element.kind.htmlEnd.utf8 }
      for element in wanted[kept...] {
        bytes += element.kind.htmlStart(address: element.address(in: text) ?? "").utf8
      }
      open = wanted
    }
    writeText(upTo: text.utf8.count)
  }

  private mutating func writeText(upTo end: Int) {
    let utf8 = text.utf8.span
    while written < end {
      switch utf8[written] {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case 0x0D: bytes += "&#13;".utf8
      case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F: break
      case 0xEF where written + 2 < end && utf8[written + 1] == 0xBF && utf8[written + 2] >= 0xBE:
        written += 2  // U+FFFE or U+FFFF
      case let byte: bytes.append(byte)
      }
      written += 1
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
