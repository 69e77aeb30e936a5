internal import GalleyAccessibility
internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLists
internal import GalleyMessages
internal import GalleyTypesetting

/// The list of an archive's conversations at the left of a window.
@MainActor final class ChatListPane {
  /// The width of the list, in points.
  nonisolated static let width = 264.0

  /// The root node.
  let node: DisplayNode
  /// Called when a conversation is chosen, with its index.
  var onChoose: (@MainActor (Int) -> Void)?
  /// The index of the conversation that is shown.
  var selected = 0 { didSet { if selected != oldValue { reload(revealing: selected) } } }
  /// The colors of the list.
  var appearance: ChatStyle.Appearance { didSet { reload() } }

  let list: ListView
  private let source: ChatListSource
  private let line: DisplayNode

  init(
    _ archive: any ChatArchive, rows: ChatRows, words: ReaderWords, environment: DisplayEnvironment
  ) {
    appearance = rows.style.appearance
    source = ChatListSource(archive, ChatListStyle(rows))
    node = DisplayNode(environment: environment)
    line = DisplayNode(environment: environment)
    var configuration = ListConfiguration()
    configuration.estimatedLength = ChatListRow.height
    configuration.showsScrollIndicator = true
    list = ListView(source, environment: environment, configuration: configuration)
    node.name = "chats"
    node.addSubnode(list.node)
    node.addSubnode(line)
    list.delegate = self
    list.node.accessibleContents = { [weak self] _ in self.map { [$0.accessible(words)] } ?? [] }
    reload()
  }

  /// The frame of the list in its supernode's coordinates, in points.
  var frame: Rect {
    get { node.frame }
    set {
      node.frame = newValue
      list.node.frame = Rect(origin: .zero, size: newValue.size)
      line.frame = Rect(x: newValue.size.width - 1, y: 0, width: 1, height: newValue.size.height)
      list.scale = node.environment.scale
      list.resize(to: newValue.size)
    }
  }

  private func reload(revealing index: Int? = nil) {
    source.style.appearance = appearance
    source.selected = selected
    source.revision += 1
    let style = ComposerStyle(appearance)
    node.backgroundColor = style.background
    line.backgroundColor = style.line
    var update = ListUpdate()
    update.scroll = index.map { ListUpdate.ScrollTarget(ItemPath(item: $0), at: .visible()) }
    // Reloading all rows is always consistent.
    try? list.submit(.reload, update)
  }

  private func accessible(_ words: ReaderWords) -> Accessible {
    var object = Accessible(.list, words.chats)
    object.children = list.accessibilityOrder.compactMap { index in
      guard source.chats.indices.contains(index) else { return nil }
      var item = Accessible(.listItem, source.chats[index].title, id: "\(index)") { [weak self] in
        self?.onChoose?(index)
        return true
      }
      item.frame = list.frame(at: index)
      if index == selected { item.states.insert(.selected) }
      item.position = Accessible.Position(index, of: source.chats.count)
      return item
    }
    return object
  }
}

extension ChatListPane: ListViewDelegate {
  func list(_ list: ListView, willShow node: DisplayNode, of item: ListItem) {
    let gestures = GestureRecognizer()
    let index = item.key
    gestures.onTap = { [weak self] _ in self?.onChoose?(index) }
    node.pointerHandler = gestures
  }
}

/// The data source of a list of conversations, whose keys are their indices.
@MainActor private final class ChatListSource: ListDataSource {
  let archive: any ChatArchive
  let chats: [ChatSummary]
  var style: ChatListStyle
  var selected = 0
  /// A number that changes with the look of the rows.
  var revision = 0

  init(_ archive: any ChatArchive, _ style: ChatListStyle) {
    (self.archive, self.chats, self.style) = (archive, archive.chats, style)
  }

  func sectionCount() -> Int { 1 }
  func itemCount(inSection section: Int) -> Int { chats.count }
  func item(at path: ItemPath) -> ListItem {
    ListItem(key: path.item, revision: revision)
  }

  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
    let (archive, title, style) = (archive, chats[item.key].title, style)
    let isSelected = item.key == selected
    // The last message is read on the thread that lays out the row.
    return { environment in
      let last = archive.lastMessage(ofChat: item.key)
      return ChatListRow(title, last, isSelected: isSelected, style: style)
        .makeNode(environment: environment)
    }
  }
}
