public import GalleyDisplay
public import GalleyGeometry
internal import GalleyScheduling
internal import Synchronization

/// A node that shows a message of a conversation, with what is above it.
///
/// The node measures itself, on any thread: in another width, or when the reader has opened something,
/// the message is laid out anew, and shows so when the node gets the size that was found. What is the
/// same then keeps its pixels. The pictures of a row appear together.
///
/// A value of this type is a way to use such a node. Nodes know all of it by themselves.
public struct ChatRowNode: Sendable {
  /// The node.
  public let node: DisplayNode

  private let content: RowContent

  /// Makes a node that shows a row, on any thread, in the environment that is current.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - rows: What laid it out, and will if that is needed.
  public init(_ row: ChatRow, of rows: ChatRows) {
    content = RowContent(row, of: rows)
    let node = DisplayNode(content)
    self.node = node
    node.isTransactionContainer = true
    node.frame = Rect(x: 0, y: 0, width: row.width, height: row.height)
    let parts = content.state.withLock { state in
      state.node = node
      return state.parts
    }
    for part in parts { node.add(part.node) }
  }

  /// Looks at a node; `nil` if it does not show a message.
  public init?(_ node: DisplayNode) {
    guard let content = node.content as? RowContent else { return nil }
    self.node = node
    self.content = content
  }

  /// The shown rows.
  public var row: ChatRow { content.state.withLock { $0.row } }

  /// The text of the message; `nil` if it has none.
  public var text: TextNode? {
    content.state.withLock { $0.parts.lazy.compactMap(\.text).first }
  }

  /// Has the node show another version of the message when it is measured next.
  ///
  /// - Parameters:
  ///   - rows: The conversation, in which the messages beside it may be others.
  ///   - index: The number that the message has now.
  ///   - state: What the reader has opened in it.
  @MainActor public func update(to rows: ChatRows, at index: Int, in state: MessageState) {
    content.state.withLock { content in
      (content.rows, content.index, content.opened) = (rows, index, state)
      content.version += 1
      content.pending = nil
    }
    node.invalidateLayout()
  }

  /// Notes what the reader has opened, where the node shows it already.
  @MainActor public func note(_ state: MessageState) {
    content.state.withLock { $0.opened = state }
  }

  /// Lays the message out off the main actor as another conversation or style has it, and shows that,
  /// which must have the same size.
  @MainActor public func restyle(_ rows: ChatRows) {
    let (index, opened, width) = content.state.withLock { content in
      content.rows = rows
      content.version += 1
      return (content.index, content.opened, content.row.width)
    }
    var rows = rows
    rows.style.width = width
    node.environment.loop.transactions.makeTransaction().add(WorkKey(.visible)) { [rows] _ in
      rows.row(at: index, in: opened)
    } completion: { [weak node, content] row, _ in
      if let node, let row { content.show(row, on: node) }
    }
  }

  // MARK: Selecting

  /// A place in the text, of one in the node; `nil` if the message has no text.
  public func textPoint(_ point: Point) -> Point? {
    text.flatMap { node.convert(point, to: $0.node) }
  }

  /// The part of the text that is selected, as UTF-8 offsets; `nil` if nothing is.
  @MainActor public var selection: Range<Int>? { content.state.withLock { $0.selection?.range } }

  /// Shows a part of the text as selected.
  ///
  /// - Parameter range: UTF-8 offsets; `nil` or an empty one selects nothing.
  @MainActor public func select(_ range: Range<Int>?) {
    content.select(range, on: node)
  }
}
