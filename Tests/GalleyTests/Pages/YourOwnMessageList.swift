import Galley

@MainActor final class MessageRows: ListDataSource {
  private var messages: [Message]
  private let engine: TextEngine

  init(_ messages: [Message], engine: TextEngine) {
    (self.messages, self.engine) = (messages, engine)
  }

  func sectionCount() -> Int { 1 }
  func itemCount(inSection section: Int) -> Int { messages.count }
  func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
    let (message, engine) = (messages[item.key], engine)
    return { Self.row(of: message, engine: engine, environment: $0) }
  }

  func receive(_ message: Message, in list: ListView) throws {
    messages.append(message)
    try list.edit(.animated) { $0.insert(ItemPath(item: messages.count - 1)) }
  }

  /// Returns a bubble with the message, as wide as its text.
  private nonisolated static func row(
    of message: Message, engine: TextEngine, environment: DisplayEnvironment
  ) -> DisplayNode {
    let text = TextNode(message.attributedText(), engine: engine, environment: environment)
    text.palette = ChatTheme.light.palette
    let bubble = DisplayNode(environment: environment)
    bubble.backgroundColor = ChatTheme.light.background
    bubble.cornerRadii = CornerRadii(12)
    bubble.managesSubnodes = true
    bubble.layoutSpec = { _, _ in
      InsetSpec(Insets(top: 6, left: 10, bottom: 6, right: 10), text.node)
    }
    bubble.style.flexShrink = 1
    let row = DisplayNode(environment: environment)
    row.managesSubnodes = true
    row.layoutSpec = { _, _ in
      InsetSpec(Insets(top: 3, left: 8, bottom: 3, right: 48), StackSpec.row { bubble })
    }
    return row
  }
}

@MainActor func messageList(
  _ rows: MessageRows, size: Size, environment: DisplayEnvironment
) throws -> ListView {
  let list = ListView(rows, environment: environment, configuration: .chat)
  list.resize(to: size)
  try list.load()
  return list
}
