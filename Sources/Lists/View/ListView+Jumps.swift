internal import GalleyDisplay
internal import GalleyScheduling

extension ListView {
  /// Scrolls to an item.
  ///
  /// The items at the destination are measured and drawn first; until then the list does not move.
  /// An animated scroll over more than one viewport skips the items in between.
  ///
  /// - Parameters:
  ///   - path: The item's path in the data source; if it is not shown yet, the list waits for it.
  ///   - position: The position of the item in the viewport.
  ///   - animation: The scroll animation; `nil` scrolls at once.
  ///   - completion: Called with `true` when the list has arrived, or `false` if the scroll was
  ///     superseded.
  public func scroll(
    to path: ItemPath, at position: ScrollPosition = .visible(), animation: ListAnimation? = nil,
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let pending = controller.pendingMap.index(of: path) else {
      completion?(false)
      return
    }
    var new = ListJump(
      index: pending, position: position, animation: animation, completion: completion, start: now)
    if let index = controller.visibleIndex(ofPending: pending) {
      new.index = index
      return begin(new)
    }
    controller.whenIdle { [weak self] in
      guard let self, let index = controller.visibleMap.index(of: path) else {
        completion?(false)
        return
      }
      (new.index, new.start) = (index, now)
      begin(new)
    }
  }

  private func begin(_ jump: ListJump) {
    cancelJump()
    jumps.pending = jump
    checkJump(at: now)
    setNeedsSettling()
  }

  /// Cancels the pending jump.
  func cancelJump() {
    let jump = jumps.pending
    jumps.pending = nil
    jumps.stage.removeAll(knowing: live)
    jump?.completion?(false)
  }

  /// Performs the pending jump if its destination is measured and drawn, or if its time limit has
  /// passed.
  func checkJump(at time: Double) {
    guard let (jump, target) = jumps.locate(in: state) else { return }
    let missing = jump.window.filter { controller.measuredItem(at: $0) == nil }
    drawItems(in: jump.window, at: time)
    let duration = time - jump.start
    let isDrawn =
      jumps.stage.isDrawn
      || jumps.stage.completion.map { time - $0 >= Self.drawingLimit } ?? false
    if missing.isEmpty && isDrawn || duration >= controller.deadline {
      jumps.pending = nil
      return perform(jump, to: target, at: time)
    }
    // If items turn out shorter than estimated, others become visible, which are measured as well.
    let margin = state.viewportLength / 2
    let near = state.geometry.items(
      in: (target - margin)..<(target + state.viewportLength + margin))
    let others = near.prefix(RangeState.itemLimit).filter { !jump.window.contains($0) }
    controller.requestNodes(
      missing.map { NeededItem(index: $0) }
        + others.map { NeededItem(index: $0, key: DisplayWork.Key(.display)) })
    // Synchronous measuring may have completed the window.
    guard jumps.pending != nil, controller.preparation == .synchronous,
      missing.allSatisfy({ controller.measuredItem(at: $0) != nil })
    else { return }
    checkJump(at: time)
  }

  /// Draws the measured items of a window that the list is about to show.
  private func drawItems(in window: Range<Int>, at time: Double) {
    guard controller.preparation != .synchronous else { return }
    let items = window.filter { live[$0] == nil }.compactMap { controller.measuredItem(at: $0) }
    // Drawing in advance takes less time than adopting.
    let isUnchanged = schedule.changesLeft == SettlingSchedule.changesPerTick
    let count = jumps.stage.setItems(
      items, in: scene(at: time), live, on: content, at: time,
      limit: schedule.changesLeft + (isUnchanged ? 1 : 0))
    schedule.changesLeft = max(0, schedule.changesLeft - count)
  }

  /// The maximum time that a jump waits for drawing, in seconds.
  ///
  /// A guess: longer than drawing a screen of messages takes, and too short to feel like a
  /// delay.
  private static var drawingLimit: Double { 0.1 }

  private func perform(_ jump: ListJump, to target: Double, at time: Double) {
    endJump(isFinished: false)
    let isScrolling = state.scroller.phase != .idle
    state.scroller.advance(to: time)
    let distance = target - state.offset
    guard let animation = jump.animation, animation.duration > 0, distance != 0 else {
      state.scroller.scroll(to: target, time: time)
      setNeedsSettling()
      if isScrolling { reports.hasEndedScrolling = true }
      jump.completion?(true)
      return
    }
    let isLong = abs(distance) > state.viewportLength
    jumps.beginScrolling(jump, skips: isLong)
    if isLong {
      let start = target + (distance > 0 ? -state.viewportLength : state.viewportLength)
      leaveItems(outside: jump.window, start: start, until: time + animation.duration, at: time)
      state.scroller.scroll(from: start, to: target, animation: animation, time: time)
    } else {
      state.scroller.scroll(to: target, animation: animation, time: time)
    }
    setNeedsSettling()
  }

  /// Turns the visible items into ghosts next to a distant window, to which the list scrolls from
  /// an offset; the ghosts disappear at the end time.
  private func leaveItems(
    outside window: Range<Int>, start: Double, until end: Double, at time: Double
  ) {
    for (index, entry) in live.entries where !window.contains(index) && entry.isAttached {
      let place = state.geometry.offset(of: index) + entry.displacement(at: time) - state.offset
      let length = state.geometry.length(of: index)
      guard place < state.viewportLength, place + length > 0 else { continue }
      live[index] = nil
      headers.setNeedsSections()
      var ghost = Ghost(
        node: entry.node, item: entry.item, length: length, boundary: window.lowerBound, end: end)
      ghost.distance = start + place - state.geometry.offset(of: window.lowerBound)
      add(ghost, of: entry)
    }
  }

  // MARK: Under way

  /// Retargets the animation to the current position of its item, and ends it on arrival.
  func followJump() {
    if jumps.retarget(&state) { endJump(isFinished: true) }
  }

  /// Ends the scroll animation to an item.
  func endJump(isFinished: Bool) {
    guard let (hasSkipped, completion) = jumps.endScrolling() else { return }
    if hasSkipped { setNeedsSettling() }
    if !isFinished { state.scroller.stop(time: now) }
    completion?(isFinished)
  }
}
