internal import GalleyDisplay
internal import GalleyGeometry

/// The nodes at the destination of a jump, which are drawn before the list goes there.
///
/// The destination is therefore complete when it appears, and the old content stays visible until
/// then.
@MainActor struct JumpStage {
  private var nodes: [(element: ElementID, node: DisplayNode)] = []

  /// The number of nodes.
  var count: Int { nodes.count }

  /// Whether all nodes and their subnodes have been drawn.
  var isDrawn: Bool {
    nodes.allSatisfy { _, node in
      node.interfaceState >= .display && node.isLoaded && !node.isAwaitingFirstContents
    }
  }

  /// Adds a node.
  ///
  /// - Parameters:
  ///   - item: The item and its node.
  ///   - frame: The frame of the item.
  ///   - content: The scrolling node.
  mutating func add(
    _ item: MeasuredItem<DisplayNode>, in frame: Rect, of content: DisplayNode
  ) {
    let node = item.node
    if node.frame != frame { node.frame = frame }
    guard !nodes.contains(where: { $0.node === node }) else { return }
    nodes.append((item.element, node))
    node.isRangeManaged = true
    content.addSubnode(node)
    node.setInterfaceState(.display)
  }

  /// Releases the nodes that the list has adopted, and removes unwanted ones.
  ///
  /// - Parameters:
  ///   - isWanted: Whether the node of an element stays.
  ///   - live: The list's own nodes.
  mutating func removeAll(
    except isWanted: (ElementID) -> Bool = { _ in false }, knowing live: LiveItems
  ) {
    guard !nodes.isEmpty else { return }
    let taken = Set(live.entries.map { ObjectIdentifier($0.live.node) })
    nodes.removeAll { element, node in
      if taken.contains(ObjectIdentifier(node)) { return true }
      guard !isWanted(element) else { return false }
      node.setInterfaceState(.none)
      node.removeFromSupernode()
      return true
    }
  }
}
