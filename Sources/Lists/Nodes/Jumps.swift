internal import GalleyScheduling

/// A pending scroll to an item, performed once the items around it are measured.
struct ListJump {
  /// The visible index of the item.
  var index: Int
  let position: ScrollPosition
  let animation: ListAnimation?
  let completion: ((Bool) -> Void)?
  /// The time of the request, in seconds.
  var start: Double
  /// The items that have to be measured.
  fileprivate(set) var window = 0..<0

  /// Returns the jump after a change; `nil` if the item was deleted.
  fileprivate func following(_ map: IndexMap) -> ListJump? {
    var jump = self
    guard let index = map.newIndex(of: index) else { return nil }
    jump.index = index
    jump.window = 0..<0
    return jump
  }
}

/// The destination of an offset animation.
private struct ListDestination {
  /// The visible index of the item.
  var index: Int
  let position: ScrollPosition
  let completion: ((Bool) -> Void)?
  /// The items shown during a long jump, in addition to the departing ghosts; `nil` if nothing is
  /// skipped.
  var window: Range<Int>?

  /// Returns the destination after a change; `nil` if the item was deleted.
  func following(_ map: IndexMap) -> ListDestination? {
    var destination = self
    guard let index = map.newIndex(of: index) else { return nil }
    destination.index = index
    destination.window = window.map {
      let start = map.boundary(of: $0.lowerBound)
      return start..<max(start, map.boundary(of: $0.upperBound))
    }
    return destination
  }
}

/// The scrolls to items: the one that waits for its items, and the one under way.
struct Jumps {
  typealias Completion = (Bool) -> Void

  /// The jump that waits for its items to be measured and drawn.
  private(set) var pending: ListJump?
  private var destination: ListDestination?

  /// Whether an offset animation to an item is under way.
  var isScrolling: Bool { destination != nil }

  /// The items shown during a long jump; `nil` if nothing is skipped.
  var window: Range<Int>? { destination?.window }

  // MARK: Waiting

  /// Starts a jump once the previous one has been taken.
  mutating func begin(_ jump: ListJump) { pending = jump }

  /// Ends waiting, and returns the jump.
  mutating func takePending() -> ListJump? {
    defer { pending = nil }
    return pending
  }

  /// Determines the items that the pending jump shows.
  ///
  /// - Returns: The jump and its offset; `nil` if there is none.
  mutating func locate(in state: ListState) -> (jump: ListJump, offset: Double)? {
    guard var jump = pending else { return nil }
    let offset = state.offset(for: jump.index, at: jump.position)
    let found = state.items(in: offset..<(offset + state.viewportLength))
    jump.window = found.lowerBound..<min(found.upperBound, found.lowerBound + NearFrames.limit)
    pending = jump
    return (jump, offset)
  }

  // MARK: Under way

  /// Starts the offset animation of a jump.
  ///
  /// - Parameters:
  ///   - jump: The jump.
  ///   - skips: Whether only the items at the destination are shown.
  mutating func beginScrolling(_ jump: ListJump, skips: Bool) {
    destination = ListDestination(
      index: jump.index, position: jump.position, completion: jump.completion,
      window: skips ? jump.window : nil)
  }

  /// Retargets the animation to the current position of its item, and returns whether it has
  /// arrived.
  func retarget(_ state: inout ListState) -> Bool {
    guard let destination else { return false }
    if case .visible = destination.position {
      // Any visible position is good enough, so the target stays.
    } else {
      state.scroller.retarget(to: state.offset(for: destination.index, at: destination.position))
    }
    return state.scroller.phase != .animating
  }

  /// Ends the offset animation.
  ///
  /// - Returns: Whether items were skipped, and the completion handler; `nil` if there is no
  ///   animation.
  mutating func endScrolling() -> (hasSkipped: Bool, completion: Completion?)? {
    defer { destination = nil }
    return destination.map { ($0.window != nil, $0.completion) }
  }

  /// Updates the indices for a change of the list.
  ///
  /// - Returns: The completion handlers of scrolls to deleted items.
  mutating func follow(_ map: IndexMap) -> [Completion] {
    let (jump, old) = (pending, destination)
    pending = pending?.following(map)
    destination = destination?.following(map)
    return [pending == nil ? jump?.completion : nil, destination == nil ? old?.completion : nil]
      .compactMap { $0 }
  }
}
