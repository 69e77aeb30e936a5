internal import GalleyGeometry

/// Routes pointer events to the nodes of a tree, as ``NodeSurface/send(_:)`` documents.
@MainActor package final class PointerRouter {
  private let root: DisplayNode
  private var owners: [Int: Owner] = [:]
  /// The nodes under a pointer without a button down, innermost first.
  private var hovered: [HoveredNode] = []

  private struct HoveredNode {
    weak var node: DisplayNode?
  }

  private struct Owner {
    weak var node: DisplayNode?
    weak var handler: (any PointerHandler)?
    let start: PointerEvent
    var last: PointerEvent
  }

  /// Creates a router for a tree.
  package init(root: DisplayNode) {
    self.root = root
  }

  /// Routes an event.
  ///
  /// - Parameter event: The event, in the root's own coordinates.
  /// - Returns: Whether a node handled it.
  @discardableResult package func send(_ event: PointerEvent) -> Bool {
    guard event.position.isFinite else { return false }
    switch event.phase {
    case .hovered, .exited:
      hover(event)
      return !hovered.isEmpty
    case .began where event.button != .primary:
      return path(from: root.hitTest(event.position)).contains { node in
        node.pointerHandler?.node(node, buttonPressed: converted(event, to: node)) ?? false
      }
    case .began:
      cancel(event.pointer)
      return begin(event)
    case .moved, .ended, .canceled:
      return event.button == .primary && change(event)
    }
  }

  /// Routes a wheel event to the nodes at its position, frontmost first.
  ///
  /// - Parameter event: The event, in the root's own coordinates.
  /// - Returns: Whether a node handled it.
  @discardableResult package func send(_ event: ScrollEvent) -> Bool {
    guard event.position.isFinite, event.distance.isFinite else { return false }
    return path(from: root.hitTest(event.position)).contains { node in
      var event = event
      event.position = root.convert(event.position, to: node) ?? event.position
      return node.pointerHandler?.node(node, scrolled: event) ?? false
    }
  }

  private func hover(_ event: PointerEvent) {
    let path = event.phase == .hovered ? path(from: root.hitTest(event.position)) : []
    let old = hovered.compactMap(\.node)
    hovered = path.map { HoveredNode(node: $0) }
    for node in old where !path.contains(where: { $0 === node }) {
      var event = converted(event, to: node)
      event.phase = .exited
      node.pointerHandler?.node(node, pointerHovered: event)
    }
    for node in path {
      node.pointerHandler?.node(node, pointerHovered: converted(event, to: node))
    }
  }

  private func change(_ event: PointerEvent) -> Bool {
    guard let owner = owners[event.pointer] else { return false }
    guard let node = owner.node, let handler = owner.handler, node.isDescendant(of: root) else {
      cancel(event.pointer)
      return false
    }
    if event.phase == .moved, takeOver(event, from: node, since: owner.start) { return true }
    owners[event.pointer]?.last = event
    if event.phase != .moved { owners[event.pointer] = nil }
    handler.node(node, pointerChanged: converted(event, to: node))
    guard event.phase != .moved else { return true }
    for above in path(from: node).dropFirst() {
      above.pointerHandler?.node(above, pointerEndedBelow: converted(event, to: above))
    }
    return true
  }

  /// Cancels a pointer for the node that has it.
  package func cancel(_ pointer: Int) {
    guard let owner = owners.removeValue(forKey: pointer), let node = owner.node,
      let handler = owner.handler
    else { return }
    var event = converted(owner.last, to: node)
    event.phase = .canceled
    handler.node(node, pointerChanged: event)
  }

  private func begin(_ event: PointerEvent) -> Bool {
    let path = path(from: root.hitTest(event.position))
    for node in path.reversed() {
      guard let handler = node.pointerHandler,
        handler.node(node, pointerWillBegin: converted(event, to: node))
      else { continue }
      return own(event, by: node, handler)
    }
    for node in path {
      guard let handler = node.pointerHandler,
        handler.node(node, pointerBegan: converted(event, to: node))
      else { continue }
      return own(event, by: node, handler)
    }
    return false
  }

  /// Offers a moving pointer to the ancestors of its owner, nearest first.
  private func takeOver(
    _ event: PointerEvent, from owner: DisplayNode, since start: PointerEvent
  ) -> Bool {
    for node in path(from: owner).dropFirst() {
      guard let handler = node.pointerHandler else { continue }
      let (moved, began) = (converted(event, to: node), converted(start, to: node))
      guard handler.node(node, takesOver: moved, since: began) else { continue }
      cancel(event.pointer)
      // The nodes between hear of the cancellation, too.
      for between in path(from: owner).dropFirst().prefix(while: { $0 !== node }) {
        var event = converted(event, to: between)
        event.phase = .canceled
        between.pointerHandler?.node(between, pointerEndedBelow: event)
      }
      owners[event.pointer] = Owner(node: node, handler: handler, start: start, last: event)
      handler.node(node, pointerChanged: moved)
      return true
    }
    return false
  }

  private func own(
    _ event: PointerEvent, by node: DisplayNode, _ handler: any PointerHandler
  ) -> Bool {
    owners[event.pointer] = Owner(node: node, handler: handler, start: event, last: event)
    return true
  }

  /// Returns the node and its ancestors, up to the root.
  private func path(from node: DisplayNode?) -> [DisplayNode] {
    let lineage = node.map { Array($0.lineage) } ?? []
    return lineage.firstIndex { $0 === root }.map { Array(lineage[...$0]) } ?? lineage
  }

  private func converted(_ event: PointerEvent, to node: DisplayNode) -> PointerEvent {
    var event = event
    event.position = root.convert(event.position, to: node) ?? event.position
    return event
  }
}
