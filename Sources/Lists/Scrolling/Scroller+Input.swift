/// What keys say to a list.
public enum ScrollCommand: Hashable, Sendable {
  /// Which way along the list.
  public enum Way: Hashable, Sendable {
    /// To greater indices.
    case forward
    /// To smaller indices.
    case backward
  }

  /// A line on, as an arrow key says.
  case line(Way)
  /// A page on, less a line so that one sees where it went on.
  case page(Way)
  /// To an end.
  case end(ListEnd)

  /// How far a line is, in points.
  public static let lineLength = 40.0
}

extension Scroller {
  /// Goes to an offset, at once or little by little; beyond an end is at it.
  ///
  /// What is under way ends. An animation to where it is anyhow is none.
  public mutating func scroll(
    to target: Double, animation: ListAnimation? = nil, time: Double
  ) {
    guard target.isFinite else { return }
    advance(to: time)
    let target = clamped(target)
    guard let animation, animation.duration > 0, target != offset else {
      offset = target
      state = .idle
      return
    }
    let curve = ScrollCurve(start: offset, target: target, animation: animation)
    state = .moving(.curve(curve), since: self.time, .animating)
  }

  /// Goes on by what a touchpad says, at once, and not beyond an end.
  public mutating func scroll(by distance: Double, time: Double) {
    guard distance.isFinite else { return }
    advance(to: time)
    if case .dragging = state { return }
    state = .idle
    offset = clamped(offset + distance)
  }

  /// Goes on by a notch of a wheel or a key, little by little: what is still to be gone is added.
  public mutating func step(by distance: Double, time: Double) {
    guard distance.isFinite else { return }
    advance(to: time)
    if case .dragging = state { return }
    var rest = clamped(offset)
    if case .moving(let motion, _, .animating) = state { rest = motion.target }
    follow(to: rest + distance)
  }

  /// Does what a key says.
  ///
  /// - Parameters:
  ///   - command: What it says.
  ///   - length: How long a page is, in points: what is not covered of the viewport; `nil` for all of it.
  ///   - time: When.
  public mutating func perform(
    _ command: ScrollCommand, pageLength length: Double? = nil, time: Double
  ) {
    func signed(_ length: Double, _ way: ScrollCommand.Way) -> Double {
      way == .forward ? length : -length
    }
    switch command {
    case .line(let way):
      step(by: signed(ScrollCommand.lineLength, way), time: time)
    case .page(let way):
      let length = length ?? viewportLength
      let page = max(length - ScrollCommand.lineLength, length / 2)
      step(by: signed(page, way), time: time)
    case .end(let end):
      let target = end == .head ? range.lowerBound : range.upperBound
      scroll(to: target.isFinite ? target : offset, time: time)
    }
  }

  /// Has a spring pull to an offset from where the content is, as fast as it is.
  private mutating func follow(to target: Double) {
    let target = clamped(target)
    let spring = ScrollSpring(
      from: offset, to: target, velocity: phase == .animating ? velocity : 0,
      frequency: ScrollSpring.followFrequency)
    state = target == offset ? .idle : .moving(.spring(spring), since: time, .animating)
  }

  /// Stops where it is; what is beyond an end comes back from there.
  public mutating func stop(time: Double) {
    advance(to: time)
    state = .idle
    if overscroll != 0 { fling(velocity: 0, time: self.time) }
  }
}

extension Scroller {
  // MARK: Changes of the content

  /// Has everything be elsewhere: what is in front of the viewport has become longer or shorter.
  public mutating func shift(by distance: Double) {
    guard distance.isFinite, distance != 0 else { return }
    offset += distance
    range = (range.lowerBound + distance)...(range.upperBound + distance)
    switch state {
    case .idle: break
    case .dragging(var drag):
      drag.pulled += distance
      state = .dragging(drag)
    case .moving(let motion, let start, let phase):
      state = .moving(motion.shifted(by: distance), since: start, phase)
    }
  }

  /// Has the content end elsewhere, or the viewport be longer.
  ///
  /// What rests outside of the new ends goes to them. What a pointer has stays under it, and motions
  /// go on from where they are.
  ///
  /// - Parameters:
  ///   - range: The offsets at which the list may rest.
  ///   - viewportLength: How long the viewport is.
  public mutating func setRange(_ range: ClosedRange<Double>, viewportLength: Double) {
    guard range != self.range || viewportLength != self.viewportLength else { return }
    let old = self.range
    self.range = range
    self.viewportLength = viewportLength
    switch state {
    case .idle:
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
      // It comes to its ends wherever they are; what is beyond them already bounces from there.
      if overscroll != 0 { fling(velocity: motion.velocity(at: time - start), time: time) }
    case (.idle, _), (.dragging, _):
      break
    }
  }

  /// Has an animation under way end elsewhere, without a jump.
  ///
  /// - Returns: Whether there is such an animation.
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
    // Near the end there is no beginning from which the rest of the curve would lead there.
    guard left > 0.01 else {
      offset = target
      state = .idle
      return
    }
    curve.start = target - (target - offset) / left
    state = .moving(.curve(curve), since: start, .animating)
  }
}

extension Scroller {
  /// Goes from one place to another little by little, wherever the content is now.
  ///
  /// The place to begin at may be beyond an end.
  mutating func scroll(
    from start: Double, to target: Double, animation: ListAnimation, time: Double
  ) {
    guard start.isFinite, target.isFinite else { return }
    advance(to: time)
    offset = start
    let curve = ScrollCurve(start: start, target: clamped(target), animation: animation)
    state = .moving(.curve(curve), since: self.time, .animating)
  }
}
