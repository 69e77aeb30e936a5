/// The movement of two fingers on a touchpad, known only by the distances that they scroll.
///
/// There is no event when the fingers are lifted: the movement has ended when no distance has
/// arrived for a while.
struct TouchpadTrack: Sendable {
  /// The time without distances after which the movement has ended, in seconds: two frames and a
  /// half at 60 Hz.
  ///
  /// A guess; touchpads report as often as the display refreshes, or more often.
  static let gap = 0.042
  /// The minimum velocity at which the content continues, in points per second.
  ///
  /// A guess: fingers that come to rest before they are lifted are slower.
  static let leastVelocity = 60.0

  private var tracker = VelocityTracker()
  private var position = 0.0
  private var lastTime = -Double.infinity

  /// Adds a distance.
  mutating func add(_ distance: Double, at time: Double) {
    position += distance
    lastTime = time
    tracker.add(position, at: time)
  }

  /// The time at which the movement ends unless another distance arrives.
  var end: Double { lastTime + Self.gap }

  /// Returns whether the fingers no longer move the content.
  func hasEnded(at time: Double) -> Bool { time > end }

  /// The velocity of the content at the last distance, in points per second.
  var velocity: Double { tracker.velocity(at: lastTime) }
}
