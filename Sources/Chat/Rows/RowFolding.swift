public import GalleyDisplay
internal import GalleyLayers
package import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyScheduling
internal import Synchronization

extension ChatRowNode {
  /// Expands or collapses a block of the text, and moves everything around it along.
  ///
  /// The message is laid out and its text drawn in the new state off the main actor. Then the text,
  /// the bubble, the parts below and, in a list, the other rows start to move in the same tick and
  /// with the same animation. The newest request wins, and starts from the current positions.
  ///
  /// - Parameters:
  ///   - isExpanded: Whether to show all lines of the block.
  ///   - block: The index of the block.
  ///   - state: The interaction state of the message afterwards.
  ///   - transition: The animation; nothing is animated while the node is on no host.
  @MainActor public func setExpanded(
    _ isExpanded: Bool, block: Int, in state: MessageState, _ transition: LayoutTransition
  ) {
    content.fold(
      RowFolding(isExpanded: isExpanded, block: block, state: state), transition, on: node)
  }
}

extension ChatRowNode {
  /// Opens or closes a section or quotation of a rich message, and moves everything around it
  /// along, as ``setExpanded(_:block:in:_:)`` does.
  ///
  /// - Parameters:
  ///   - path: The section or quotation.
  ///   - isOpening: Whether it is opened.
  ///   - state: The interaction state of the message afterwards.
  ///   - transition: The animation; nothing is animated while the node is on no host.
  @MainActor package func fold(
    _ path: RichMessage.BlockPath, isOpening: Bool, in state: MessageState,
    _ transition: LayoutTransition
  ) {
    content.fold(path, isOpening: isOpening, in: state, transition, on: node)
  }
}

/// A change of a row that expands or collapses a block of its text.
struct RowFolding: Sendable {
  let isExpanded: Bool
  let block: Int
  /// The interaction state of the message afterwards.
  let state: MessageState
}

extension RowContent {
  /// A row to lay out in a new state.
  private struct Version: Sendable {
    let rows: ChatRows
    let index: Int
    let state: MessageState
    let number: Int

    /// Lays the row out, on any thread.
    func layOut() -> ChatRow { rows.row(at: index, in: state) }
  }

  /// Begins a new version of the row, of the same width.
  private func beginVersion(in opened: MessageState) -> Version {
    state.withLock { state in
      state.opened = opened
      state.version += 1
      state.pending = []
      var rows = state.rows
      rows.style.width = state.row.width
      return Version(rows: rows, index: state.index, state: opened, number: state.version)
    }
  }

  /// Starts to expand or collapse a block.
  @MainActor func fold(_ folding: RowFolding, _ transition: LayoutTransition, on node: DisplayNode)
  {
    let next = beginVersion(in: folding.state)
    let version = next.number
    let (selection, text) = state.withLock {
      ($0.selection?.range, $0.parts.lazy.compactMap(\.text).first)
    }
    guard let text else { return node.invalidateLayout() }
    let result = OperationResult<ChatRow>()
    text.setExpanded(folding.isExpanded, block: folding.block, transition, selection: selection) {
      let row = next.layOut()
      result.store(row)
      return row.layout
    } alongside: { [weak node, self] _ in
      guard let node, let row = result.take() else { return }
      show(row, version: version, on: node, transition)
    } completion: { [weak node, self] _ in
      guard let node else { return }
      endFolding(version: version, on: node)
    }
  }

  /// Starts to open or close a section or quotation of a rich message.
  @MainActor func fold(
    _ path: RichMessage.BlockPath, isOpening: Bool, in opened: MessageState,
    _ transition: LayoutTransition,
    on node: DisplayNode
  ) {
    let next = beginVersion(in: opened)
    let rich = state.withLock { $0.parts.lazy.compactMap(\.rich).first }
    guard let rich else { return node.invalidateLayout() }
    let result = OperationResult<ChatRow>()
    rich.fold(path, isOpening: isOpening, transition) {
      let row = next.layOut()
      result.store(row)
      return row.richLayout
    } alongside: { [weak node, self] in
      guard let node, let row = result.take() else { return }
      show(row, version: next.number, on: node, transition)
    } completion: { [weak node, self] _ in
      guard let node else { return }
      endFolding(version: next.number, on: node)
    }
  }

  /// Shows a row in the tick in which its text begins to move, and tells the list.
  @MainActor private func show(
    _ row: ChatRow, version: Int, on node: DisplayNode, _ transition: LayoutTransition
  ) {
    let (isCurrent, range) = state.withLock { ($0.version == version, $0.range) }
    if isCurrent {
      Layer.withoutAnimation { show(row, on: node, transition) }
      // The highlight is part of the moving text.
      state.withLock { $0.selection?.node }?.isHidden = true
    }
    node.invalidateLayout()
    // The list takes the size of a row that is shown without measuring it elsewhere first.
    if isCurrent, let range { node.layoutThatFits(range) }
  }

  /// Ends the movement, or shows the new state at once if there was none.
  @MainActor private func endFolding(version: Int, on node: DisplayNode) {
    let (selection, isLeft) = state.withLock { state in
      (state.selection, state.version == version && state.rowVersion != version)
    }
    selection?.node.isHidden = false
    if isLeft { node.invalidateLayout() }
  }
}
