internal import GalleyImages
internal import GalleyScheduling

/// Plays an animation for all the nodes of an environment that show it.
///
/// The nodes share the clock and the decoded frames. The animation plays while a node that shows it
/// is visible; between frames the display loop sleeps.
@MainActor final class AnimationPlayer {
  let frames: AnimationFrames
  private unowned let environment: DisplayEnvironment
  private var clock: AnimationClock
  private var viewers: [Viewer] = []
  /// The number of the last requested wake-up; earlier ones are ignored.
  private var wakeNumber = 0

  private struct Viewer {
    weak var target: AnimationViewer?
  }

  init(_ image: AnimatedImage, in environment: DisplayEnvironment) {
    self.environment = environment
    frames = AnimationFrames(image, pool: environment.pool)
    clock = AnimationClock(
      durations: (0..<image.frameCount).map(image.duration(ofFrame:)), playCount: image.playCount)
  }

  /// The index of the frame to show.
  var index: Int { environment.animationPlayback == .firstFrame ? 0 : clock.index }

  /// Adds a node that is visible.
  func add(_ viewer: AnimationViewer) {
    viewers.removeAll { $0.target == nil || $0.target === viewer }
    viewers.append(Viewer(target: viewer))
    updatePlayback()
  }

  /// Removes a node that is no longer visible.
  func remove(_ viewer: AnimationViewer) {
    viewers.removeAll { $0.target == nil || $0.target === viewer }
    updatePlayback()
  }

  /// Plays or pauses, as the environment's setting and the visible nodes require.
  func updatePlayback() {
    let isWanted = environment.animationPlayback == .playing && !viewers.isEmpty
    if isWanted {
      perform(clock.play(at: environment.clock.now))
    } else {
      clock.pause()
    }
  }

  /// Redraws the nodes after the frame to show has changed.
  func redraw() {
    for viewer in viewers { viewer.target?.redraw() }
  }

  private func perform(_ steps: [AnimationClock.Step]) {
    for step in steps {
      switch step {
      case .show: redraw()
      case .decode(let index): decode(index)
      case .wake(let time): wake(at: time)
      }
    }
  }

  private func wake(at time: Double) {
    wakeNumber += 1
    let number = wakeNumber
    environment.loop.perform(after: time - environment.clock.now, in: .input) { [weak self] in
      guard let self, number == wakeNumber else { return }
      perform(clock.wake(at: environment.clock.now))
    }
  }

  /// Decodes a frame ahead of its time, on the executor.
  private func decode(_ index: Int) {
    let result = OperationResult<Bool>()
    let loop = environment.loop
    let work = DisplayWork(
      label: "animation frame",
      body: { [frames] _ in result.store((try? frames.bitmap(at: index)) != nil) },
      ended: { [weak self] _ in
        loop.perform(in: .finishedWork) {
          guard let self else { return }
          if result.take() == true {
            self.perform(self.clock.didDecode(index, at: loop.clock.now))
          } else {
            self.clock.fail()
          }
        }
      })
    loop.executor.submit(work, key: DisplayWork.Key(.display))
  }
}

/// A node's part in an animation.
@MainActor final class AnimationViewer: NodeObserver {
  let player: AnimationPlayer
  private weak var node: DisplayNode?
  /// The index of the frame that the node shows.
  private var shownIndex: Int?

  init(_ player: AnimationPlayer, on node: DisplayNode) {
    self.player = player
    self.node = node
    node.addObserver(self)
    if node.interfaceState == .visible { player.add(self) }
  }

  /// Ends the node's part.
  func end() {
    node?.removeObserver(self)
    player.remove(self)
  }

  func node(_ node: DisplayNode, didEnter state: InterfaceState) {
    guard state == .visible else { return }
    player.add(self)
    // Others may have gone on meanwhile.
    if shownIndex != nil, shownIndex != player.index { redraw() }
  }

  func node(_ node: DisplayNode, didExit state: InterfaceState) {
    if state == .visible { player.remove(self) }
  }

  /// Draws the player's frame.
  func redraw() { node?.setNeedsDisplay() }

  /// Records the frame that the node shows.
  func didShow(_ index: Int) {
    shownIndex = index
    if let node, node.interfaceState == .visible, index != player.index { redraw() }
  }
}
