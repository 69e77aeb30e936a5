internal import GalleyDisplay
internal import GalleyScheduling

/// The blinking of a caret: on and off, and on again after each edit.
struct CaretBlink: Sendable {
  /// The duration of each phase, in seconds.
  static let interval = 0.53
  /// The number of phases after which a caret stays on, so that an idle window draws nothing.
  static let limit = 40

  /// Whether the caret is shown.
  private(set) var isOn = true
  /// The number of the current run; the phases of earlier runs have no effect.
  private(set) var run = 0
  private var count = 0

  /// Shows the caret, and starts a new run.
  mutating func restart() {
    (isOn, count) = (true, 0)
    run += 1
  }

  /// Begins the next phase of a run, and returns whether another one follows.
  mutating func advance(run: Int) -> Bool {
    guard run == self.run else { return false }
    isOn.toggle()
    count += 1
    return count < Self.limit || !isOn
  }
}

extension TextField {
  /// Shows the caret, and makes it blink while the field is active.
  func restartBlinking() {
    blink.restart()
    scene.show(self)
    if isActive { scheduleBlink(blink.run) }
  }

  private func scheduleBlink(_ run: Int) {
    node.environment.loop.perform(after: CaretBlink.interval, in: .input) { [weak self] in
      guard let self, isActive else { return }
      let goesOn = blink.advance(run: run)
      scene.show(self)
      if goesOn { scheduleBlink(run) }
    }
  }
}
