internal import GalleyBasics
internal import GalleyJSON
internal import GalleyMessages
internal import GalleySystem

/// A reader of the JSON files of a conversation of Messenger or Instagram.
///
/// The files have the newest message first, and `message_1.json` the newest of them; each is read
/// whole. `unit` of a position is the index of the file, from the oldest, and `offset` the number
/// of its messages that were read.
final class MessengerReader: ExportReader {
  private(set) var diagnostics = ExportDiagnostics()
  private(set) var position: ExportPosition
  private let files: [String]
  private let scope: FileScope
  /// The messages of the current file, of which the last comes next; `nil` before it is read.
  private var messages: [JSONValue]?
  private var isBegun: Bool

  /// Creates a reader of files, the newest first, that begins at a position, or at the start.
  init(_ files: [String], in scope: FileScope, at position: ExportPosition?) {
    self.files = files.reversed()
    self.scope = scope
    self.position = position ?? ExportPosition(unit: 0, offset: 0)
    isBegun = position != nil
  }

  func next() throws(FileError) -> ExportItem? {
    while position.unit < files.count {
      if messages == nil {
        let root = try read(files[position.unit])
        messages = Array((root["messages"]?.elements ?? []).dropLast(position.offset))
        if !isBegun {
          isBegun = true
          let title = root["title"]?.filled.map(MessengerText.decoded)
          return .chat(
            ExportedChat(id: root["thread_path"]?.filled ?? files[position.unit], title: title))
        }
      }
      if let value = messages?.popLast() {
        position.offset += 1
        return .message(message(value))
      }
      messages = nil
      position = ExportPosition(unit: position.unit + 1, offset: 0)
    }
    return nil
  }

  private func read(_ name: String) throws(FileError) -> JSONValue {
    let bytes = try scope.open(name).bytes(limit: Limits.Exports.wholeFile)
    var reader = JSONReader(bytes, dialect: .tolerant)
    do throws(JSONError) { return try reader.value() } catch {
      diagnostics.add("the file was left out: \(error)", in: name, offset: error.offset)
      return .null
    }
  }

  private func message(_ value: JSONValue) -> ExportedMessage {
    func string(_ value: JSONValue?) -> String? { value?.filled.map(MessengerText.decoded) }
    var message = ExportedMessage()
    message.date = value["timestamp_ms"]?.number.map { $0 / 1_000 }
    if let name = string(value["sender_name"]) {
      message.sender = ExportedPerson(id: name, name: name)
    }
    var text = StyledText()
    text.append(string(value["content"]) ?? "")
    if let link = string(value["share"]?["link"]), !text.text.contains(link) {
      text.beginLine()
      text.append(link, .url)
    }
    if value["is_unsent"] == .bool(true) { text.append("Unsent message", .italic) }
    message.text = text.message
    for (name, kind) in [
      ("photos", ExportedMedia.Kind.photo), ("videos", .video), ("gifs", .animation),
      ("audio_files", .voice), ("files", .document),
    ] {
      for file in value[name]?.elements ?? [] { message.media.append(media(kind, file)) }
    }
    if let sticker = value["sticker"] { message.media.append(media(.sticker, sticker)) }
    for reaction in value["reactions"]?.elements ?? [] {
      guard let emoji = string(reaction["reaction"]) else { continue }
      if let index = message.reactions.firstIndex(where: { $0.emoji == emoji }) {
        message.reactions[index].count += 1
      } else {
        message.reactions.append(ExportedReaction(emoji, count: 1))
      }
    }
    return message
  }

  /// Returns a file, whose path begins at the folder of the whole account.
  private func media(_ kind: ExportedMedia.Kind, _ value: JSONValue) -> ExportedMedia {
    var media = ExportedMedia(kind)
    let parts = (value["uri"]?.string ?? "").split(separator: "/")
    media.setPath(parts.suffix(2).joined(separator: "/"))
    media.name = parts.last.map(String.init)
    return media
  }
}

/// Texts of Messenger, whose UTF-8 is escaped byte by byte, as if it were Latin-1.
enum MessengerText {
  /// Returns the text that is meant.
  static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard scalar.value < 0x100 else { return text }
      bytes.append(UInt8(scalar.value))
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
