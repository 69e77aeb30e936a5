internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyScheduling

/// A pending scroll to an item, performed once the items around it are measured.
struct ListJump {
  /// The visible index of the item.
  var index: Int
  let position: ScrollPosition
  let animation: ListAnimation?
  let completion: ((Bool) -> Void)?
  /// The time of the request, in seconds.
  var start: Double
  /// The items that have to be measured.
  var window = 0..<0

  /// Returns the jump after a change; `nil` if the item was deleted.
  func following(_ map: IndexMap) -> ListJump? {
    var jump = self
    guard let index = map.newIndex(of: index) else { return nil }
    jump.index = index
    jump.window = 0..<0
    return jump
  }
}

/// The destination of an offset animation.
struct ListDestination {
  /// The visible index of the item.
  var index: Int
  let position: ScrollPosition
  let completion: ((Bool) -> Void)?
  /// The items shown during a long jump, in addition to the departing ghosts; `nil` if nothing is
  /// skipped.
  var window: Range<Int>?

  /// Returns the destination after a change; `nil` if the item was deleted.
  func following(_ map: IndexMap) -> ListDestination? {
    var destination = self
    guard let index = map.newIndex(of: index) else { return nil }
    destination.index = index
    destination.window = window.map {
      map.boundary(
        of: $0.lowerBound)..<max(
          map.boundary(of: $0.lowerBound), map.boundary(of: $0.upperBound))
    }
    return destination
  }
}

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

  private func begin(_ new: ListJump) {
    cancelJump()
    jump = new
    checkJump(at: now)
    setNeedsSettling()
  }

  /// Cancels the pending jump.
  func cancelJump() {
    let old = jump
    jump = nil
    stage.removeAll(knowing: live)
    old?.completion?(false)
  }

  /// Performs the pending jump if its destination is measured and drawn, or if its time limit has
  /// passed.
  func checkJump(at time: Double) {
    guard var next = jump else { return }
    let target = state.offset(for: next.index, at: next.position)
    let found = state.items(in: target..<(target + state.viewportLength))
    next.window = found.lowerBound..<min(found.upperBound, found.lowerBound + NearFrames.limit)
    let missing = next.window.filter { controller.measuredItem(at: $0) == nil }
    jump = next
    draw(next.window)
    let duration = time - next.start
    let isDrawn = stage.isDrawn || duration >= Self.drawingLimit
    if missing.isEmpty && isDrawn || duration >= controller.deadline {
      jump = nil
      return perform(next, to: target, at: time)
    }
    // If items turn out shorter than estimated, others become visible, which are measured as well.
    let margin = state.viewportLength / 2
    let near = state.items(in: (target - margin)..<(target + state.viewportLength + margin))
    let others = near.prefix(NearFrames.limit).filter { !next.window.contains($0) }
    controller.requestNodes(
      missing.map { NeededItem(index: $0) }
        + others.map { NeededItem(index: $0, key: DisplayWork.Key(.display)) })
    // Synchronous measuring may have completed the window.
    guard jump != nil, controller.preparation == .synchronous,
      missing.allSatisfy({ controller.measuredItem(at: $0) != nil })
    else { return }
    checkJump(at: time)
  }

  /// Draws the measured items of a window that the list is about to show.
  private func draw(_ window: Range<Int>) {
    guard controller.preparation != .synchronous else { return }
    let items = window.filter { live[$0] == nil }.compactMap { controller.measuredItem(at: $0) }
    let elements = Set(items.map(\.element))
    stage.removeAll(except: { elements.contains($0) }, knowing: live)
    for item in items {
      let start = state.geometry.offset(of: item.index)
      let frame = space.rect(
        from: rounded(start), length: state.geometry.length(of: item.index), across: across)
      stage.add(item, in: frame, of: content)
    }
  }

  /// The maximum time that a jump waits for drawing, in seconds.
  ///
  /// A guess: longer than drawing a screen of messages takes, and too short to feel like a
  /// delay.
  private static var drawingLimit: Double { 0.1 }

  private func perform(_ jump: ListJump, to target: Double, at time: Double) {
    endDestination(isFinished: false)
    let isScrolling = state.scroller.phase != .idle
    state.scroller.advance(to: time)
    let distance = target - state.offset
    guard let animation = jump.animation, animation.duration > 0, distance != 0 else {
      state.scroller.scroll(to: target, time: time)
      setNeedsSettling()
      if isScrolling { report.hasEndedScrolling = true }
      jump.completion?(true)
      return
    }
    destination = ListDestination(
      index: jump.index, position: jump.position, completion: jump.completion)
    if abs(distance) > state.viewportLength {
      leaveWindow(for: jump.window, target: target, animation, at: time)
    } else {
      state.scroller.scroll(to: target, animation: animation, time: time)
    }
    setNeedsSettling()
  }

  /// Turns the visible items into ghosts next to a distant window, and scrolls from there.
  private func leaveWindow(
    for window: Range<Int>, target: Double, _ animation: ListAnimation, at time: Double
  ) {
    let isForward = target > state.offset
    let start = target + (isForward ? -state.viewportLength : state.viewportLength)
    let seen = state.viewport
    for index in live.indices where !window.contains(index) {
      guard let entry = live[index], entry.isAttached else { continue }
      let place =
        state.geometry.offset(of: index) + (entry.motion?.offset(at: time) ?? 0) - state.offset
      let length = state.geometry.length(of: index)
      guard place < seen.upperBound - seen.lowerBound, place + length > 0 else { continue }
      live[index] = nil
      headers.forgetSections()
      var ghost = Ghost(
        node: entry.node, item: entry.item, length: length, boundary: window.lowerBound,
        end: time + animation.duration)
      ghost.distance = start + place - state.geometry.offset(of: window.lowerBound)
      add(ghost, of: entry)
    }
    destination?.window = window
    state.scroller.scroll(from: start, to: target, animation: animation, time: time)
  }

  // MARK: Under way

  /// Retargets the animation to the current position of its item, and ends it on arrival.
  func followDestination(at time: Double) {
    guard let destination else { return }
    let target = state.offset(for: destination.index, at: destination.position)
    if case .visible = destination.position {
      // Any visible position is good enough, so the target stays.
    } else {
      state.scroller.retarget(to: target)
    }
    if state.scroller.phase != .animating { endDestination(isFinished: true) }
  }

  /// Ends the scroll animation to an item.
  func endDestination(isFinished: Bool) {
    guard let old = destination else { return }
    destination = nil
    if old.window != nil { setNeedsSettling() }
    if !isFinished { state.scroller.stop(time: now) }
    old.completion?(isFinished)
  }
}
