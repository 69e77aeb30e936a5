internal import GalleyDisplay
internal import GalleyGeometry

/// The state of the pointer that scrolls a list, independent of the list.
struct PanState {
  /// The minimum distance along the list at which a pointer starts to scroll, in points.
  static let slop = 8.0

  private enum Progress: Hashable {
    case idle
    /// The pointer is pressed and may start to scroll.
    case pressed(pointer: Int, start: Point)
    /// The pointer scrolls.
    case dragging(pointer: Int)
  }

  /// The pointers that scroll by dragging.
  var pointers = ListView.DragScrolling.all
  /// The offset of the viewport when the user last began to scroll.
  var startOffset = 0.0
  private var progress = Progress.idle

  /// Whether a pointer is scrolling.
  var isDragging: Bool {
    if case .dragging = progress { return true }
    return false
  }

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
    guard case .idle = progress else { return false }
    progress = .pressed(pointer: event.pointer, start: event.position)
    return true
  }

  /// Starts scrolling with a pointer.
  mutating func take(_ event: PointerEvent) { progress = .dragging(pointer: event.pointer) }

  /// Starts scrolling if a moved pointer has gone far enough, and returns whether it has.
  mutating func beginIfNeeded(_ event: PointerEvent, step: (Point) -> Double) -> Bool {
    guard case .pressed(let pointer, let start) = progress, pointer == event.pointer,
      Self.isDrag(event.position, from: start, step: step)
    else { return false }
    progress = .dragging(pointer: pointer)
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
  func isDragging(_ event: PointerEvent) -> Bool {
    if case .dragging(let pointer) = progress { return pointer == event.pointer }
    return false
  }

  /// Returns whether a pointer is the tracked one.
  func owns(_ event: PointerEvent) -> Bool {
    switch progress {
    case .idle: false
    case .pressed(let pointer, _), .dragging(let pointer): pointer == event.pointer
    }
  }

  /// Releases the pointer.
  mutating func end() { progress = .idle }
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
