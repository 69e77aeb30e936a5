import GalleyDisplay
import GalleyGeometry

/// The outline of a node in an inspected tree.
struct NodeOutline: Hashable, Sendable {
  /// The box of the node, in coordinates of the tree's root.
  let rect: Rect
  /// The interface state of the node.
  let state: InterfaceState

  /// Returns the outlines of a tree's visible nodes, supernodes first.
  ///
  /// - Parameters:
  ///   - root: The root of the tree, which has no outline.
  ///   - ignored: A node that is left out, with its subnodes.
  ///   - limit: The maximum number of outlines.
  /// - Returns: The outlines.
  @MainActor static func all(
    of root: DisplayNode, ignoring ignored: DisplayNode, limit: Int
  ) -> [NodeOutline] {
    var outlines: [NodeOutline] = []
    let viewport = root.bounds
    visit(root, root, ignored) { node, rect in
      guard outlines.count < limit, !rect.intersection(viewport).isEmpty else { return false }
      outlines.append(NodeOutline(rect: rect, state: node.interfaceState))
      return true
    }
    return outlines
  }

  /// Returns the nodes at a point, from the root to the frontmost.
  @MainActor static func path(
    at point: Point, of root: DisplayNode, ignoring ignored: DisplayNode
  ) -> [DisplayNode] {
    var path = [root]
    while let node = path.last {
      let next = node.subnodes.last { subnode in
        subnode !== ignored && !subnode.isHidden
          && (box(of: subnode, in: root)?.contains(point) ?? false)
      }
      guard let next else { break }
      path.append(next)
    }
    return path
  }

  /// Returns the box of a node in coordinates of a root; transforms may make it larger.
  @MainActor private static func box(of node: DisplayNode, in root: DisplayNode) -> Rect? {
    let bounds = node.bounds
    guard
      let first = node.convert(Point(x: bounds.minX, y: bounds.minY), to: root),
      let second = node.convert(Point(x: bounds.maxX, y: bounds.maxY), to: root)
    else { return nil }
    return Rect(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(second.x - first.x),
      height: abs(second.y - first.y))
  }

  /// Calls a closure with the shown nodes below a node until it returns `false` for a subtree.
  @MainActor private static func visit(
    _ node: DisplayNode, _ root: DisplayNode, _ ignored: DisplayNode,
    _ body: (DisplayNode, Rect) -> Bool
  ) {
    for subnode in node.subnodes where subnode !== ignored && !subnode.isHidden {
      guard let rect = box(of: subnode, in: root), body(subnode, rect) else { continue }
      visit(subnode, root, ignored, body)
    }
  }
}
