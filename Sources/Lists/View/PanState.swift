internal import GalleyDisplay
internal import GalleyGeometry

/// The state of the pointer that scrolls a list, independent of the list.
struct PanState {
  /// The minimum distance along the list at which a pointer starts to scroll, in points.
  static let slop = 8.0

  /// The pointers that scroll by dragging.
  var pointers = ListView.DragScrolling.all
  /// The offset of the viewport when the user last began to scroll.
  var startOffset = 0.0
  /// The tracked pointer.
  private var pointer: Int?
  /// The position of a pressed pointer that may start to scroll; `nil` once it scrolls.
  private var start: Point?

  /// Whether a pointer is scrolling.
  var isDragging: Bool { pointer != nil && start == nil }

  /// Returns whether a pointer can scroll by dragging.
  func canDrag(_ event: PointerEvent) -> Bool {
    switch pointers {
    case .all: true
    case .touchesOnly: event.pointer != 0
    case .none: false
    }
  }

  /// Takes a pressed pointer that nothing else has taken.
  ///
  /// - Returns: Whether it is taken; `false` if another pointer is.
  mutating func press(_ event: PointerEvent) -> Bool {
    guard pointer == nil else { return false }
    (pointer, start) = (event.pointer, event.position)
    return true
  }

  /// Starts scrolling with a pointer.
  mutating func take(_ event: PointerEvent) { (pointer, start) = (event.pointer, nil) }

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

  /// Returns whether a pointer is the one that is scrolling.
  func isDragging(_ event: PointerEvent) -> Bool { isDragging && owns(event) }

  /// Returns whether a pointer is the tracked one.
  func owns(_ event: PointerEvent) -> Bool { pointer == event.pointer }

  /// Releases the pointer.
  mutating func end() { (pointer, start) = (nil, nil) }
}

extension ListView {
  /// The pointers that scroll a list by dragging.
  public enum DragScrolling: Hashable, Sendable {
    /// All pointers.
    case all
    /// Fingers and pens: every pointer except pointer 0.
    case touchesOnly
    /// No pointer.
    case none
  }
}
