internal import GalleyScheduling

/// A scroll to an item.
struct ListJump {
  /// The visible index of the item.
  var index: Int
  let position: ScrollPosition
  let animation: ListAnimation?
  let completion: ((Bool) -> Void)?
  /// The time of the request, in seconds.
  var start: Double
  /// The items at the destination.
  fileprivate(set) var window = 0..<0

  /// Returns the jump after a change; `nil` if the item was deleted.
  fileprivate func following(_ map: IndexMap) -> ListJump? {
    var jump = self
    guard let index = map.newIndex(of: index) else { return nil }
    jump.index = index
    let start = map.boundary(of: window.lowerBound)
    jump.window = start..<max(start, map.boundary(of: window.upperBound))
    return jump
  }
}

/// The scrolls to items: the one that waits for its items, and the one under way.
@MainActor struct Jumps {
  typealias Completion = (Bool) -> Void

  /// The nodes at the destination of the pending jump.
  let stage = JumpStage()
  /// The jump that waits for its items to be measured and drawn.
  var pending: ListJump?
  /// The jump whose offset animation is under way.
  private var current: ListJump?
  /// Whether only the items at the destination are shown.
  private var skips = false

  /// Whether an offset animation to an item is under way.
  var isScrolling: Bool { current != nil }

  /// The items shown during a long jump; `nil` if nothing is skipped.
  var window: Range<Int>? { skips ? current?.window : nil }

  // MARK: Waiting

  /// Determines the items that the pending jump shows.
  ///
  /// - Returns: The jump and its offset; `nil` if there is none.
  mutating func locate(in state: ListState) -> (jump: ListJump, offset: Double)? {
    guard var jump = pending else { return nil }
    let offset = state.offset(for: jump.index, at: jump.position)
    let found = state.geometry.items(in: offset..<(offset + state.viewportLength))
    jump.window = found.lowerBound..<min(found.upperBound, found.lowerBound + RangeState.itemLimit)
    pending = jump
    return (jump, offset)
  }

  // MARK: Under way

  /// Starts the offset animation of a jump, during which the items in between are skipped or not.
  mutating func beginScrolling(_ jump: ListJump, skips: Bool) {
    (current, self.skips) = (jump, skips)
  }

  /// Retargets the animation to the current position of its item, and returns whether it has
  /// arrived.
  func retarget(_ state: inout ListState) -> Bool {
    guard let current else { return false }
    if case .visible = current.position {
      // Any visible position is good enough, so the target stays.
    } else {
      state.scroller.retarget(to: state.offset(for: current.index, at: current.position))
    }
    return state.scroller.phase != .animating
  }

  /// Ends the offset animation.
  ///
  /// - Returns: Whether items were skipped, and the completion handler; `nil` if there is no
  ///   animation.
  mutating func endScrolling() -> (hasSkipped: Bool, completion: Completion?)? {
    defer { current = nil }
    return current.map { (skips, $0.completion) }
  }

  /// Updates the indices for a change of the list.
  ///
  /// - Returns: The completion handlers of scrolls to deleted items.
  mutating func follow(_ map: IndexMap) -> [Completion] {
    let (first, second) = (pending, current)
    pending = pending?.following(map)
    current = current?.following(map)
    return [pending == nil ? first?.completion : nil, current == nil ? second?.completion : nil]
      .compactMap { $0 }
  }
}
