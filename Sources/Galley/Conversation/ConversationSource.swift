public import GalleyDisplay
public import GalleyLists
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyScheduling

/// The list data source of a conversation, whose items are messages by key.
///
/// Besides the messages it stores only the state that the reader has changed in each.
@MainActor public final class ConversationSource: ListDataSource {
  /// The conversation and its current layout.
  public internal(set) var rows: ChatRows
  /// The messages.
  var table: MessageTable {
    didSet {
      rows.source = table
      rows.firstUnread = divider.flatMap { table.index(ofKey: $0) }
    }
  }
  /// The key of the message below the unread bar.
  var divider: Int? {
    didSet { rows.firstUnread = divider.flatMap { table.index(ofKey: $0) } }
  }
  /// The people who are typing.
  var typing: [String] = [] {
    didSet { noteTypingRevision() }
  }

  /// The transition of rows on screen that show new versions of their messages; `nil` for none.
  var transition: LayoutTransition?
  /// The headers of days.
  let dayHeaders = DayHeaders()
  /// The states of messages that the reader has changed, by key.
  private(set) var states: [Int: MessageState] = [:]
  /// The revisions of messages that have been updated, by key.
  private var revisions: [Int: Int] = [:]

  /// Creates a source of all messages.
  public init(_ rows: ChatRows) {
    table = MessageTable(rows.source)
    self.rows = rows
    self.rows.source = table
  }

  /// The key of the typing indicator, the last item while anybody is typing.
  private static let typingKey = Int.max

  /// The number of messages.
  public var count: Int { table.count }

  /// Returns the reader's state of a message.
  package func state(ofKey key: Int) -> MessageState { states[key] ?? MessageState() }

  /// Stores the reader's state of a message.
  func set(_ state: MessageState, ofKey key: Int) { states[key] = state }

  /// Increments the revision of a message, because it or an adjacent one has changed.
  func noteRevision(ofKey key: Int) { revisions[key, default: 0] += 1 }

  /// Increments the revision of the typing indicator.
  func noteTypingRevision() { noteRevision(ofKey: Self.typingKey) }

  /// Takes the result of an edit.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - affected: The keys of remaining messages whose rows look different.
  func apply(_ edit: TableEdit, affected: Set<Int>) {
    for key in edit.deleted { (states[key], revisions[key]) = (nil, nil) }
    for key in edit.changed {
      guard states[key] != nil, let oldMessage = edit.old.message(ofKey: key),
        let newMessage = edit.new.message(ofKey: key)
      else { continue }
      // The places in a message that grew stay the same; see `endGrowth(with:)`.
      if rows.streams[newMessage.id] != nil { continue }
      let (old, new) = (oldMessage.message, newMessage.message)
      let isSame = old.text == new.text && old.entities == new.entities
      guard !isSame || oldMessage.richMessage != newMessage.richMessage else { continue }
      if let oldRich = oldMessage.richMessage, let newRich = newMessage.richMessage,
        let sections = states[key]?.sections
      {
        states[key]?.sections = sections.moved(from: oldRich, to: newRich)
      }
      // The numbers of spoilers may stand for other text now.
      states[key]?.revealed = .none
    }
    for key in affected { noteRevision(ofKey: key) }
    table = edit.new
  }

  // MARK: ListDataSource

  /// Returns 1.
  public func sectionCount() -> Int { 1 }

  /// Returns the number of messages, and of typing indicators.
  public func itemCount(inSection section: Int) -> Int { table.count + (typing.isEmpty ? 0 : 1) }

  /// Returns the item of a message.
  public func item(at path: ItemPath) -> ListItem {
    let key = path.item < table.count ? table.key(at: path.item) : Self.typingKey
    return ListItem(key: key, revision: revisions[key] ?? 0)
  }

  /// Returns a reader of items with a snapshot of the revisions.
  public func itemReader(ofSection section: Int) throws -> @MainActor (Int) throws -> ListItem {
    let (table, revisions) = (table, revisions)
    return { index in
      let key = index < table.count ? table.key(at: index) : Self.typingKey
      return ListItem(key: key, revision: revisions[key] ?? 0)
    }
  }

  /// Returns a closure that creates the node of a message.
  public func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
    guard item.key != Self.typingKey else {
      let row = TypingRow(typing, of: rows)
      return { row.makeNode(environment: $0) }
    }
    guard let index = table.index(ofKey: item.key) else { return nil }
    let (rows, state, dayHeaders) = (rows, state(ofKey: item.key), dayHeaders)
    return { environment in
      if let day = dayHeaders.day(at: index, in: rows) { _ = dayHeaders.header(of: day, in: rows) }
      let row = rows.row(at: index, in: state)
      let node = ChatRowNode(row, of: rows, environment: environment).node
      node.placeholder = row.placeholder
      return node
    }
  }

  /// Updates a node to a new version of its message.
  public func update(_ node: DisplayNode, to item: ListItem) -> Bool {
    guard let row = ChatRowNode(node), let index = table.index(ofKey: item.key) else {
      return false
    }
    row.update(to: rows, at: index, in: state(ofKey: item.key), transition)
    return true
  }
}
