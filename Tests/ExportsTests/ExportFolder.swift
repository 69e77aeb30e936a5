import Foundation
import GalleyExports
import GalleyMessages
import GalleyTypesetting
import TestSupport

/// An export that a test wrote.
struct ExportFolder {
  let directory = TemporaryDirectory()

  /// The items of an export, and its problems.
  struct Contents {
    var chats: [ExportedChat] = []
    var messages: [ExportedMessage] = []
    var problems: [String] = []
  }

  /// Writes `result.json` of one conversation with messages.
  func telegram(_ messages: String, before: String = "", after: String = "]}") throws {
    try directory.write(
      #"{"name":"Group","type":"private_group","id":77,\#(before)"messages":[\#(messages)\#(after)"#,
      to: "result.json")
  }

  /// Reads the whole export.
  func read(_ name: String? = nil, at position: ExportPosition? = nil) throws -> Contents {
    let export = try Export(path: name.map(directory.file) ?? directory.path)
    let reader = try export.reader(at: position)
    var contents = Contents()
    while let item = try reader.next() {
      switch item {
      case .chat(let chat): contents.chats.append(chat)
      case .message(let message): contents.messages.append(message)
      }
    }
    contents.problems = reader.diagnostics.first.map(\.description)
    return contents
  }

  /// Returns the messages of a conversation of Telegram.
  func messages(_ json: String) throws -> [ExportedMessage] {
    try telegram(json)
    return try read().messages
  }
}

extension ExportedMessage {
  /// The text and the names and texts of its entities, such as `see <this>{text_link:this}`.
  var marked: String {
    let bytes = Array(text.plainText(revealed: .all).string.utf8)
    return plainText
      + text.entities(revealed: .all).map { entity in
        let part = String(decoding: bytes[entity.range], as: UTF8.self)
        return " {\(entity.kind.name):\(part)}"
      }.joined()
  }
}
