extension Scroller {
  /// A keyboard command that scrolls a list.
  public enum Command: Hashable, Sendable {
    /// A direction along the list.
    public enum Direction: Hashable, Sendable {
      /// Toward greater indices.
      case forward
      /// Toward smaller indices.
      case backward
    }

    /// Scrolls by a line, as an arrow key does.
    case line(Direction)
    /// Scrolls by a page, less one line of overlap.
    case page(Direction)
    /// Scrolls to an end.
    case end(ListEnd)

    /// The distance of one line, in points.
    public static let lineLength = 40.0
  }

  /// Scrolls to an offset, clamped to the ends, with or without animation.
  ///
  /// The current motion ends. An animation to the current offset has no effect.
  public mutating func scroll(to target: Double, animation: ListAnimation? = nil, time: Double) {
    guard target.isFinite else { return }
    advance(to: time)
    let target = clamped(target)
    guard let animation, animation.duration > 0, target != offset else {
      offset = target
      state = .idle
      return
    }
    scroll(from: offset, to: target, animation: animation, time: time)
  }

  /// Starts an animation between two offsets, regardless of the current one.
  ///
  /// The start may be beyond an end.
  mutating func scroll(
    from start: Double, to target: Double, animation: ListAnimation, time: Double
  ) {
    guard start.isFinite, target.isFinite else { return }
    advance(to: time)
    offset = start
    let curve = ScrollCurve(start: start, target: clamped(target), animation: animation)
    state = .moving(.curve(curve), since: self.time, .animating)
  }

  /// Scrolls immediately by the delta of a touchpad, clamped to the ends.
  ///
  /// Deltas that follow each other are a movement of fingers. When they stop arriving while the
  /// fingers were moving, the content continues at their velocity.
  public mutating func scroll(by distance: Double, time: Double) {
    guard distance.isFinite else { return }
    advance(to: time)
    var track = TouchpadTrack()
    switch state {
    case .dragging: return
    case .following(let current): track = current
    case .idle, .moving: break
    }
    track.add(distance, at: self.time)
    let target = offset + distance
    offset = clamped(target)
    // At an end the content rests, as far as edits are concerned.
    state = offset == target ? .following(track) : .idle
  }

  /// Moves the viewport without momentum, clamped to the ends, as for a pointer held at an edge.
  mutating func move(by distance: Double, time: Double) {
    guard distance.isFinite else { return }
    advance(to: time)
    if case .dragging = state { return }
    state = .idle
    offset = clamped(offset + distance)
  }

  /// Lets the content continue when no further deltas of a touchpad arrive.
  mutating func endFollowingIfNeeded() {
    guard case .following(let track) = state, track.hasEnded(at: time) else { return }
    let velocity = track.velocity
    guard velocity.magnitude >= TouchpadTrack.leastVelocity else { return state = .idle }
    state = .moving(
      .deceleration(Deceleration(start: offset, velocity: velocity)), since: track.end,
      .decelerating)
  }

  /// Scrolls by a wheel notch or key with animation, adding to the remaining distance of a running
  /// one.
  public mutating func step(by distance: Double, time: Double) {
    guard distance.isFinite else { return }
    advance(to: time)
    if case .dragging = state { return }
    var rest = clamped(offset)
    if case .moving(let motion, _, .animating) = state { rest = motion.target }
    follow(to: rest + distance)
  }

  /// Performs a keyboard command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - length: The length of a page, which is the uncovered length of the viewport, in points;
  ///     `nil` for the whole viewport.
  ///   - time: The current time.
  public mutating func perform(_ command: Command, pageLength length: Double? = nil, time: Double) {
    func signed(_ length: Double, _ direction: Command.Direction) -> Double {
      direction == .forward ? length : -length
    }
    switch command {
    case .line(let direction):
      step(by: signed(Command.lineLength, direction), time: time)
    case .page(let direction):
      let length = length ?? viewportLength
      let page = max(length - Command.lineLength, length / 2)
      step(by: signed(page, direction), time: time)
    case .end(let end):
      let target = end == .head ? range.lowerBound : range.upperBound
      scroll(to: target.isFinite ? target : offset, time: time)
    }
  }

  /// Starts a spring toward an offset at the current position and velocity.
  private mutating func follow(to target: Double) {
    let target = clamped(target)
    let spring = ScrollSpring(
      from: offset, to: target, velocity: phase == .animating ? velocity : 0,
      frequency: ScrollSpring.followFrequency)
    state = target == offset ? .idle : .moving(.spring(spring), since: time, .animating)
  }

  /// Stops the motion; overscrolled content bounces back.
  public mutating func stop(time: Double) {
    advance(to: time)
    state = .idle
    if overscroll != 0 { fling(velocity: 0, time: self.time) }
  }

  // MARK: Changes of the content

  /// Shifts the offset and the range because the length of content before the viewport has changed.
  public mutating func shift(by distance: Double) {
    guard distance.isFinite, distance != 0 else { return }
    offset += distance
    range = (range.lowerBound + distance)...(range.upperBound + distance)
    switch state {
    case .idle, .following: break
    case .dragging(var drag):
      drag.pulled += distance
      state = .dragging(drag)
    case .moving(let motion, let start, let phase):
      state = .moving(motion.shifted(by: distance), since: start, phase)
    }
  }

  /// Sets the range of resting offsets and the viewport's length.
  ///
  /// An offset at rest outside the new range is clamped to it. Dragged content stays under the
  /// pointer, and motions continue from the current position.
  ///
  /// - Parameters:
  ///   - range: The offsets at which the list can rest.
  ///   - viewportLength: The length of the viewport.
  public mutating func setRange(_ range: ClosedRange<Double>, viewportLength: Double) {
    guard range != self.range || viewportLength != self.viewportLength else { return }
    let old = self.range
    self.range = range
    self.viewportLength = viewportLength
    switch state {
    case .idle, .following:
      offset = clamped(offset)
    case .dragging(var drag):
      drag.pulled = pulled(offset)
      state = .dragging(drag)
    case .moving(let motion, let start, let phase):
      if old != range { adapt(motion, since: start, phase) }
    }
  }

  private mutating func adapt(_ motion: ScrollMotion, since start: Double, _ phase: Phase) {
    switch (phase, motion) {
    case (.animating, .curve(let curve)):
      retarget(curve, since: start, to: clamped(curve.target))
    case (.bouncing, _):
      state = .idle
      fling(velocity: motion.velocity(at: time - start), time: time)
    case (.decelerating, .spring), (.animating, _):
      let spring = ScrollSpring(
        from: offset, to: clamped(motion.target), velocity: motion.velocity(at: time - start),
        frequency: ScrollSpring.followFrequency)
      state = .moving(.spring(spring), since: time, phase)
    case (.decelerating, _):
      // A deceleration finds the new ends by itself; content already beyond them bounces.
      guard overscroll != 0 else { break }
      state = .idle
      fling(velocity: motion.velocity(at: time - start), time: time)
    case (.idle, _), (.dragging, _):
      break
    }
  }

  /// Changes the target of a running curve animation without a jump.
  ///
  /// - Returns: Whether such an animation is running.
  @discardableResult public mutating func retarget(to target: Double) -> Bool {
    guard case .moving(.curve(let curve), let start, .animating) = state, target.isFinite else {
      return false
    }
    retarget(curve, since: start, to: clamped(target))
    return true
  }

  private mutating func retarget(_ curve: ScrollCurve, since start: Double, to target: Double) {
    guard target != curve.target else { return }
    var curve = curve
    let left = 1 - curve.progress(at: time - start)
    curve.target = target
    // Near the end, no initial offset lets the rest of the curve reach the target.
    guard left > 0.01 else {
      offset = target
      state = .idle
      return
    }
    curve.start = target - (target - offset) / left
    state = .moving(.curve(curve), since: start, .animating)
  }
}
