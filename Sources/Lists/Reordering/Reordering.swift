internal import GalleyDisplay
internal import GalleyGeometry

/// The state of reordering by hand, independent of the list.
struct Reordering {
  /// The duration of the press that lifts an item, in seconds.
  private static let pressDuration = 0.6
  /// The maximum movement during the press, in points.
  private static let slop = 3.0
  /// The minimum movement of the item that updates its index, in points.
  private static let leastStep = 4.0
  /// The minimum time between two moves, in seconds.
  private static let interval = 0.2
  /// The distance from an edge at which the list scrolls, in points.
  private static let edge = 10.0
  /// The scroll velocity at an edge, in points per second.
  private static let speed = 360.0
  /// The time at an edge after which the scroll velocity increases by half, in seconds.
  private static let patience = 2.0

  /// A drag of an item.
  private struct Drag {
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
    /// The time of the last scrolling at an edge.
    var lastScroll: Double?

    /// Returns the position of the item along the list.
    func place(in scene: ListScene) -> Double {
      scene.state.offset + scene.space.distance(of: position) - grip
    }
  }

  /// Whether items can be reordered.
  var isEnabled = false
  /// The press that can lift a movable item, and the item's visible index.
  var press: (event: PointerEvent, index: Int)?
  private var drag: Drag?

  /// Whether a pointer presses or drags an item.
  var isActive: Bool { press != nil || drag != nil }

  /// The visible index of the dragged item; `nil` if there is none.
  var index: Int? { drag?.index }

  // MARK: Pointers

  /// Lifts the item if it has been pressed long enough, and returns its index.
  mutating func liftIfHeld(in scene: ListScene, where isLive: (Int) -> Bool) -> Int? {
    guard let (event, index) = press, scene.time - event.time >= Self.pressDuration, isLive(index)
    else { return nil }
    let place = scene.state.offset + scene.space.distance(of: event.position)
    press = nil
    drag = Drag(
      pointer: event.pointer, index: index,
      grip: place - scene.state.geometry.offset(of: index), position: event.position)
    return index
  }

  /// Cancels the press if the pointer has moved too far or was released.
  mutating func follow(_ event: PointerEvent) {
    guard let start = press?.event, start.pointer == event.pointer else { return }
    let way = max(
      abs(event.position.x - start.position.x), abs(event.position.y - start.position.y))
    if event.phase != .moved || way > Self.slop { press = nil }
  }

  /// Returns whether a pointer drags an item.
  func owns(_ event: PointerEvent) -> Bool { drag?.pointer == event.pointer }

  /// Moves the dragged item with its pointer.
  mutating func move(to position: Point) { drag?.position = position }

  /// Ends the drag.
  ///
  /// - Returns: The index of the item, and its distance from its place.
  mutating func drop(in scene: ListScene) -> (index: Int, distance: Double)? {
    guard let drag else { return nil }
    self.drag = nil
    return (drag.index, drag.place(in: scene) - scene.state.geometry.offset(of: drag.index))
  }

  /// Updates the state for a change of the list; the drag of a deleted item ends.
  mutating func follow(_ map: IndexMap) {
    press = nil
    guard let index = drag.flatMap({ map.newIndex(of: $0.index) }) else { return drag = nil }
    drag?.index = index
  }

  // MARK: Places

  /// Returns the dragged item, and its frame under the pointer.
  func frame(in scene: ListScene) -> (index: Int, frame: Rect)? {
    guard let drag else { return nil }
    let length = scene.state.geometry.length(of: drag.index)
    return (drag.index, scene.space.frame(from: drag.place(in: scene), length: length))
  }

  /// Returns the move of an item that has gone far enough since the last one, or is being dropped.
  mutating func nextMove(
    in scene: ListScene, isDropped: Bool, where isLive: (Int) -> Bool
  ) -> (old: Int, new: Int)? {
    guard let drag, case let place = drag.place(in: scene),
      isDropped
        || abs(place - drag.lastPlace) >= Self.leastStep
          && scene.time - drag.lastMove >= Self.interval
    else { return nil }
    self.drag?.lastPlace = place
    let target = target(of: drag, in: scene, where: isLive)
    return target == drag.index ? nil : (drag.index, target)
  }

  /// Records that the dragged item is moved.
  mutating func noteMove(at time: Double) { drag?.lastMove = time }

  /// Returns the new index of an item: that of the item whose middle its own has passed.
  private func target(of drag: Drag, in scene: ListScene, where isLive: (Int) -> Bool) -> Int {
    let geometry = scene.state.geometry
    let middle = drag.place(in: scene) + geometry.length(of: drag.index) / 2
    let last = geometry.count - 1
    let clear = scene.state.clearViewport
    let inside = max(clear.lowerBound, min(middle, clear.upperBound))
    let index = min(last, max(0, geometry.index(at: inside) ?? last))
    guard index != drag.index, isLive(index) else { return drag.index }
    let other = geometry.offset(of: index) + geometry.length(of: index) / 2
    if index > drag.index { return middle >= other ? index : index - 1 }
    return middle <= other ? index : index + 1
  }

  /// Returns the distance to scroll because the dragged item is at an edge of the viewport.
  mutating func scrollDistance(in scene: ListScene) -> Double {
    guard let drag else { return 0 }
    let (time, last) = (scene.time, drag.lastScroll)
    let (place, clear) = (drag.place(in: scene), scene.state.clearViewport)
    let end = place + scene.state.geometry.length(of: drag.index)
    let way =
      place < clear.lowerBound + Self.edge ? -1.0 : end > clear.upperBound - Self.edge ? 1 : 0
    let edgeTime = way == 0 || last == nil ? nil : drag.edgeTime ?? time
    self.drag?.lastScroll = time
    self.drag?.edgeTime = edgeTime
    guard let last, let since = edgeTime else { return 0 }
    let speed = Self.speed * (time - since >= Self.patience ? 1.5 : 1)
    return way * speed * (time - last)
  }
}
