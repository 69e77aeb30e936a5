internal import GalleyBasics
internal import GalleyJSON
public import GalleyTypesetting

extension Message {
  /// Returns the message as a single line of JSON, which ``init(json:)-(String)`` reads.
  ///
  /// Entities are written as they are, with UTF-16 offsets, except that their ranges are clamped to
  /// the text and aligned to character starts; entities that become empty are omitted.
  ///
  /// Hidden spoilers are replaced by placeholders. To store a message, reveal `.all`.
  ///
  /// - Parameter revealed: The spoilers whose text is written.
  /// - Returns: The JSON.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public func json(revealed: RevealedSpoilers) -> String {
    String(decoding: disclosed(revealed).jsonBytes, as: UTF8.self)
  }

  /// The whole message as JSON.
  private var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      if let id {
        writer.name("id")
        switch id {
        case .number(let number): writer.value(number)
        case .string(let string): writer.value(string)
        }
      }
      writer.member("text", text)
      writer.name("entities")
      writer.array(utf16Ranges()) { writer, entity in
        entity.kind.write(to: &writer, offset: entity.range.lowerBound, length: entity.range.count)
      }
      writeOptions(to: &writer)
    }
    return writer.bytes
  }

  private func writeOptions(to writer: inout JSONWriter) {
    if let width { writer.member("width", width) }
    if let size { writer.member("size", size) }
    if let language { writer.member("lang", language) }
    if let direction { writer.member("dir", direction.name) }
    if let maximumLines { writer.member("maxLines", maximumLines) }
  }

  /// Returns the entities with ranges in UTF-16 code units.
  private func utf16Ranges() -> [MessageEntity] {
    let length = text.utf8.count
    let offsets = entities.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
    let units = UTF16Offsets(offsets.map { min(max($0, 0), length) }, in: text)
    return entities.compactMap { entity in
      let lower = units[min(max(entity.range.lowerBound, 0), length)]
      let upper = units[min(max(entity.range.upperBound, 0), length)]
      return lower < upper ? MessageEntity(entity.kind, in: lower..<upper) : nil
    }
  }
}

/// A mapping from UTF-8 offsets to the UTF-16 offsets of the characters that contain them.
private struct UTF16Offsets {
  private var bytes: [Int]
  private var units: [Int] = []

  /// Creates the mapping of `offsets`, which are within the text.
  init(_ offsets: [Int], in text: String) {
    bytes = offsets.sorted()
    units.reserveCapacity(bytes.count)
    let utf8 = text.utf8.span
    var (unit, byte) = (0, 0)
    for offset in bytes {
      while byte < offset {
        let lead = utf8[byte]
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard byte + length <= offset else { break }
        byte += length
        unit += length == 4 ? 2 : 1
      }
      units.append(unit)
    }
  }

  subscript(offset: Int) -> Int { units[bytes.partitioningIndex { $0 >= offset }] }
}

extension MessageEntity.Kind {
  /// Writes an entity of this kind.
  fileprivate func write(to writer: inout JSONWriter, offset: Int, length: Int) {
    writer.object { writer in
      writer.member("type", name)
      writer.member("offset", offset)
      writer.member("length", length)
      switch self {
      case .pre(let language?): writer.member("language", language)
      case .textLink(let url): writer.member("url", url)
      case .textMention(let user?):
        writer.name("user")
        writer.object { writer in writer.member("id", user) }
      case .dateTime(let unix, let format):
        writer.member("unix_time", unix)
        if let format { writer.member("date_time_format", format.letters) }
      case .customEmoji(let id): writer.member("custom_emoji_id", id)
      default: break
      }
    }
  }
}

extension TextDirection {
  /// The direction's name in messages and on the command line.
  var name: String {
    switch self {
    case .auto: "auto"
    case .leftToRight: "ltr"
    case .rightToLeft: "rtl"
    }
  }
}
