public import GalleyChat
public import GalleyDisplay
public import GalleyLists
internal import GalleyScheduling

/// Gives a list the messages of a conversation, each by its number.
///
/// Of a message it keeps nothing but what the reader has opened in it.
@MainActor public final class ConversationSource: ListDataSource {
  /// The conversation, and how it is laid out now.
  public internal(set) var rows: ChatRows
  /// How many messages the list is told of.
  public internal(set) var count: Int

  private let environment: DisplayEnvironment
  /// What the reader has opened, by numbers.
  private var states: [Int: MessageState] = [:]
  /// The messages of which there is a newer version than the first.
  private var revisions: [Int: Int] = [:]

  /// Makes a source of all messages, whose nodes are drawn by an environment.
  public init(_ rows: ChatRows, environment: DisplayEnvironment = .current) {
    self.rows = rows
    self.environment = environment
    count = rows.count
  }

  /// What the reader has opened in a message.
  public func state(of index: Int) -> MessageState { states[index] ?? MessageState() }

  /// Keeps what the reader has opened in a message; another version of it if it is new to the list.
  func set(_ state: MessageState, of index: Int, isNew: Bool) {
    states[index] = state
    if isNew { noteRevision(of: index) }
  }

  /// Has a message count as another version, since one beside it is new.
  func noteRevision(of index: Int) { revisions[index, default: 0] += 1 }

  // MARK: ListDataSource

  /// One.
  public func sectionCount() -> Int { 1 }

  /// One for each message.
  public func itemCount(inSection section: Int) -> Int { count }

  /// The message's number and version.
  public func item(at path: ItemPath) -> ListItem {
    ListItem(key: path.item, revision: revisions[path.item] ?? 0)
  }

  /// The numbers of messages and their versions as they are now.
  public func itemReader(ofSection section: Int) throws -> @MainActor (Int) throws -> ListItem {
    let revisions = revisions
    return { ListItem(key: $0, revision: revisions[$0] ?? 0) }
  }

  /// Makes a node on the thread that asks for it.
  public func nodeMaker(for item: ListItem) -> (@Sendable () -> DisplayNode)? {
    let (rows, state, index) = (rows, state(of: item.key), item.key)
    guard index < rows.count else { return nil }
    return { [environment] in
      DisplayEnvironment.$current.withValue(environment) {
        let row = rows.row(at: index, in: state)
        let node = ChatRowNode(row, of: rows).node
        node.placeholder = row.placeholder
        return node
      }
    }
  }

  /// Has a node show another version of its message.
  public func update(_ node: DisplayNode, to item: ListItem) -> Bool {
    guard let row = ChatRowNode(node), item.key < rows.count else { return false }
    row.update(to: rows, at: item.key, in: state(of: item.key))
    return true
  }
}
