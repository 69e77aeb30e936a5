internal import GalleyDisplay
internal import GalleyGeometry

/// The state of the pointers that scroll a list, independent of the list.
struct PanState {
  /// The minimum distance along the list at which a pointer starts to scroll, in points.
  static let slop = 8.0

  /// The pointers that scroll by dragging.
  var pointers = ListView.DragScrolling.all
  /// The offset of the viewport when the user last began to scroll.
  var startOffset = 0.0
  /// The tracked pointers, by their positions along the list.
  private var places: [Int: Double] = [:]
  /// The position of a pressed pointer that may start to scroll; `nil` once it scrolls.
  private var start: Point?
  /// The sum of the movements of the scrolling pointers, each divided by their number.
  private(set) var position = 0.0

  /// Whether a pointer is scrolling.
  var isDragging: Bool { !places.isEmpty && start == nil }

  /// Returns whether a pointer can scroll by dragging.
  func canDrag(_ event: PointerEvent) -> Bool {
    switch pointers {
    case .all: true
    case .touchesOnly: event.kind != .mouse
    case .none: false
    }
  }

  /// Takes a pressed pointer that nothing else has taken.
  ///
  /// - Returns: Whether it is taken; `false` if another pointer is.
  mutating func press(_ event: PointerEvent, along place: Double) -> Bool {
    guard places.isEmpty else { return false }
    (places, start) = ([event.pointer: place], event.position)
    return true
  }

  /// Starts scrolling with a pointer.
  mutating func take(_ event: PointerEvent, along place: Double) {
    (places, start, position) = ([event.pointer: place], nil, place)
  }

  /// Adds a finger to those that scroll.
  mutating func add(_ event: PointerEvent, along place: Double) { places[event.pointer] = place }

  /// Moves a scrolling pointer: each of several moves the content by its share.
  mutating func move(_ event: PointerEvent, along place: Double) {
    guard let old = places[event.pointer] else { return }
    position += (place - old) / Double(places.count)
    places[event.pointer] = place
  }

  /// Starts scrolling if a moved pointer has gone far enough, and returns whether it has.
  mutating func beginIfNeeded(_ event: PointerEvent, step: (Point) -> Double) -> Bool {
    guard owns(event), let start, Self.isDrag(event.position, from: start, step: step) else {
      return false
    }
    self.start = nil
    return true
  }

  /// Returns whether a movement is long enough and mostly along the list.
  static func isDrag(_ end: Point, from start: Point, step: (Point) -> Double) -> Bool {
    let way = Point(x: end.x - start.x, y: end.y - start.y)
    let along = step(way).magnitude
    let whole = way.x.magnitude + way.y.magnitude
    return along > slop && along >= whole - along
  }

  /// Returns whether a pointer is one of those that are scrolling.
  func isDragging(_ event: PointerEvent) -> Bool { isDragging && owns(event) }

  /// Returns whether a pointer is tracked.
  func owns(_ event: PointerEvent) -> Bool { places[event.pointer] != nil }

  /// Releases a pointer.
  ///
  /// - Returns: Whether it was the last one.
  mutating func lift(_ event: PointerEvent) -> Bool {
    places[event.pointer] = nil
    if places.isEmpty { start = nil }
    return places.isEmpty
  }

  /// Releases all pointers.
  mutating func end() { (places, start) = ([:], nil) }
}

extension ListView {
  /// The pointers that scroll a list by dragging.
  public enum DragScrolling: Hashable, Sendable {
    /// All pointers.
    case all
    /// Fingers and pens, but not a mouse.
    case touchesOnly
    /// No pointer.
    case none
  }
}
