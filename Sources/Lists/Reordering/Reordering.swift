internal import GalleyDisplay
internal import GalleyGeometry

/// The moving of an item by hand, apart from the list.
struct Reordering {
  /// How long a pointer has to rest on an item to lift it, in seconds.
  static let pressDuration = 0.6
  /// How far it may go meanwhile, in points.
  static let slop = 3.0
  /// How far the item has to go for its place to be looked for again, in points.
  static let leastStep = 4.0
  /// How long there is between two moves at least, in seconds.
  static let interval = 0.2
  /// How near to an edge the item has to be for the list to scroll, in points.
  static let edge = 10.0
  /// How fast it scrolls then, in points a second.
  static let speed = 360.0
  /// After how many seconds at the edge it scrolls half as fast again.
  static let patience = 2.0

  /// An item that is being moved.
  struct Drag {
    let pointer: Int
    /// The item, by its index in what is shown.
    var index: Int
    /// How far behind the item's beginning the pointer has it, in points along the list.
    let grip: Double
    /// Where the pointer is, in the list's coordinates.
    var position: Point
    /// Where the item was when its place was looked for last, along the list.
    var lastPlace = Double.infinity
    /// When it was moved last.
    var lastMove = -Double.infinity
    /// Since when it is at an edge.
    var edgeTime: Double?
  }

  private enum Phase {
    case idle
    case pressed(PointerEvent, index: Int)
    case dragging(Drag)
  }

  private var phase = Phase.idle
  /// When the list was scrolled last for the item.
  var lastTick: Double?

  /// Whether a pointer rests on an item, or moves one.
  var isActive: Bool {
    if case .idle = phase { return false }
    return true
  }

  /// Whether a pointer rests on an item that it may lift.
  var isPressed: Bool {
    if case .pressed = phase { return true }
    return false
  }

  /// The item that is being moved.
  var drag: Drag? {
    get {
      if case .dragging(let drag) = phase { return drag }
      return nil
    }
    set { phase = newValue.map { .dragging($0) } ?? .idle }
  }

  /// Takes note of a pointer that was put down on an item which may be moved.
  mutating func press(_ event: PointerEvent, index: Int) {
    phase = .pressed(event, index: index)
  }

  /// What is lifted because a pointer has rested long enough.
  func lifted(at time: Double) -> (event: PointerEvent, index: Int)? {
    guard case .pressed(let event, let index) = phase, time - event.time >= Self.pressDuration
    else { return nil }
    return (event, index)
  }

  /// Takes note that the pointer that rests has moved, or was lifted.
  mutating func move(_ event: PointerEvent) {
    guard case .pressed(let start, _) = phase, start.pointer == event.pointer else { return }
    let way = max(
      abs(event.position.x - start.position.x), abs(event.position.y - start.position.y))
    if event.phase != .moved || way > Self.slop { phase = .idle }
  }

  /// Whether a pointer moves an item, and so is taken from what is in the list.
  mutating func takes(_ event: PointerEvent) -> Bool {
    move(event)
    return owns(event)
  }

  /// Whether a pointer moves an item.
  func owns(_ event: PointerEvent) -> Bool { drag?.pointer == event.pointer }

  /// Has everything follow a change of the list; an item that went is not moved any more.
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
