internal import GalleyScheduling

/// The schedule by which a list's layout is settled in the ticks of a display loop.
@MainActor final class SettlingSchedule {
  weak var list: ListView?

  private let loop: DisplayLoop
  private var handlers: [DisplayLoop.Handler] = []
  private var frames: DisplayLoop.FrameRequest?
  private var isNeeded = true
  /// Whether the next tick has to settle what this one leaves.
  private var isNeededLater = false
  private var isSettling = false
  /// Whether the layout has been settled in the current tick.
  private var hasSettled = false
  /// The start of the current tick, in seconds; `nil` between ticks.
  private(set) var tickTime: Double?
  /// The number of items that may be adopted or released until the end of the next tick.
  var changesLeft = SettlingSchedule.changesPerTick

  /// The maximum number of items that a tick adopts or releases, besides adopting those on screen.
  ///
  /// A guess: a jump comes with two screens of items, and leaves as many. A change, which is shown
  /// in any case, takes the time of the others, but leaves one.
  static let changesPerTick = 3

  init(_ loop: DisplayLoop) {
    self.loop = loop
    handlers = [
      loop.onEachTick(in: .input) { [weak self] in
        self?.tickTime = $0.time
        self?.list?.advance(to: $0.time)
      },
      loop.onEachTick(in: .changeSets) { [weak self] in
        self?.settleIfNeeded(at: $0.time)
        self?.hasSettled = true
      },
      loop.onEachTick(in: .commit) { [weak self] in
        self?.endTick()
        self?.list?.didCommit(at: $0.time)
      },
    ]
  }

  /// Schedules settling in the next tick, or in the current one if it has not settled yet.
  func setNeeded() {
    guard !isNeeded else { return }
    isNeeded = true
    loop.setNeedsTick()
  }

  /// Schedules settling in the next tick.
  func setNeededLater() {
    isNeededLater = true
    loop.setNeedsTick()
  }

  /// Settles delivered results before the frame of the current tick.
  ///
  /// Results of other threads can arrive after the layout has been settled in this tick.
  func settleDeliveries() {
    setNeeded()
    guard hasSettled, !isSettling else { return }
    loop.perform(in: .changeSets) { [weak self, loop] in
      guard let self, isNeeded else { return }
      settleIfNeeded(at: loop.clock.now)
    }
  }

  private func endTick() {
    (hasSettled, tickTime) = (false, nil)
    changesLeft = Self.changesPerTick
    if isNeededLater { setNeeded() }
    isNeededLater = false
  }

  private func settleIfNeeded(at time: Double) {
    guard let list else { return }
    list.checkJump(at: time)
    guard !isSettling else { return }
    if isNeeded || list.isAnimating {
      isSettling = true
      // Settling can invalidate the layout again: settle a limited number of times, and leave the
      // rest to the next tick.
      for _ in 0..<Self.roundLimit {
        isNeeded = false
        list.settle(at: time)
        guard isNeeded else { break }
      }
      isSettling = false
      list.reportChanges()
    }
    if !isNeeded && !isNeededLater && !list.isAnimating && !list.needsTicks {
      frames = nil
    } else if frames == nil {
      frames = loop.requestFrames()
    }
  }

  /// The maximum number of times that a tick settles changes made by settling.
  private static let roundLimit = 4
}
