internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyScheduling

/// The ring around the element that has the keyboard focus.
@MainActor final class FocusRing {
  private let node: DisplayNode
  private weak var view: ConversationView?
  private var handler: DisplayLoop.Handler?

  init(on view: ConversationView) {
    self.view = view
    node = DisplayNode(environment: view.node.environment)
    node.name = "focus"
    node.zPosition = 1_500
    node.isUserInteractionEnabled = false
    node.isOpaque = false
    node.cornerRadii = CornerRadii(6)
    view.node.addSubnode(node)
    // After the list has placed its items.
    handler = node.environment.loop.onEachTick(in: .layout) { [weak self] _ in self?.place() }
    setNeedsPlace()
  }

  /// Schedules a tick that places the ring.
  func setNeedsPlace() { node.environment.loop.setNeedsTick() }

  /// Removes the ring.
  func remove() {
    handler = nil
    node.removeFromSupernode()
  }

  private func place() {
    guard let view, let element = view.focusedElement else {
      node.isHidden = true
      return
    }
    node.isHidden = false
    let ring = PanelStyle(view.source.rows).ring
    node.border = Layer.Border(width: 2, color: ring)
    let outset = Insets(top: 3, left: 3, bottom: 3, right: 3)
    node.frame = element.frame.extended(by: outset)
  }
}
