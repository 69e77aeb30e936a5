internal import GalleyDisplay

/// The nodes at the destination of a jump, which are drawn before the list goes there.
///
/// The destination is therefore complete when it appears, and the old content stays visible until
/// then.
@MainActor final class JumpStage {
  private var nodes: [(element: ElementID, node: DisplayNode)] = []
  /// Whether nodes are left to be added in the next tick.
  private var isIncomplete = false
  /// The time since which no node has been left to be added, in seconds.
  private(set) var completion: Double?

  /// The maximum number of nodes that a tick adds; each one costs up to 0.1 ms.
  private static let addedPerTick = 5

  /// The number of nodes.
  var count: Int { nodes.count }

  /// Whether all nodes and their subnodes have been drawn.
  var isDrawn: Bool {
    !isIncomplete
      && nodes.allSatisfy { _, node in
        node.interfaceState >= .display && node.isLoaded && !node.isAwaitingFirstContents
      }
  }

  /// Adds the nodes of items that are not live to the scrolling node, a few per tick, and removes
  /// all others.
  func setItems(
    _ items: [MeasuredItem<DisplayNode>], in scene: ListScene, _ live: LiveItems,
    on content: DisplayNode, at time: Double
  ) {
    let elements = Set(items.map(\.element))
    removeAll(except: { elements.contains($0) }, knowing: live)
    let start = nodes.count
    for item in items {
      let (node, frame) = (item.node, scene.frame(of: item.index))
      if node.frame != frame { node.frame = frame }
      guard !nodes.contains(where: { $0.node === node }) else { continue }
      guard nodes.count - start < Self.addedPerTick else {
        (isIncomplete, completion) = (true, nil)
        return
      }
      nodes.append((item.element, node))
      node.isRangeManaged = true
      content.addSubnode(node)
      node.setInterfaceState(.display)
    }
    isIncomplete = false
    if nodes.count > start || completion == nil { completion = time }
  }

  /// Releases the nodes that are live by now, and removes unwanted ones.
  func removeAll(except isWanted: (ElementID) -> Bool = { _ in false }, knowing live: LiveItems) {
    guard !nodes.isEmpty else { return }
    let taken = Set(live.entries.map { ObjectIdentifier($0.live.node) })
    let old = nodes
    nodes.removeAll { taken.contains(ObjectIdentifier($0.node)) || !isWanted($0.element) }
    for (element, node) in old
    where !taken.contains(ObjectIdentifier(node)) && !isWanted(element) {
      node.setInterfaceState(.none)
      node.removeFromSupernode()
    }
  }
}
