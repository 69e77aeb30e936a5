internal import GalleyLayers
internal import GalleyScheduling

/// Animates the dust of a text, frame by frame, while its node is on a host.
@MainActor final class DustClock: NodeObserver {
  private weak var node: DisplayNode?
  private weak var state: TextNodeState?
  private var handler: DisplayLoop.Handler?

  init(of node: DisplayNode, state: TextNodeState) {
    self.node = node
    self.state = state
    node.addObserver(self)
    if node.isHosted { begin() }
  }

  func nodeDidEnterHierarchy(_ node: DisplayNode) { begin() }

  func nodeDidExitHierarchy(_ node: DisplayNode) {
    handler = nil
  }

  private func begin() {
    guard let loop = node?.environment.loop, handler == nil else { return }
    handler = loop.onEachFrame(in: .input) { [weak self] tick in
      if let self, let node { state?.drift(to: tick.time, on: node) }
    }
  }
}
