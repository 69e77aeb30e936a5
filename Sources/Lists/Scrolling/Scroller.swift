/// Where a list is scrolled to, and how that goes on by itself: drags, flings, bounces, animations.
///
/// It knows lengths along one axis and times, and nothing of pointers or items. Offsets are content
/// coordinates in points, and times are seconds. All motions are functions of time: it does not
/// matter how often ``advance(to:)`` is called, nor when.
///
/// Telegram's lists let a hidden scroll view of 20,000 points run between ends that they move about,
/// since the platform's physics wants an extent and their lists know none. Here the extent is known,
/// as measured or estimated, and only its far part changes; so a scroller works on the content's own
/// coordinates, and whoever changes what is in front of the viewport shifts all of it by
/// ``shift(by:)``. Doubles are exact to 2^-20 points where a list is 8,000,000 km long.
public struct Scroller: Sendable {
  /// What is going on.
  public enum Phase: Hashable, Sendable {
    /// Nothing moves.
    case idle
    /// A pointer has the content.
    case dragging
    /// Content that was flung slows down.
    case decelerating
    /// Content comes back from beyond an end.
    case bouncing
    /// Content goes where it was told to.
    case animating
  }

  enum State: Hashable, Sendable {
    case idle
    case dragging(Drag)
    case moving(ScrollMotion, since: Double, Phase)
  }

  /// A drag under way.
  struct Drag: Hashable, Sendable {
    /// The last place of the pointer.
    var position: Double
    /// Where the offset would be if ends did not give way.
    var pulled: Double
    var tracker = VelocityTracker()
  }

  /// Where the viewport begins.
  public internal(set) var offset = 0.0
  /// The offsets at which the list may rest; infinite where there is no end.
  public internal(set) var range: ClosedRange<Double> = 0...0
  /// How long the viewport is.
  public internal(set) var viewportLength = 0.0
  /// Whether content can go beyond its ends for a while.
  public var bounces = true

  var state = State.idle
  /// The last time that was advanced to.
  var time = 0.0

  /// Makes a scroller at rest at 0.
  public init() {}

  /// What is going on.
  public var phase: Phase {
    switch state {
    case .idle: .idle
    case .dragging: .dragging
    case .moving(_, _, let phase): phase
    }
  }

  /// Whether the offset changes by itself.
  public var isMoving: Bool {
    if case .moving = state { return true }
    return false
  }

  /// How fast the offset changes, in points a second.
  public var velocity: Double {
    switch state {
    case .idle: 0
    case .dragging(let drag): -drag.tracker.velocity(at: time)
    case .moving(let motion, let start, _): motion.velocity(at: time - start)
    }
  }

  /// How far the viewport is beyond an end: negative before the beginning.
  public var overscroll: Double { offset - clamped(offset) }

  /// Where the viewport comes to rest, if nobody does anything.
  public var restingOffset: Double {
    if case .moving(let motion, _, _) = state { return clamped(motion.target) }
    return clamped(offset)
  }

  // MARK: Time

  /// Moves on in time; what was before counts as now.
  ///
  /// - Returns: Whether the offset is another.
  @discardableResult public mutating func advance(to time: Double) -> Bool {
    if time > self.time { self.time = time }
    let old = offset
    while case .moving(let motion, let start, let phase) = state {
      if let next = turn(of: motion, since: start) {
        state = next
        continue
      }
      let elapsed = self.time - start
      guard elapsed >= motion.duration else {
        offset = motion.offset(at: elapsed)
        break
      }
      offset = phase == .decelerating ? motion.target : clamped(motion.target)
      state = .idle
    }
    return offset != old
  }

  /// What a motion becomes that has come to an end of the content until now.
  private func turn(of motion: ScrollMotion, since start: Double) -> State? {
    switch motion {
    case .deceleration(let motion):
      let end = motion.velocity > 0 ? range.upperBound : range.lowerBound
      let isBeyond = motion.velocity > 0 ? motion.start > end : motion.start < end
      guard let crossing = isBeyond ? 0 : motion.time(at: end), time - start >= crossing else {
        return nil
      }
      let velocity = bounces ? motion.velocity(at: crossing) : 0
      let spring = ScrollSpring(
        from: isBeyond ? motion.start : end, to: end, velocity: velocity,
        frequency: ScrollSpring.bounceFrequency)
      return .moving(.spring(spring), since: start + crossing, .bouncing)
    case .spring(let spring):
      // Thrown back into the content, it goes on there.
      guard phase == .bouncing, let crossing = spring.crossing, time - start >= crossing,
        spring.distance.magnitude > ScrollMotion.leastDistance
      else { return nil }
      let motion = Deceleration(start: spring.target, velocity: spring.velocity(at: crossing))
      return .moving(.deceleration(motion), since: start + crossing, .decelerating)
    case .curve:
      return nil
    }
  }

  // MARK: Drags

  /// Has a pointer take the content, wherever that is and however fast.
  ///
  /// - Parameters:
  ///   - position: Where the pointer is, along the axis.
  ///   - time: When.
  public mutating func beginDrag(at position: Double, time: Double) {
    guard position.isFinite else { return }
    advance(to: time)
    var drag = Drag(position: position, pulled: pulled(offset))
    drag.tracker.add(position, at: self.time)
    state = .dragging(drag)
  }

  /// Has the content follow the pointer: it goes to where the pointer goes, the viewport the other way.
  public mutating func drag(to position: Double, time: Double) {
    guard position.isFinite else { return }
    advance(to: time)
    guard case .dragging(var drag) = state else { return }
    drag.pulled -= position - drag.position
    drag.position = position
    drag.tracker.add(position, at: self.time)
    state = .dragging(drag)
    offset = shown(drag.pulled)
  }

  /// Has the pointer let go of the content, which goes on as fast as the pointer was.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - snap: Where to come to rest, for where it would otherwise.
  public mutating func endDrag(time: Double, snap: (_ rest: Double) -> Double = { $0 }) {
    advance(to: time)
    guard case .dragging(let drag) = state else { return }
    state = .idle
    var velocity = -drag.tracker.velocity(at: self.time)
    if overscroll != 0 {
      velocity *= RubberBand.slope(drag.pulled - clamped(drag.pulled), length: viewportLength)
    }
    fling(velocity: velocity, time: self.time, snap: snap)
  }

  /// Has the content go on at a velocity, as if it had been flung: also what another scroller hands over.
  ///
  /// - Parameters:
  ///   - velocity: How fast the offset changes, in points a second.
  ///   - time: When.
  ///   - snap: Where to come to rest, for where it would otherwise.
  public mutating func fling(
    velocity: Double, time: Double, snap: (_ rest: Double) -> Double = { $0 }
  ) {
    advance(to: time)
    let speed = velocity.isFinite ? min(velocity.magnitude, VelocityTracker.limit) : 0
    let velocity = velocity < 0 ? -speed : speed
    if overscroll != 0 {
      let spring = ScrollSpring(
        from: offset, to: clamped(offset), velocity: velocity,
        frequency: ScrollSpring.bounceFrequency)
      state = .moving(.spring(spring), since: self.time, .bouncing)
      return
    }
    let motion = Deceleration(start: offset, velocity: speed < Self.leastSpeed ? 0 : velocity)
    let wanted = snap(motion.target)
    let target = wanted.isFinite ? wanted : motion.target
    if target == motion.target {
      state =
        motion.velocity == 0
        ? .idle : .moving(.deceleration(motion), since: self.time, .decelerating)
    } else {
      state = .moving(aimed(motion, at: clamped(target)), since: self.time, .decelerating)
    }
  }

  /// A motion that goes on at a velocity and comes to rest at a place.
  private func aimed(_ motion: Deceleration, at target: Double) -> ScrollMotion {
    let velocity = Deceleration.velocity(toGo: target - offset)
    // Where the place is nearly where it would rest anyway, nobody sees the difference in speed.
    if motion.velocity != 0, velocity / motion.velocity > 0.75, velocity / motion.velocity < 1.25 {
      return .deceleration(Deceleration(start: offset, velocity: velocity))
    }
    return .spring(
      ScrollSpring(
        from: offset, to: target, velocity: motion.velocity,
        frequency: ScrollSpring.followFrequency))
  }

  /// What is slower when it is let go of stays where it is, in points a second.
  ///
  /// A guess.
  static let leastSpeed = 20.0

  // MARK: Parts

  func clamped(_ offset: Double) -> Double {
    max(range.lowerBound, min(offset, range.upperBound))
  }

  /// Where content is that was pulled to an offset.
  private func shown(_ pulled: Double) -> Double {
    let end = clamped(pulled)
    return bounces ? end + RubberBand.stretch(pulled - end, length: viewportLength) : end
  }

  /// Where content has to be pulled to be at an offset.
  func pulled(_ offset: Double) -> Double {
    let end = clamped(offset)
    return end + RubberBand.pull(offset - end, length: viewportLength)
  }
}
