public import GalleyDisplay
public import GalleyLists
internal import GalleyScheduling

/// The list data source of a conversation, whose items are messages by index.
///
/// It stores only the state that the reader has changed in each message.
@MainActor public final class ConversationSource: ListDataSource {
  /// The conversation and its current layout.
  public internal(set) var rows: ChatRows
  /// The number of messages that the list knows.
  public internal(set) var count: Int

  /// The states of messages that the reader has changed, by index.
  private var states: [Int: MessageState] = [:]
  /// The revisions of messages that have been updated, by index.
  private var revisions: [Int: Int] = [:]

  /// Creates a source of all messages.
  public init(_ rows: ChatRows) {
    self.rows = rows
    count = rows.count
  }

  /// Returns the reader's state of a message.
  public func state(of index: Int) -> MessageState { states[index] ?? MessageState() }

  /// Stores the reader's state of a message, and increments its revision if the list has to update
  /// it.
  func set(_ state: MessageState, of index: Int, needsUpdate: Bool) {
    states[index] = state
    if needsUpdate { noteRevision(of: index) }
  }

  /// Increments the revision of a message, because an adjacent one has changed.
  func noteRevision(of index: Int) { revisions[index, default: 0] += 1 }

  // MARK: ListDataSource

  /// Returns 1.
  public func sectionCount() -> Int { 1 }

  /// Returns the number of messages.
  public func itemCount(inSection section: Int) -> Int { count }

  /// Returns the item of a message.
  public func item(at path: ItemPath) -> ListItem {
    ListItem(key: path.item, revision: revisions[path.item] ?? 0)
  }

  /// Returns a reader of items with a snapshot of the revisions.
  public func itemReader(ofSection section: Int) throws -> @MainActor (Int) throws -> ListItem {
    let revisions = revisions
    return { ListItem(key: $0, revision: revisions[$0] ?? 0) }
  }

  /// Returns a closure that creates the node of a message.
  public func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
    let (rows, state, index) = (rows, state(of: item.key), item.key)
    guard index < rows.count else { return nil }
    return { environment in
      let row = rows.row(at: index, in: state)
      let node = ChatRowNode(row, of: rows, environment: environment).node
      node.placeholder = row.placeholder
      return node
    }
  }

  /// Updates a node to a new version of its message.
  public func update(_ node: DisplayNode, to item: ListItem) -> Bool {
    guard let row = ChatRowNode(node), item.key < rows.count else { return false }
    row.update(to: rows, at: item.key, in: state(of: item.key), LayoutTransition())
    return true
  }
}
