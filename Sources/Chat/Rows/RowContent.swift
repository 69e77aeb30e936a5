internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayoutSpecs
internal import GalleyScheduling
internal import GalleyTypesetting
internal import Synchronization

/// The state of a row's node: its message, its parts, and its last measurement.
///
/// It draws nothing itself. When the node gets the measured size, its parts show the measured row.
final class RowContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = []

  struct State: Sendable {
    var rows: ChatRows
    var index: Int
    /// The interaction state of the message, which may be newer than the row that is shown.
    var opened: MessageState
    /// Incremented whenever anything changes that a row depends on, except the width.
    var version = 0
    /// The row that the parts show.
    var row: ChatRow
    var rowVersion = 0
    var parts: [RowPart]
    /// The last measurements of the current version, newest first; one is shown when the node gets
    /// its size.
    var pending: [ChatRow] = []
    /// The size range of the last measurement.
    var range: SizeRange?
    var selection: SelectionPart?
    /// The search whose matches are marked, and the node of the marks.
    var search: RowSearch?
    var marks: DisplayNode?
    /// The transition to the next row that is shown, unless that has its own.
    var transition: LayoutTransition?
    weak var node: DisplayNode?
  }

  let state: Mutex<State>

  init(_ row: ChatRow, of rows: ChatRows, environment: DisplayEnvironment) {
    let parts = row.pieces.map { RowPart($0, engine: rows.engine, environment: environment) }
    state = Mutex(
      State(rows: rows, index: row.index, opened: row.state, row: row, parts: parts))
  }

  @MainActor func parameters(for node: DisplayNode) {}

  /// Lays the message out for a width, on any thread, unless the result is known.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    let width = range.max.width
    let known = state.withLock { state -> ChatRow? in
      state.range = range
      if state.rowVersion == state.version, state.row.width == width { return state.row }
      return state.pending.first { $0.width == width }
    }
    let row = known ?? layOut(width: width)
    return ContentMeasurement(size: Size(width: row.width, height: row.height))
  }

  private func layOut(width: Double) -> ChatRow {
    let (known, index, opened, version, previous) = state.withLock {
      ($0.rows, $0.index, $0.opened, $0.version, $0.pending.first ?? $0.row)
    }
    var rows = known
    if width.isFinite { rows.style.width = width }
    var row = rows.row(at: index, in: opened)
    row.reusePieces(of: previous)
    let node = state.withLock { state in
      if state.version == version {
        state.pending = [row] + state.pending.prefix(Self.pendingLimit - 1)
      }
      return state.node
    }
    // If the node already has the size, no layout pass follows.
    if let node {
      node.environment.loop.perform(in: .layout) { [weak node] in
        if let node { self.nodeDidLayOut(node) }
      }
    }
    return row
  }

  /// Shows the pending row if the node has its size.
  @MainActor func nodeDidLayOut(_ node: DisplayNode) {
    let size = node.bounds.size
    // The list aligns nodes to pixels, which are larger than half a point at a fractional scale.
    let tolerance = max(0.5, 1 / node.environment.scale) + 0.01
    let row = state.withLock { state -> ChatRow? in
      let found = state.pending.firstIndex { row in
        abs(row.width - size.width) < tolerance && abs(row.height - size.height) < tolerance
      }
      guard let found else { return nil }
      defer { state.pending.removeSubrange(found...) }
      return state.pending[found]
    }
    if let row { show(row, on: node) }
  }

  /// The maximum number of measurements that wait for the node to get their size: while a list is
  /// being resized, the next one may end before the last one is shown.
  private static let pendingLimit = 2

  /// Updates the parts to show another row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - node: The node of the row.
  ///   - transition: The animation of the parts; `nil` for that of the update, if any.
  @MainActor func show(_ row: ChatRow, on node: DisplayNode, _ transition: LayoutTransition? = nil)
  {
    let (old, waiting) = state.withLock { state in
      defer { (state.row, state.rowVersion, state.transition) = (row, state.version, nil) }
      return (state.row, state.transition)
    }
    let transition = transition ?? waiting
    let isSame = row.pieces.elementsEqual(old.pieces) { $0.isIdentical(to: $1) }
    if !isSame || transition != nil { show(row.pieces, on: node, transition) }
    node.environment.loop.backgroundReleases.add(old)
  }

  @MainActor private func show(
    _ pieces: [RowPiece], on node: DisplayNode, _ transition: LayoutTransition?
  ) {
    let (old, selection, marks, engine) = state.withLock { state in
      defer { state.selection = nil }
      return (state.parts, state.selection, state.marks, state.rows.engine)
    }
    marks?.removeFromSupernode()
    selection?.node.removeFromSupernode()
    var rest = old[...]
    var parts: [RowPart] = []
    parts.reserveCapacity(pieces.count)
    for piece in pieces {
      // Pieces are in the order of their kinds, so a part that is skipped fits no later piece.
      guard let index = rest.firstIndex(where: { $0.canShow(piece) }) else {
        let part = RowPart(piece, engine: engine, environment: node.environment)
        node.insertSubnode(part.node, at: parts.count)
        if let transition { part.pop(transition) }
        parts.append(part)
        continue
      }
      for part in rest[..<index] { part.node.removeFromSupernode() }
      rest[index].show(piece, transition)
      parts.append(rest[index])
      rest = rest[(index + 1)...]
    }
    for part in rest { part.node.removeFromSupernode() }
    state.withLock { $0.parts = parts }
    node.environment.loop.backgroundReleases.add(old)
    if let range = selection?.range { select(range, on: node) }
    updateMarks(on: node)
  }

  @MainActor func select(_ range: Range<Int>?, on node: DisplayNode) {
    let (old, parts) = state.withLock { ($0.selection, $0.parts) }
    guard let range, !range.isEmpty,
      let place = parts.firstIndex(where: { $0.text != nil || $0.rich != nil }),
      let text = parts[place].selectable
    else {
      old?.node.removeFromSupernode()
      return state.withLock { $0.selection = nil }
    }
    guard old?.range != range else { return }
    let part = SelectionPart(range, of: text)
    old?.node.removeFromSupernode()
    node.insertSubnode(part.node, at: place)
    state.withLock { $0.selection = part }
  }
}
