internal import GalleyDisplay
internal import GalleyGeometry

/// The state of the selecting pointer, independent of the list.
struct SelectionPointer {
  /// The minimum movement that starts a selection, in points.
  static let slop = 3.0

  private(set) var start: PointerEvent?
  private(set) var isOnText = false
  var isSelecting = false
  /// The position of the pointer.
  var position: Point?
  /// The time of the last tick that scrolled the list for the pointer.
  var lastScroll: Double?
  private var clicks = ClickCounter()

  /// Handles a press, and returns the number of consecutive clicks.
  mutating func press(_ event: PointerEvent, isText: Bool) -> Int {
    (start, isOnText, isSelecting, position) = (event, isText, false, event.position)
    return clicks.press(event)
  }

  /// Starts selecting if the pointer has moved far enough, and returns whether it has.
  mutating func beginSelectingIfNeeded(_ event: PointerEvent) -> Bool {
    guard let start, start.pointer == event.pointer, isOnText, !isSelecting,
      event.axisDistance(to: start) > Self.slop
    else { return false }
    (isSelecting, position) = (true, event.position)
    return true
  }

  // MARK: Scrolling

  /// Returns the distance to scroll for a distance of the pointer from the viewport, which is
  /// negative before its beginning.
  mutating func scrollDistance(beyond: Double, at time: Double) -> Double {
    let last = lastScroll ?? time
    lastScroll = time
    guard beyond != 0, time > last else { return 0 }
    let speed = max(-Self.fastest, min(beyond * Self.speed, Self.fastest))
    return speed * (time - last)
  }

  /// The scroll velocity per point of distance beyond an end, per second.
  ///
  /// A guess, as is the maximum velocity.
  private static let speed = 12.0
  private static let fastest = 1_800.0
}
