internal import GalleyJSON
internal import GalleyMessages
internal import GalleySystem

/// A reader of `result.json` of Telegram Desktop: one conversation, or those of an account.
///
/// `unit` of a position is 0 for one conversation, and 1 for an account.
final class TelegramReader: ExportReader {
  /// The meaning of an open object or array.
  private enum Role {
    case root, section, list, chat, messages
  }

  private(set) var diagnostics = ExportDiagnostics()
  private(set) var position: ExportPosition
  private var elements: JSONElements
  private var roles: [Role]
  private var chat = ExportedChat(id: "")
  private var albums = AlbumJoiner()
  private var converter = TelegramMessages()
  /// Items that are ready, in reverse order.
  private var ready: [ExportItem] = []

  /// Creates a reader that begins at a position, or at the start.
  init(_ file: consuming RegularFile, name: String, at position: ExportPosition?) {
    // At the start of the file, no list of messages has begun.
    let position = position?.offset == 0 ? nil : position
    let containers: [JSONReader.Container]
    switch position?.unit {
    case nil: (containers, roles) = ([], [])
    case 0: (containers, roles) = ([.object, .array], [.root, .messages])
    default:
      containers = [.object, .object, .array, .object, .array]
      roles = [.root, .section, .list, .chat, .messages]
    }
    self.position = position ?? ExportPosition(unit: 0, offset: 0)
    elements = JSONElements(file, name: name, from: position?.offset ?? 0, inside: containers)
  }

  func next() throws(FileError) -> ExportItem? {
    while ready.isEmpty {
      if roles.last == .messages {
        if let message = try nextMessage() { return found(message) }
        roles.removeLast()
        if let last = albums.finish() { return found(last) }
        continue
      }
      guard let event = try elements.next(&diagnostics) else { return nil }
      try read(event)
    }
    return ready.removeLast()
  }

  private func found(_ message: ExportedMessage) -> ExportItem {
    position.offset = message.end
    return .message(message)
  }

  private func nextMessage() throws(FileError) -> ExportedMessage? {
    while let element = try elements.element(&diagnostics) {
      guard case .object(let members) = element.value else {
        diagnostics.add("not a message", in: elements.file, offset: element.offset)
        continue
      }
      var message = converter.message(of: members)
      (message.offset, message.end) = (element.offset, element.end)
      for problem in converter.takeProblems() {
        diagnostics.add(problem, in: elements.file, offset: element.offset)
      }
      if let album = albums.add(message) { return album }
    }
    return nil
  }

  /// Reads a part outside of messages.
  private func read(_ event: JSONEvent) throws(FileError) {
    switch (event, roles.last) {
    case (.beginObject, nil): roles.append(.root)
    case (.beginObject, .list):
      roles.append(.chat)
      chat = ExportedChat(id: "")
    case (.name(let name), .root), (.name(let name), .chat): try readMember(name)
    case (.name("list"), .section): try enter(.list, .beginArray)
    case (.name, _): _ = try elements.scalar(&diagnostics)
    case (.endObject, _), (.endArray, _): _ = roles.popLast()
    default: break
    }
  }

  private func readMember(_ name: String) throws(FileError) {
    switch name {
    case "messages":
      position.unit = roles.count > 1 ? 1 : 0
      ready = [.chat(chat)]
      try enter(.messages, .beginArray)
    case "chats", "left_chats":
      if roles.count == 1 { return try enter(.section, .beginObject) }
      _ = try elements.scalar(&diagnostics)
    case "name": chat.title = try elements.scalar(&diagnostics)?.string
    case "type": chat.kind = try elements.scalar(&diagnostics)?.string
    case "id":
      let value = try elements.scalar(&diagnostics)
      chat.id = value?.number.map(String.init) ?? value?.string ?? ""
    default: _ = try elements.scalar(&diagnostics)
    }
  }

  /// Enters a value whose first event is known; another value is skipped.
  private func enter(_ role: Role, _ first: JSONEvent) throws(FileError) {
    let depth = elements.json.depth
    guard let event = try elements.next(&diagnostics) else { return }
    guard event != first else { return roles.append(role) }
    if event == .beginArray || event == .beginObject { _ = elements.json.skip(toDepth: depth) }
  }
}
