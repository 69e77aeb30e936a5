public import GalleyDisplay
internal import GalleyGeometry
internal import GalleyScheduling

/// Decides which items of a list are measured, preloaded, drawn and seen, and what that changes.
///
/// It is given the viewport and the items' frames, and answers with changes of state; it knows
/// neither nodes nor threads. Items are named by their indices, so it has to be told by
/// ``follow(_:)`` when these change.
///
/// - Complexity: An update takes time for the items that are in ranges or were, not for those of the
///   list.
public struct RangeState: Sendable {
  private struct Entry {
    var state: InterfaceState
    var key: WorkKey
  }

  /// How far each range reaches in each mode.
  public var tuning: RangeTuning
  /// How much farther an item has to be from a range to leave it than to enter it, in shares of the
  /// viewport.
  ///
  /// So an item at the edge does not come and go with each tremble of a finger. A guess.
  public var hysteresis = 0.125
  /// How many bytes the bitmaps of all drawn items may take; `nil` for as many as the ranges say.
  ///
  /// What is nearest is kept, and what does not fit is not drawn. What is seen counts, but is always
  /// drawn.
  public var byteBudget: Int?
  /// How many times farther items count that are where the viewport comes from.
  ///
  /// As the ranges reach half as far there.
  public var trailingWeight = 2.0

  var modes = RangeModes()
  /// Where the viewport moves, or did last.
  private(set) var direction = ScrollDirection()
  private var viewport: Rect?
  private var entries: [Int: Entry] = [:]

  /// Makes ranges in which nothing is yet.
  public init(tuning: RangeTuning = RangeTuning()) {
    self.tuning = tuning
  }

  /// The mode of the last update; `nil` before the first.
  public var mode: RangeMode? { modes.current }

  /// The state of an item.
  public func state(of index: Int) -> InterfaceState {
    entries[index]?.state ?? .none
  }

  /// The items in a state or nearer to being seen, ascending.
  public func items(inAtLeast state: InterfaceState) -> [Int] {
    entries.filter { $0.value.state >= max(state, .measureLayout) }.keys.sorted()
  }

  // MARK: Updates

  /// Finds the state of each item, and what is different from the last update.
  public mutating func update(_ input: RangeInput) -> RangeUpdate {
    direction.follow(input.velocity, axes: input.axes)
    let hasMoved = viewport.map { $0 != input.viewport } ?? false
    viewport = input.viewport
    let isVisible = input.isContainerVisible && !modes.isInBackground
    var update = RangeUpdate()
    update.mode = modes.next(isContainerVisible: isVisible, hasMoved: hasMoved)
    update.direction = direction

    guard input.items.count > 0 else {
      finish([], &update)
      return update
    }
    let rings = Rings(input, mode: update.mode, in: self)
    var targets = rings.candidates(in: input.items).flatMap { range in
      zip(range, input.items.frames(of: range)).map { target(of: $0, at: $1, rings) }
    }
    guard targets.contains(where: \.isInViewport) else {
      leaveVisible(&update)
      return update
    }
    for index in targets.indices {
      targets[index].state = state(
        of: targets[index], mode: update.mode, isContainerVisible: isVisible)
    }
    update.bitmapBytes = fit(&targets, to: byteBudget, viewport: input.viewport)
    finish(targets, &update)
    return update
  }

  /// Has the ranges follow a change of the list, in which items went, came and moved, and some became
  /// others.
  ///
  /// - Returns: The items that went, by their indices before, with the states they leave; those that
  ///   were nearest to being seen first.
  public mutating func follow(_ change: MapChange) -> [RangeUpdate.Change] {
    follow(
      change.indexMap,
      replacing: Set(change.refreshes.lazy.filter { !$0.keepsElement }.map(\.old)))
  }

  /// Has the ranges follow a change of the list, in which items went, came and moved.
  ///
  /// - Parameters:
  ///   - map: Where the items are.
  ///   - replaced: The old indices of those that became others.
  /// - Returns: The items that went, by their indices before, with the states they leave; those that
  ///   were nearest to being seen first.
  mutating func follow(
    _ map: IndexMap, replacing replaced: Set<Int> = []
  ) -> [RangeUpdate.Change] {
    guard !map.isIdentity || !replaced.isEmpty else { return [] }
    var (moved, gone): ([Int: Entry], [RangeUpdate.Change]) = ([:], [])
    for (index, entry) in entries {
      if !replaced.contains(index), let new = map.newIndex(of: index) {
        moved[new] = entry
      } else {
        gone.append(RangeUpdate.Change(index: index, old: entry.state, new: .none))
      }
    }
    entries = moved
    return gone.sorted { $0.old == $1.old ? $0.index < $1.index : $0.old > $1.old }
  }

  // MARK: Parts of an update

  private func target(of index: Int, at frame: Rect, _ rings: Rings) -> Target {
    let distance = direction.distance(
      of: frame, from: rings.input.viewport, trailingWeight: trailingWeight)
    var target = Target(index: index, old: state(of: index), distance: distance)
    target.isInViewport = frame.meets(rings.input.viewport)
    target.ring = target.isInViewport ? .visible : rings.ring(of: frame, from: target.old)
    target.bytes = rings.input.bytes(of: frame.size)
    return target
  }

  /// The state of an item in a ring, by whether the list itself is seen.
  private func state(
    of target: Target, mode: RangeMode, isContainerVisible: Bool
  ) -> InterfaceState {
    let isShort = mode == .lowMemory
    let ring = target.ring == .display && isShort ? .preload : target.ring
    if isContainerVisible { return ring }
    switch ring {
    case .visible: return isShort ? .preload : .display
    case .display: return .preload
    case .preload, .measureLayout: return .measureLayout
    case .none: return .none
    }
  }

  /// Has what does not fit into a budget preloaded instead of drawn.
  ///
  /// - Returns: How many bytes what is drawn takes.
  private func fit(_ targets: inout [Target], to budget: Int?, viewport: Rect) -> Int {
    var bytes = 0
    for target in targets where target.isInViewport && target.state >= .display {
      bytes += target.bytes
    }
    // What is drawn already counts as nearer, so that two do not take turns.
    let slack = hysteresis * max(viewport.size.width, viewport.size.height)
    let order = targets.indices.filter {
      targets[$0].state == .display && !targets[$0].isInViewport
    }.map {
      (index: $0, distance: targets[$0].distance - (targets[$0].old >= .display ? slack : 0))
    }.sorted { $0.distance == $1.distance ? $0.index < $1.index : $0.distance < $1.distance }
    for (index, _) in order {
      if let budget, bytes + targets[index].bytes > budget {
        targets[index].state = .preload
      } else {
        bytes += targets[index].bytes
      }
    }
    return bytes
  }

  /// Has nothing be seen, and leaves all else as it is: so it goes while contents are replaced.
  private mutating func leaveVisible(_ update: inout RangeUpdate) {
    for index in items(inAtLeast: .visible) {
      guard let key = entries[index]?.key else { continue }
      let target = Target(index: index, old: .visible, distance: key.distance, state: .display)
      apply(target, &update)
    }
  }

  private mutating func finish(_ targets: [Target], _ update: inout RangeUpdate) {
    for state in InterfaceState.allCases.reversed() where state != .none {
      for target in targets where target.state == state { apply(target, &update) }
    }
    let kept = Set(targets.lazy.filter { $0.state != .none }.map(\.index))
    for index in entries.keys.sorted() where !kept.contains(index) {
      apply(Target(index: index, old: state(of: index), distance: .infinity), &update)
    }
  }

  private mutating func apply(_ target: Target, _ update: inout RangeUpdate) {
    let index = target.index
    let old = state(of: index)
    if old != target.state {
      update.changes.append(RangeUpdate.Change(index: index, old: old, new: target.state))
      if old >= .display, target.state < .display { update.canceledDisplays.append(index) }
      if old >= .preload, target.state < .preload { update.canceledPreloads.append(index) }
    }
    guard target.state != .none else {
      entries[index] = nil
      return
    }
    let key = WorkKey(target.state.rank, distance: target.distance)
    if entries[index]?.key != key {
      update.keys.append(RangeUpdate.Key(index: index, key: key))
    }
    entries[index] = Entry(state: target.state, key: key)
  }

  /// An item that an update looks at.
  private struct Target {
    let index: Int
    let old: InterfaceState
    let distance: Double
    var state = InterfaceState.none
    var ring = InterfaceState.none
    var isInViewport = false
    var bytes = 0
  }
}

/// The rectangles of one update: the ranges, and what items must leave to leave them.
private struct Rings {
  let input: RangeInput
  /// For measuring, preloading and drawing.
  private let rects: [(enter: Rect, leave: Rect)]

  init(_ input: RangeInput, mode: RangeMode, in state: RangeState) {
    self.input = input
    let direction = state.direction
    // What is kept for scrolling is let go of when nothing but what is seen is wanted.
    let margin = mode == .visibleOnly || mode == .lowMemory ? 0 : max(0, state.hysteresis)
    rects = RangeKind.allCases.map { kind in
      let reach = state.tuning[mode, kind]
      func rect(_ margin: Double) -> Rect {
        direction.rect(
          around: input.viewport, reaching: reach, margin: margin, axes: input.axes)
      }
      return (rect(0), reach == .zero ? rect(0) : rect(margin))
    }
  }

  /// The items that may be in any range.
  func candidates(in items: any ItemFrames) -> [Range<Int>] {
    let rect = rects.reduce(input.viewport) { $0.union($1.leave) }
    return items.items(intersecting: rect).map { $0.clamped(to: 0..<items.count) }
  }

  /// The innermost range that a frame is in, apart from the viewport.
  func ring(of frame: Rect, from old: InterfaceState) -> InterfaceState {
    let states: [InterfaceState] = [.measureLayout, .preload, .display]
    for (state, rect) in zip(states, rects).reversed() {
      if frame.meets(old >= state ? rect.leave : rect.enter) { return state }
    }
    return .none
  }
}

extension RangeState {
  /// Goes to a mode for the next update, and for those after it until the viewport moves.
  public mutating func ask(for mode: RangeMode) {
    modes.ask(for: mode)
  }

  /// Takes note that the user has begun to scroll: from now on the ranges are full.
  public mutating func beginScrolling() {
    modes.noteScrolling()
  }
}
