public import GalleyDisplay
public import GalleyGeometry
internal import GalleyScheduling
internal import Synchronization

/// A wrapper around a node that shows a message's row.
///
/// The node measures itself on any thread. If its width or the interaction state changes, the
/// message is laid out again, and shown when the node gets the measured size. Unchanged parts keep
/// their pixels. The pictures of a row appear together.
///
/// The wrapper has no state of its own; everything is stored in the node.
public struct ChatRowNode: Sendable {
  /// The node.
  public let node: DisplayNode

  let content: RowContent

  /// Creates a node that shows a row, on any thread.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - rows: The conversation that laid it out, and lays it out again when needed.
  ///   - environment: The environment of the node.
  public init(_ row: ChatRow, of rows: ChatRows, environment: DisplayEnvironment) {
    content = RowContent(row, of: rows, environment: environment)
    let node = DisplayNode(content, environment: environment)
    self.node = node
    node.isTransactionContainer = true
    node.frame = Rect(x: 0, y: 0, width: row.width, height: row.height)
    let parts = content.state.withLock { state in
      state.node = node
      return state.parts
    }
    for part in parts { node.addSubnode(part.node) }
  }

  /// Creates a wrapper of an existing node, or returns `nil` if it does not show a message.
  public init?(_ node: DisplayNode) {
    guard let content = node.content as? RowContent else { return nil }
    self.node = node
    self.content = content
  }

  /// The row that is shown.
  public var row: ChatRow { content.state.withLock { $0.row } }

  /// The text of the message; `nil` if it has none.
  public var text: TextNode? {
    content.state.withLock { $0.parts.lazy.compactMap(\.text).first }
  }

  /// The blocks of the message; `nil` if it is not a rich message.
  public var rich: RichMessageNode? {
    content.state.withLock { $0.parts.lazy.compactMap(\.rich).first }
  }

  /// Shows another version of the message when the node is measured next.
  ///
  /// - Parameters:
  ///   - rows: The conversation, whose neighboring messages may have changed.
  ///   - index: The new index of the message.
  ///   - state: The interaction state of the message.
  ///   - transition: The transition of a changed text, its labels and its mark if the row is
  ///     visible; new reactions pop. `nil` changes them at once.
  @MainActor public func update(
    to rows: ChatRows, at index: Int, in state: MessageState, _ transition: LayoutTransition? = nil
  ) {
    let isVisible = node.interfaceState == .visible
    content.state.withLock { content in
      content.transition = isVisible ? transition : nil
      (content.rows, content.index, content.opened) = (rows, index, state)
      content.version += 1
      content.pending = []
    }
    node.invalidateLayout()
  }

  /// Lays the message out again when the node is measured next.
  @MainActor func relayOut() {
    content.state.withLock { content in
      content.version += 1
      content.pending = []
    }
    node.invalidateLayout()
  }

  /// Sets the interaction state without a new layout; the node already shows it.
  @MainActor public func note(_ state: MessageState) {
    content.state.withLock { $0.opened = state }
  }

  /// Lays the message out again off the main actor, in another style, and shows it.
  ///
  /// The size of the row must not change.
  @MainActor public func restyle(_ style: ChatStyle) {
    let (rows, index, opened) = content.state.withLock { content in
      content.rows.style = style
      content.version += 1
      content.pending = []
      var rows = content.rows
      rows.style.width = content.row.width
      return (rows, content.index, content.opened)
    }
    node.environment.loop.transactions.makeTransaction().add(DisplayWork.Key(.visible)) { _ in
      rows.row(at: index, in: opened)
    } completion: { [weak node, content] row in
      if let node, let row { content.show(row, on: node) }
    }
  }

  /// Returns the accessible elements of the row; see ``ChatRows/elements(of:in:)``.
  ///
  /// They describe the newest version of the message, at its place in the row that is shown.
  public func elements(in state: MessageState) -> [ChatElement] {
    let (rows, index, row) = content.state.withLock { ($0.rows, $0.index, $0.row) }
    var current = row
    current.index = index
    return rows.elements(of: current, in: state)
  }

  // MARK: Selecting

  /// Converts a point of the node to the coordinates of the text or the blocks, or returns `nil` if
  /// there is neither.
  public func textPoint(_ point: Point) -> Point? {
    (text?.node ?? rich?.node).flatMap { node.convert(point, to: $0) }
  }

  /// The selected range, in UTF-8 offsets; `nil` if the selection is empty.
  @MainActor public var selection: Range<Int>? { content.state.withLock { $0.selection?.range } }

  /// Selects a range of the text.
  ///
  /// - Parameter range: UTF-8 offsets; `nil` or an empty range clears the selection.
  @MainActor public func select(_ range: Range<Int>?) {
    content.select(range, on: node)
  }
}
