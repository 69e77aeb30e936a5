internal import GalleyGeometry

/// A counter of consecutive clicks at about the same place.
package struct ClickCounter: Sendable {
  /// The maximum distance along each axis and the maximum time between the clicks of a multiple
  /// click, in points and seconds.
  package static let (distance, interval) = (5.0, 0.4)

  private var last: PointerEvent?
  private var count = 0

  package init() {}

  /// Handles a press, and returns the number of consecutive clicks: 1 to 3.
  package mutating func press(_ event: PointerEvent) -> Int {
    let isNear =
      last.map {
        event.time - $0.time <= Self.interval && event.axisDistance(to: $0) <= Self.distance
      } ?? false
    count = isNear ? count % 3 + 1 : 1
    last = event
    return count
  }
}

extension PointerEvent {
  /// Returns the greater of the horizontal and the vertical distance to another event, in points.
  package func axisDistance(to other: PointerEvent) -> Double {
    max(abs(position.x - other.position.x), abs(position.y - other.position.y))
  }
}
