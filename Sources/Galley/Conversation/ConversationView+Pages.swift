public import GalleyDisplay
internal import GalleyLists
public import GalleyMessages
public import GalleyTypesetting

extension ConversationView {
  /// Creates a view of a conversation that is loaded in pages, which is empty until
  /// ``open(size:scale:)`` is called.
  ///
  /// - Parameters:
  ///   - pages: The conversation.
  ///   - id: The message with which to begin, such as the first unread one; `nil` for the newest.
  ///   - style: The style of the conversation.
  ///   - engine: The engine that lays out texts.
  ///   - environment: The environment of the nodes.
  public convenience init(
    pages: any MessagePages, around id: Message.ID? = nil, style: ChatStyle = ChatStyle(),
    engine: TextEngine, environment: DisplayEnvironment
  ) {
    let rows = ChatRows(MessageTable(of: pages), style: style, engine: engine)
    self.init(rows, environment: environment)
    let controller = PageController(pages, environment: environment)
    (self.pages, firstPage) = (controller, id.map { .around($0) } ?? .newest)
    controller.connect(to: self)
  }

  /// The maximum number of messages that are requested at once; 50 by default.
  public var pageSize: Int {
    get { pages?.pageSize ?? 50 }
    set { pages?.pageSize = max(1, newValue) }
  }

  /// Whether the newest message is loaded; otherwise new messages are only counted.
  public var reachesEnd: Bool { pages?.window.reachesEnd ?? true }

  /// Repeats the requests for pages that have failed.
  public func retryPages() {
    for (end, _) in pages?.failedRows ?? [] { pages?.retry(end) }
  }

  /// Returns the ID of the outermost message at an end, besides those that are being sent.
  func edge(at end: ListEnd) -> Message.ID? {
    let indices = 0..<source.table.count
    func isKnown(_ index: Int) -> Bool {
      let status = source.table.message(at: index).status
      return status != .sending && status != .failed
    }
    let index = end == .head ? indices.first(where: isKnown) : indices.last(where: isKnown)
    return index.flatMap { source.table.message(at: $0).id }
  }

  /// Adds a page at an end.
  ///
  /// - Returns: Whether it has any message that was not loaded.
  func extend(with messages: [ChatMessage], at end: ListEnd) -> Bool {
    let count = source.table.count
    edit(ListUpdate()) { $0.insert(messages, at: end == .head ? 0 : $0.new.count) }
    return source.table.count > count
  }

  /// Replaces all messages, and scrolls to those that were asked for.
  func replaceAll(with messages: [ChatMessage], showing target: PageWindow.Target) {
    var edit = TableEdit(source.table)
    edit.deleteAll()
    edit.insert(messages, at: 0)
    var update = ListUpdate()
    unread.begin(edit.new)
    source.divider = unread.divider
    update.scroll = edit.new.count > 0 ? scrollTarget(for: target, in: edit.new) : nil
    if !edit.isEmpty { apply(edit, update) }
    if reachesEnd { noteReachedEnd() }
    showButton()
  }

  private func scrollTarget(
    for target: PageWindow.Target, in table: MessageTable
  ) -> ListUpdate.ScrollTarget {
    if case .around(let id) = target, let index = table.index(of: id),
      table.key(at: index) != source.divider
    {
      return ListUpdate.ScrollTarget(ItemPath(item: index), at: .center())
    }
    if let index = source.divider.flatMap({ table.index(ofKey: $0) }) {
      return ListUpdate.ScrollTarget(ItemPath(item: index), at: .head(Self.dividerInset))
    }
    return ListUpdate.ScrollTarget(ItemPath(item: table.count - 1), at: .tail())
  }
}
