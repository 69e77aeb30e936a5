/// The opacity of floating headers, which are visible during scrolling and for some time after it.
struct HeaderFlash {
  /// The time that floating headers stay visible after scrolling, in seconds.
  private static let duration = 0.3
  /// The duration of their fades, in seconds.
  private static let fadeDuration = 0.3

  /// The current opacity.
  private(set) var opacity = 0.0
  private var time: Double?
  /// The time at which scrolling ended; `nil` during scrolling.
  private var end: Double? = -.infinity

  /// Whether the opacity is changing or about to change.
  var isRunning: Bool {
    guard let end else { return opacity < 1 }
    return opacity > 0 || (time ?? end) < end
  }

  /// Shows floating headers because the list scrolls.
  mutating func begin() { end = nil }

  /// Starts the time after which floating headers fade out.
  mutating func end(at time: Double) {
    if end == nil { end = time }
  }

  /// Shows floating headers for a duration.
  mutating func show(for duration: Double, at time: Double) {
    begin()
    end(at: time + max(0, duration) - Self.duration)
  }

  /// Advances the opacity to a time.
  mutating func advance(to time: Double) {
    let last = self.time ?? time
    self.time = time
    let risen = min(time, end ?? time) - last
    if risen > 0 { opacity = min(1, opacity + risen / Self.fadeDuration) }
    guard let end else { return }
    let fallen = time - max(last, end + Self.duration)
    if fallen > 0 { opacity = max(0, opacity - fallen / Self.fadeDuration) }
  }
}
