internal import GalleyLayers
internal import GalleyScheduling

/// Animates the dust of a text while its node is visible, at a reduced frame rate.
///
/// All clocks of a loop draw in the same ticks. In a list, nodes near the viewport are on the host
/// but not visible, and request no ticks.
@MainActor final class DustClock: NodeObserver {
  private weak var node: DisplayNode?
  private weak var state: TextNodeState?
  private var handler: DisplayLoop.Handler?

  init(of node: DisplayNode, state: TextNodeState) {
    self.node = node
    self.state = state
    node.addObserver(self)
    update(node)
  }

  func nodeDidEnterHierarchy(_ node: DisplayNode) { update(node) }

  func nodeDidExitHierarchy(_ node: DisplayNode) { handler = nil }

  func node(_ node: DisplayNode, didChangeFrom old: InterfaceState, to new: InterfaceState) {
    update(node)
  }

  /// Starts or stops the animation.
  private func update(_ node: DisplayNode) {
    guard node.isHosted, node.interfaceState == .visible || !node.isRangeManaged else {
      return handler = nil
    }
    guard handler == nil else { return }
    handler = node.environment.loop.onEachFrame(in: .input) { [weak self] tick in
      self?.advance(to: tick.time)
    }
  }

  /// Draws a moment of the animation, unless the last one is recent.
  private func advance(to time: Double) {
    let moment = Self.moment(at: time)
    guard let node, moment != last else { return }
    last = moment
    state?.drift(to: moment, on: node)
  }

  /// Returns the moment of the animation that is shown at a time.
  static func moment(at time: Double) -> Double { (time * rate).rounded(.down) / rate }

  /// The moments drawn per second: dust drifts by less than a point between two of them.
  private static let rate = 20.0
  private var last: Double?
}
