internal import GalleyJSON
internal import GalleyMessages
internal import GalleySystem

/// A reader of JSON files of DiscordChatExporter, one per channel.
///
/// `unit` of a position is the index of the file.
final class DiscordReader: ExportReader {
  private(set) var diagnostics = ExportDiagnostics()
  private(set) var position: ExportPosition
  private let scope: FileScope
  private let files: [String]
  private var elements: JSONElements?
  private var isInMessages: Bool
  private var hasCount = false
  private var chat = ExportedChat(id: "")

  /// Creates a reader of files that begins at a position, or at the start.
  init(_ files: [String], in scope: FileScope, at position: ExportPosition?) throws(FileError) {
    (self.files, self.scope) = (files, scope)
    self.position = position ?? ExportPosition(unit: 0, offset: 0)
    let offset = self.position.offset
    // At its start, a file's messages have not begun.
    isInMessages = offset > 0
    try open(from: offset, inside: isInMessages ? [.object, .array] : [])
  }

  private func open(
    from offset: Int, inside containers: [JSONReader.Container]
  ) throws(FileError) {
    elements = nil
    guard position.unit < files.count else { return }
    let name = files[position.unit]
    elements = JSONElements(try scope.open(name), name: name, from: offset, inside: containers)
    hasCount = false
    chat = ExportedChat(id: name)
  }

  func next() throws(FileError) -> ExportItem? {
    while elements != nil {
      if isInMessages {
        if let element = try elements?.element(&diagnostics) {
          guard case .object = element.value else { continue }
          position.offset = element.end
          var message = DiscordMessage(element.value).message
          (message.offset, message.end) = (element.offset, element.end)
          return .message(message)
        }
        isInMessages = false
      } else if let item = try readRoot() {
        return item
      }
    }
    return nil
  }

  /// Reads the next member of the root; at its end, the next file.
  private func readRoot() throws(FileError) -> ExportItem? {
    switch try elements?.next(&diagnostics) {
    case .name("messages"):
      guard try elements?.next(&diagnostics) == .beginArray else { return nil }
      isInMessages = true
      return .chat(chat)
    case .name("guild"):
      let guild = try elements?.element(&diagnostics)?.value
      chat.kind = guild?["name"]?.filled
    case .name("channel"):
      let channel = try elements?.element(&diagnostics)?.value
      chat.id = channel?["id"]?.filled ?? chat.id
      chat.title = channel?["name"]?.filled
    case .name(let name):
      if name == "messageCount" { hasCount = true }
      _ = try elements?.scalar(&diagnostics)
    case .beginObject, .endObject: break
    case nil:
      if !hasCount {
        diagnostics.add("the file is cut off: messageCount is missing", in: files[position.unit])
      }
      position.unit += 1
      position.offset = 0
      try open(from: 0, inside: [])
    default: break
    }
    return nil
  }
}
