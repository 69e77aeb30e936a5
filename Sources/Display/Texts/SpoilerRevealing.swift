internal import GalleyTypesetting
internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyScheduling

/// The animation that reveals a spoiler.
@MainActor final class SpoilerRevealing {
  private weak var node: DisplayNode?
  private weak var state: TextNodeState?
  private(set) var transition: SpoilerTransition
  private let start: Double
  private let textNumber: UInt64
  private var handler: DisplayLoop.Handler?
  /// The spoiler to reveal next, and the point that was tapped.
  var next: (spoiler: Int, point: Point?)?

  /// Whether the animation has finished, although the text's own drawing may be pending.
  var isOver: Bool { handler == nil }

  init(_ transition: SpoilerTransition, of node: DisplayNode, state: TextNodeState) {
    self.transition = transition
    self.node = node
    self.state = state
    textNumber = state.current.textNumber
    let loop = node.environment.loop
    start = loop.clock.now
    state.show(transition, on: node)
    handler = loop.onEachFrame(in: .input) { [weak self] tick in self?.advance(to: tick.time) }
  }

  /// Skips to the end of the animation.
  func finish() { advance(to: .infinity) }

  private func advance(to time: Double) {
    guard handler != nil else { return }
    transition.elapsed = time - start
    let isOfText = state?.current.textNumber == textNumber
    if transition.isOver || node == nil || !isOfText { handler = nil }
    guard let node, let state else { return }
    // A new text has other spoilers.
    if isOfText { state.show(transition, on: node) } else { state.dropReveal(on: node) }
  }
}

extension TextNodeState {
  /// Starts to reveal a spoiler, or queues it until the text shows the previous one.
  @MainActor func reveal(_ spoiler: Int, from point: Point?, on node: DisplayNode) {
    let values = current
    guard values.text.spoilers.indices.contains(spoiler),
      !values.painter.revealed.contains(spoiler)
    else { return }
    if let revealing {
      guard !revealing.transition.spoilers.contains(spoiler) else { return }
      revealing.finish()
      // The cover shows the revealed spoiler until the text does.
      if cover?.transition != nil { return revealing.next = (spoiler, point) }
    }
    revealing = SpoilerRevealing(
      SpoilerTransition(.reveals(from: point), of: [spoiler], elapsed: 0), of: node, state: self)
  }

  /// Starts to reveal the queued spoiler, if the text shows the previous one.
  @MainActor func beginNextReveal(on node: DisplayNode) {
    guard let last = revealing, last.isOver, cover?.transition == nil else { return }
    revealing = nil
    if let next = last.next { reveal(next.spoiler, from: next.point, on: node) }
  }

  /// Discards the animation in flight.
  @MainActor func dropReveal(on node: DisplayNode) {
    revealing = nil
    cover?.dropTransition()
    change { $0.painter.transition = nil }
    node.setNeedsDisplay()
  }

  /// Shows a moment of a transition; the last one leaves the spoilers revealed.
  ///
  /// Only the last one redraws the text, unless the subtree is rasterized.
  @MainActor func show(_ transition: SpoilerTransition, on node: DisplayNode) {
    let isLayered = cover != nil && !node.rasterizesBelow
    if isLayered {
      var moment = transition
      // The cover shows the last moment until the text is redrawn.
      moment.elapsed = min(moment.elapsed, moment.duration.nextDown)
      cover?.show(moment)
      guard transition.isOver else { return }
    }
    change { values in
      values.painter.transition = transition.isOver ? nil : transition
      guard transition.isOver else { return }
      for spoiler in transition.spoilers.sorted() {
        values.painter.revealed = values.painter.revealed.revealing(spoiler)
      }
    }
    node.setNeedsDisplay()
    if transition.isOver, !isLayered { beginNextReveal(on: node) }
  }
}
