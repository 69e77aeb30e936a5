internal import GalleyDisplay

/// The nodes at the destination of a jump, which are drawn before the list goes there.
///
/// The destination is therefore complete when it appears, and the old content stays visible until
/// then.
@MainActor final class JumpStage {
  private var nodes: [DisplayNode] = []
  /// Whether nodes are left to be added in the next tick.
  private var isIncomplete = false
  /// The time since which no node has been left to be added, in seconds.
  private(set) var completion: Double?

  /// The number of nodes.
  var count: Int { nodes.count }

  /// Whether all nodes and their subnodes have been drawn.
  var isDrawn: Bool {
    !isIncomplete
      && nodes.allSatisfy { node in
        node.interfaceState >= .display && node.isLoaded && !node.isAwaitingFirstContents
      }
  }

  /// Adds the nodes of items that are not live to the scrolling node, up to a limit, and removes
  /// all others.
  ///
  /// - Returns: The number of nodes that have been added.
  func setItems(
    _ items: [MeasuredItem<DisplayNode>], in scene: ListScene, _ live: LiveItems,
    on content: DisplayNode, at time: Double, limit: Int
  ) -> Int {
    removeAll(except: Set(items.map { ObjectIdentifier($0.node) }), knowing: live)
    let start = nodes.count
    for item in items {
      let (node, frame) = (item.node, scene.frame(of: item.index))
      if node.frame != frame { node.frame = frame }
      guard !nodes.contains(where: { $0 === node }) else { continue }
      guard nodes.count - start < limit else {
        (isIncomplete, completion) = (true, nil)
        return nodes.count - start
      }
      nodes.append(node)
      node.isRangeManaged = true
      content.addSubnode(node)
      node.setInterfaceState(.display)
    }
    isIncomplete = false
    if nodes.count > start || completion == nil { completion = time }
    return nodes.count - start
  }

  /// Releases the nodes that are live by now, and removes unwanted ones.
  func removeAll(except wanted: Set<ObjectIdentifier> = [], knowing live: LiveItems) {
    guard !nodes.isEmpty else { return }
    let taken = Set(live.entries.map { ObjectIdentifier($0.live.node) })
    let old = nodes
    nodes.removeAll {
      taken.contains(ObjectIdentifier($0)) || !wanted.contains(ObjectIdentifier($0))
    }
    for node in old
    where !taken.contains(ObjectIdentifier(node)) && !wanted.contains(ObjectIdentifier(node)) {
      node.setInterfaceState(.none)
      node.removeFromSupernode()
    }
  }
}
