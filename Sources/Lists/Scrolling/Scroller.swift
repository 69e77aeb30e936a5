/// The scroll position of a list and its motion: drags, flings, bounces and animations.
///
/// A scroller uses lengths along one axis and times, independent of pointers and items. Offsets are
/// content coordinates in points, and times are in seconds. All motions are functions of time, so
/// the result does not depend on when or how often ``advance(to:)`` is called.
///
/// Telegram's lists use a hidden scroll view of 20,000 points whose ends they move, because the
/// platform's physics needs an extent that their lists do not know. Here the extent is known, as
/// measured or estimated, and only its far part changes. A scroller therefore uses content
/// coordinates, and a change of length before the viewport is compensated with ``shift(by:)``.
/// Doubles are exact to 2^-20 points in a list of 2^33 points, which is 16 million items of 512
/// points.
public struct Scroller: Sendable {
  /// The phase of scrolling.
  public enum Phase: Hashable, Sendable {
    /// Nothing moves.
    case idle
    /// A pointer, or two fingers on a touchpad, hold the content.
    case dragging
    /// Flung content slows down.
    case decelerating
    /// Content returns from beyond an end.
    case bouncing
    /// Content moves to a requested offset.
    case animating
  }

  enum State: Sendable {
    case idle
    case dragging(Drag)
    case following(TouchpadTrack)
    case moving(ScrollMotion, since: Double, Phase)
  }

  /// A drag in progress.
  struct Drag: Sendable {
    /// The last position of the pointer.
    var position: Double
    /// The offset without the resistance at the ends.
    var pulled: Double
    var tracker = VelocityTracker()
  }

  /// The offset of the viewport.
  public internal(set) var offset = 0.0
  /// The offsets at which the list can rest; infinite where there is no end.
  public internal(set) var range: ClosedRange<Double> = 0...0
  /// The length of the viewport.
  public internal(set) var viewportLength = 0.0

  var state = State.idle
  /// The latest time passed to ``advance(to:)``.
  var time = 0.0

  /// Creates a scroller at rest at offset 0.
  public init() {}

  /// The phase of scrolling.
  public var phase: Phase {
    switch state {
    case .idle: .idle
    case .dragging, .following: .dragging
    case .moving(_, _, let phase): phase
    }
  }

  /// Whether the offset can change with time.
  public var isMoving: Bool {
    switch state {
    case .moving, .following: true
    case .idle, .dragging: false
    }
  }

  /// The rate of change of the offset, in points per second.
  public var velocity: Double {
    switch state {
    case .idle: 0
    case .dragging(let drag): -drag.tracker.velocity(at: time)
    case .following(let track): track.velocity
    case .moving(let motion, let start, _): motion.velocity(at: time - start)
    }
  }

  /// The distance of the viewport beyond an end; negative before the beginning.
  public var overscroll: Double { offset - clamped(offset) }

  /// The offset at which the viewport comes to rest without further input.
  public var restingOffset: Double {
    if case .moving(let motion, _, _) = state { return clamped(motion.target) }
    return clamped(offset)
  }

  // MARK: Time

  /// Advances to a time; an earlier time counts as the current one.
  ///
  /// - Returns: Whether the offset has changed.
  @discardableResult public mutating func advance(to time: Double) -> Bool {
    if time > self.time { self.time = time }
    let old = offset
    endFollowingIfNeeded()
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

  /// Returns the motion that follows when a motion has reached an end of the content.
  private func turn(of motion: ScrollMotion, since start: Double) -> State? {
    switch motion {
    case .deceleration(let motion):
      let end = motion.velocity > 0 ? range.upperBound : range.lowerBound
      let isBeyond = motion.velocity > 0 ? motion.start > end : motion.start < end
      guard let crossing = isBeyond ? 0 : motion.time(at: end), time - start >= crossing else {
        return nil
      }
      let spring = ScrollSpring(
        from: isBeyond ? motion.start : end, to: end, velocity: motion.velocity(at: crossing),
        frequency: ScrollSpring.bounceFrequency)
      return .moving(.spring(spring), since: start + crossing, .bouncing)
    case .spring(let spring):
      // A bounce that re-enters the content continues as a deceleration.
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

  /// Starts a drag, which stops any motion.
  ///
  /// - Parameters:
  ///   - position: The position of the pointer along the axis.
  ///   - time: The current time.
  public mutating func beginDrag(at position: Double, time: Double) {
    guard position.isFinite else { return }
    advance(to: time)
    var drag = Drag(position: position, pulled: pulled(offset))
    drag.tracker.add(position, at: self.time)
    state = .dragging(drag)
  }

  /// Moves the content with the pointer, and the viewport in the opposite direction.
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

  /// Ends a drag; the content continues at the pointer's velocity.
  ///
  /// - Parameters:
  ///   - time: The current time.
  ///   - snap: A function that maps the natural resting offset to the actual one.
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

  /// Flings the content at a velocity, which can come from another scroller.
  ///
  /// - Parameters:
  ///   - velocity: The rate of change of the offset, in points per second.
  ///   - time: The current time.
  ///   - snap: A function that maps the natural resting offset to the actual one.
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

  /// Returns a motion with an initial velocity that comes to rest at a target.
  private func aimed(_ motion: Deceleration, at target: Double) -> ScrollMotion {
    let velocity = (target - offset) * Deceleration.rate
    // If the target is close to the natural resting offset, the difference in velocity is
    // invisible.
    if motion.velocity != 0, velocity / motion.velocity > 0.75, velocity / motion.velocity < 1.25 {
      return .deceleration(Deceleration(start: offset, velocity: velocity))
    }
    return .spring(
      ScrollSpring(
        from: offset, to: target, velocity: motion.velocity,
        frequency: ScrollSpring.followFrequency))
  }

  /// The minimum velocity of a fling, in points per second.
  ///
  /// A guess.
  static let leastSpeed = 20.0

  // MARK: Helpers

  func clamped(_ offset: Double) -> Double { max(range.lowerBound, min(offset, range.upperBound)) }

  /// Returns the displayed offset for a pulled one.
  private func shown(_ pulled: Double) -> Double {
    let end = clamped(pulled)
    return end + RubberBand.stretch(pulled - end, length: viewportLength)
  }

  /// Returns the pulled offset for a displayed one.
  func pulled(_ offset: Double) -> Double {
    let end = clamped(offset)
    return end + RubberBand.pull(offset - end, length: viewportLength)
  }
}
