internal import GalleyGeometry

/// Brings what pointers do to the nodes that want them.
///
/// A pointer that is put down belongs to the first node that takes it, from the topmost one at the point
/// upward. That one hears of it until it is lifted, wherever it goes; when the node leaves the tree, it hears
/// that the pointer was canceled.
@MainActor public final class PointerRouter {
  private let root: DisplayNode
  private var owners: [Int: Owner] = [:]

  private struct Owner {
    weak var node: DisplayNode?
    weak var handler: (any PointerHandler)?
    var last: PointerEvent
  }

  /// Makes a router for a tree.
  public init(root: DisplayNode) {
    self.root = root
  }

  /// Sends an event on its way.
  ///
  /// - Parameter event: The event, in the root's own coordinates.
  /// - Returns: Whether a node took it.
  @discardableResult public func send(_ event: PointerEvent) -> Bool {
    guard event.position.isFinite else { return false }
    if event.phase == .began {
      cancel(event.pointer)
      return begin(event)
    }
    guard let owner = owners[event.pointer] else { return false }
    guard let node = owner.node, let handler = owner.handler, node.isInside(of: root) else {
      cancel(event.pointer)
      return false
    }
    owners[event.pointer]?.last = event
    if event.phase != .moved { owners[event.pointer] = nil }
    handler.node(node, pointerChanged: converted(event, to: node))
    return true
  }

  /// Takes a pointer from whoever has it.
  public func cancel(_ pointer: Int) {
    guard let owner = owners.removeValue(forKey: pointer), let node = owner.node,
      let handler = owner.handler
    else { return }
    var event = converted(owner.last, to: node)
    event.phase = .canceled
    handler.node(node, pointerChanged: event)
  }

  private func begin(_ event: PointerEvent) -> Bool {
    var node = root.hitTest(event.position)
    while let current = node {
      if let handler = current.pointerHandler,
        handler.node(current, pointerBegan: converted(event, to: current))
      {
        owners[event.pointer] = Owner(node: current, handler: handler, last: event)
        return true
      }
      if current === root { break }
      node = current.supernode
    }
    return false
  }

  private func converted(_ event: PointerEvent, to node: DisplayNode) -> PointerEvent {
    var event = event
    event.position = root.convert(event.position, to: node) ?? event.position
    return event
  }
}
