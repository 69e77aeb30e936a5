internal import GalleyDisplay
internal import GalleyGeometry

/// The nodes of items that a jump leads to, which are drawn where they are before the list goes there.
///
/// So what comes into view is complete, and what was seen before stays until then.
@MainActor struct JumpStage {
  private var nodes: [(element: ElementID, node: DisplayNode)] = []

  /// How many nodes there are.
  var count: Int { nodes.count }

  /// Whether all of them have been drawn, with all in them.
  var isDrawn: Bool {
    nodes.allSatisfy { _, node in
      node.interfaceState >= .display && node.isLoaded && !node.isAwaitingFirstContents
    }
  }

  /// Takes a node in.
  ///
  /// - Parameters:
  ///   - item: The item and its node.
  ///   - frame: Where the item is.
  ///   - content: What scrolls.
  mutating func add(
    _ item: MeasuredItem<DisplayNode>, in frame: Rect, of content: DisplayNode
  ) {
    let node = item.node
    if node.frame != frame { node.frame = frame }
    guard !nodes.contains(where: { $0.node === node }) else { return }
    nodes.append((item.element, node))
    node.isRangeManaged = true
    try? content.addSubnode(node)
    node.setInterfaceState(.display)
  }

  /// Lets go of nodes that are the list's own now, and takes away those that nobody wants.
  ///
  /// - Parameters:
  ///   - isWanted: Whether the node of an element stays.
  ///   - live: The nodes that the list has.
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
