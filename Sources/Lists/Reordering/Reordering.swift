internal import GalleyDisplay
internal import GalleyGeometry

/// The state of reordering by hand, independent of the list.
struct Reordering {
  /// The duration of the press that lifts an item, in seconds.
  static let pressDuration = 0.6
  /// The maximum movement during the press, in points.
  static let slop = 3.0
  /// The minimum movement of the item that updates its index, in points.
  static let leastStep = 4.0
  /// The minimum time between two moves, in seconds.
  static let interval = 0.2
  /// The distance from an edge at which the list scrolls, in points.
  static let edge = 10.0
  /// The scroll velocity at an edge, in points per second.
  static let speed = 360.0
  /// The time at an edge after which the scroll velocity increases by half, in seconds.
  static let patience = 2.0

  /// A drag of an item.
  struct Drag {
    let pointer: Int
    /// The visible index of the item.
    var index: Int
    /// The distance of the pointer from the item's beginning, in points along the list.
    let grip: Double
    /// The position of the pointer, in the list's coordinates.
    var position: Point
    /// The position of the item at the last update of its index, along the list.
    var lastPlace = Double.infinity
    /// The time of the last move.
    var lastMove = -Double.infinity
    /// The time at which the item reached an edge.
    var edgeTime: Double?
  }

  private enum Phase {
    case idle
    case pressed(PointerEvent, index: Int)
    case dragging(Drag)
  }

  private var phase = Phase.idle
  /// The time of the last scrolling at an edge.
  var lastTick: Double?

  /// Whether a pointer presses or drags an item.
  var isActive: Bool {
    if case .idle = phase { return false }
    return true
  }

  /// Whether a pointer presses an item that it can lift.
  var isPressed: Bool {
    if case .pressed = phase { return true }
    return false
  }

  /// The drag in progress, if any.
  var drag: Drag? {
    get {
      if case .dragging(let drag) = phase { return drag }
      return nil
    }
    set { phase = newValue.map { .dragging($0) } ?? .idle }
  }

  /// Starts the press of a movable item.
  mutating func press(_ event: PointerEvent, index: Int) {
    phase = .pressed(event, index: index)
  }

  /// Returns the press that has been held long enough to lift its item.
  func lifted(at time: Double) -> (event: PointerEvent, index: Int)? {
    guard case .pressed(let event, let index) = phase, time - event.time >= Self.pressDuration
    else { return nil }
    return (event, index)
  }

  /// Cancels the press if the pointer has moved too far or was released.
  mutating func move(_ event: PointerEvent) {
    guard case .pressed(let start, _) = phase, start.pointer == event.pointer else { return }
    let way = max(
      abs(event.position.x - start.position.x), abs(event.position.y - start.position.y))
    if event.phase != .moved || way > Self.slop { phase = .idle }
  }

  /// Returns whether a pointer drags an item, and is therefore taken over from the list's content.
  mutating func takes(_ event: PointerEvent) -> Bool {
    move(event)
    return owns(event)
  }

  /// Returns whether a pointer drags an item.
  func owns(_ event: PointerEvent) -> Bool { drag?.pointer == event.pointer }

  /// Updates the state for a change of the list; the drag of a deleted item ends.
  mutating func follow(_ map: IndexMap) {
    switch phase {
    case .idle: break
    case .pressed: phase = .idle
    case .dragging(var drag):
      guard let index = map.newIndex(of: drag.index) else { return phase = .idle }
      drag.index = index
      phase = .dragging(drag)
    }
  }
}
