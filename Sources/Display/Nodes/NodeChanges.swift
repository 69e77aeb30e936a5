internal import GalleyScheduling
internal import Synchronization

/// The changes of an environment's nodes that wait for the next tick.
final class NodeChanges: Sendable {
  /// The changes by kind.
  struct Lists: Sendable {
    /// The nodes with pending properties.
    var pending = NodeList()
    /// The nodes whose layers are not in the order of the subnodes.
    var reordered = NodeList()
    /// The nodes whose observers are to be notified of their states.
    ///
    /// They are retained, so that every state they enter they also exit.
    var states = NodeList(retainsNodes: true)
    /// The nodes on no host that are to be displayed.
    var offScreen = NodeList()
    /// The nodes whose contents are to be cleared, unless they are wanted again by then.
    var leaving = NodeList()
    /// The new keys of pending work.
    var keys: [DisplayWork.ID: DisplayWork.Key] = [:]
    /// The pending work that is no longer wanted.
    var canceled: [DisplayWork.ID] = []
  }

  let lists = Mutex(Lists())
  private let executor: any DisplayExecutor

  /// The maximum number of rounds per tick to settle states that observers change.
  private static let roundLimit = 16

  init(executor: any DisplayExecutor) {
    self.executor = executor
  }

  /// Carries out the changes that belong to a phase of a tick.
  @MainActor func apply(in phase: DisplayLoop.Phase) {
    switch phase {
    case .interfaceStates: updateInterfaceStates()
    case .pendingStates:
      let (pending, reordered) = lists.withLock { ($0.pending.take(), $0.reordered.take()) }
      for node in pending { node.applyPendingState() }
      for node in reordered { node.updateLayerOrder() }
    case .display:
      let nodes = lists.withLock { $0.offScreen.take() }
      for node in nodes.sorted(by: { $0.workKey < $1.workKey })
      where node.targetInterfaceState >= .display && !node.isRasterized {
        node.displayOffScreen()
      }
    default: break
    }
  }

  @MainActor private func updateInterfaceStates() {
    let leaving = lists.withLock { $0.leaving.take() }
    for _ in 0..<Self.roundLimit {
      let nodes = lists.withLock { $0.states.take() }
      guard !nodes.isEmpty else { break }
      for node in nodes { node.updateInterfaceState() }
    }
    for node in leaving { node.clearContentsIfUnwanted() }
    let (canceled, keys) = lists.withLock { lists in
      defer { (lists.canceled, lists.keys) = ([], [:]) }
      return (lists.canceled, lists.keys)
    }
    if !canceled.isEmpty { executor.cancel(canceled) }
    if !keys.isEmpty { executor.rekey(keys) }
  }
}

/// An ordered set of nodes, referenced weakly unless it retains them.
struct NodeList: Sendable {
  private struct WeakNode: Sendable {
    weak var node: DisplayNode?
  }

  private let retainsNodes: Bool
  /// The nodes, if they are retained.
  private var nodes: [DisplayNode] = []
  /// The nodes, if they are not retained.
  private var references: [WeakNode] = []
  private var places: [ObjectIdentifier: Int] = [:]

  init(retainsNodes: Bool = false) {
    self.retainsNodes = retainsNodes
  }

  var isEmpty: Bool { places.isEmpty }

  /// Inserts a node.
  ///
  /// - Returns: Whether the node was inserted; `false` if it was already a member.
  mutating func insert(_ node: DisplayNode) -> Bool {
    let identity = ObjectIdentifier(node)
    guard !retainsNodes else {
      guard places.updateValue(nodes.count, forKey: identity) == nil else { return false }
      nodes.append(node)
      return true
    }
    // The address may have belonged to a deallocated node before.
    if let place = places[identity], references[place].node === node { return false }
    places[identity] = references.count
    references.append(WeakNode(node: node))
    return true
  }

  /// Removes and returns the nodes that still exist, in the order of insertion.
  mutating func take() -> [DisplayNode] {
    defer { self = NodeList(retainsNodes: retainsNodes) }
    return retainsNodes ? nodes : references.compactMap(\.node)
  }
}
