internal import GalleyDisplay
internal import GalleyGeometry

/// What the pointer does that scrolls a list, apart from the list.
struct PanState {
  /// How far along the list a pointer has to go to scroll, in points.
  static let slop = 8.0

  private enum Progress: Hashable {
    case idle
    /// It is down, and may scroll yet.
    case pressed(pointer: Int, start: Point)
    /// It scrolls.
    case dragging(pointer: Int)
  }

  private var progress = Progress.idle

  /// Whether a pointer scrolls.
  var isDragging: Bool {
    if case .dragging = progress { return true }
    return false
  }

  /// Takes a pointer that was put down where nobody else wants it.
  ///
  /// - Returns: Whether it is taken; not if there is another.
  mutating func press(_ event: PointerEvent) -> Bool {
    guard case .idle = progress else { return false }
    progress = .pressed(pointer: event.pointer, start: event.position)
    return true
  }

  /// Takes a pointer that scrolls from now on.
  mutating func take(_ event: PointerEvent) {
    progress = .dragging(pointer: event.pointer)
  }

  /// Whether a pointer that moves has just begun to scroll, by a step along the list and one across.
  mutating func begins(_ event: PointerEvent, step: (Point) -> Double) -> Bool {
    guard case .pressed(let pointer, let start) = progress, pointer == event.pointer,
      Self.isDrag(event.position, from: start, step: step)
    else { return false }
    progress = .dragging(pointer: pointer)
    return true
  }

  /// Whether a way is one along the list, and long enough.
  static func isDrag(_ end: Point, from start: Point, step: (Point) -> Double) -> Bool {
    let way = Point(x: end.x - start.x, y: end.y - start.y)
    let along = step(way).magnitude
    let whole = way.x.magnitude + way.y.magnitude
    return along > slop && along >= whole - along
  }

  /// Whether a pointer is the one that scrolls.
  func isDragging(_ event: PointerEvent) -> Bool {
    if case .dragging(let pointer) = progress { return pointer == event.pointer }
    return false
  }

  /// Whether a pointer is the one that is down.
  func owns(_ event: PointerEvent) -> Bool {
    switch progress {
    case .idle: false
    case .pressed(let pointer, _), .dragging(let pointer): pointer == event.pointer
    }
  }

  /// Has no pointer be down.
  mutating func end() { progress = .idle }
}
