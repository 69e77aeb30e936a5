internal import GalleyMessages

/// A text that grows, with the entities over it.
struct StyledText {
  private(set) var text = ""
  private(set) var entities: [MessageEntity] = []

  /// The length, in bytes.
  var count: Int { text.utf8.count }

  /// Appends a string with an optional style.
  mutating func append(_ string: some StringProtocol, _ kind: MessageEntity.Kind? = nil) {
    let start = text.utf8.count
    text += string
    if let kind { style(from: start, kind) }
  }

  /// Adds an entity from an offset to the end; none if that is empty.
  mutating func style(from start: Int, _ kind: MessageEntity.Kind) {
    guard start < count else { return }
    entities.append(MessageEntity(kind, in: start..<count))
  }

  /// Begins a line, unless the text is empty or just began one.
  mutating func beginLine() {
    if let last = text.utf8.last, last != 0x0A { text += "\n" }
  }

  /// Appends a message.
  mutating func append(_ message: Message) {
    let start = count
    text += message.text
    entities += message.entities.map { entity in
      MessageEntity(
        entity.kind, in: entity.range.lowerBound + start..<entity.range.upperBound + start)
    }
  }

  /// The text as a message, with outer entities before inner ones.
  var message: Message {
    Message(
      text,
      entities: entities.sorted {
        ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
      })
  }
}
