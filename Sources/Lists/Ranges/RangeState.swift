internal import GalleyBasics
internal import GalleyDisplay
internal import GalleyScheduling

/// The state machine that decides which items of a list are measured, preloaded, drawn and visible.
///
/// The input is the viewport and the items' lengths, the output is a list of state changes; nodes
/// and threads are not involved. Items are identified by index, so changes of the list have to be
/// passed to ``follow(_:)``.
///
/// - Complexity: An update is linear in the number of items that are or were in ranges, not in the
///   length of the list.
struct RangeState: Sendable {
  /// The maximum number of items in ranges, however short they are.
  static let itemLimit = 512

  private struct Entry {
    var index: Int
    var state: InterfaceState
    var key: DisplayWork.Key
  }

  /// The reach of each range in each mode.
  var tuning: RangeTuning
  /// The additional distance at which an item leaves a range, as a fraction of the viewport.
  ///
  /// Items at the edge of a range therefore do not change state with every small movement. An
  /// estimate.
  var hysteresis = 0.125
  /// The maximum total size of the bitmaps of drawn items, in bytes; `nil` for no limit.
  ///
  /// The nearest items are drawn first, and those over the limit are not drawn. Visible items count
  /// toward the limit, but are always drawn.
  var byteBudget: Int?
  /// The weight of distances against the scroll direction.
  ///
  /// It matches the ranges, which reach half as far in that direction.
  var trailingWeight = 2.0

  var modes = RangeModeState()
  /// Whether the viewport moves or last moved toward greater indices.
  private(set) var isForward = true
  private var viewport: Range<Double>?
  private var breadth = 0.0
  /// The items in a range, by ascending index.
  private var entries: [Entry] = []

  /// Creates empty ranges.
  init(tuning: RangeTuning = RangeTuning()) { self.tuning = tuning }

  /// The mode of the last update; `nil` before the first.
  var mode: RangeTuning.Mode? { modes.current }

  /// Returns the state of an item.
  func state(of index: Int) -> InterfaceState { entry(of: index)?.state ?? .none }

  /// Returns the distance of an item in a range from the viewport, in points, as in its work key; 0
  /// for others.
  func distance(of index: Int) -> Double { entry(of: index)?.key.distance ?? 0 }

  private func entry(of index: Int) -> Entry? {
    let place = entries.partitioningIndex { $0.index >= index }
    return place < entries.count && entries[place].index == index ? entries[place] : nil
  }

  /// Returns the items in at least a state, ascending.
  func items(inAtLeast state: InterfaceState) -> [Int] {
    let least = max(state, .measureLayout)
    return entries.compactMap { $0.state >= least ? $0.index : nil }
  }

  // MARK: Updates

  /// Updates the state of each item, and returns the changes.
  mutating func update(_ input: RangeInput) -> RangeUpdate {
    if input.velocity != 0, input.velocity.isFinite { isForward = input.velocity > 0 }
    let hasMoved = viewport.map { $0 != input.viewport || breadth != input.breadth } ?? false
    (viewport, breadth) = (input.viewport, input.breadth)
    let isVisible = input.isContainerVisible && !modes.isInBackground
    var update = RangeUpdate()
    update.mode = modes.next(isContainerVisible: isVisible, hasMoved: hasMoved)
    if input.isBeingLeft, update.mode != .lowMemory { update.mode = .visibleOnly }
    guard input.geometry.count > 0 else {
      finish([], &update)
      return update
    }
    let edges = RangeEdges(input, mode: update.mode, in: self)
    var targets = targets(edges)
    guard targets.contains(where: { $0.isInViewport }) else {
      leaveVisible(&update)
      return update
    }
    for index in targets.indices {
      targets[index].state = state(
        of: targets[index], mode: update.mode, isContainerVisible: isVisible)
    }
    if let byteBudget { fit(&targets, to: byteBudget, input) }
    finish(targets, &update)
    return update
  }

  /// Updates the ranges for a change of the list.
  ///
  /// - Parameters:
  ///   - map: The index map of the change.
  ///   - replaced: The old indices of replaced items.
  /// - Returns: The removed and replaced items, by old index, with their previous states, in
  ///   descending order of state.
  mutating func follow(_ map: IndexMap, replacing replaced: Set<Int> = []) -> [RangeUpdate.Change] {
    guard !map.isIdentity || !replaced.isEmpty else { return [] }
    var (moved, gone): ([Entry], [RangeUpdate.Change]) = ([], [])
    for entry in entries {
      if !replaced.contains(entry.index), let new = map.newIndex(of: entry.index) {
        moved.append(Entry(index: new, state: entry.state, key: entry.key))
      } else {
        gone.append(RangeUpdate.Change(index: entry.index, old: entry.state, new: .none))
      }
    }
    entries = moved.sorted { $0.index < $1.index }
    return gone.sorted { $0.old == $1.old ? $0.index < $1.index : $0.old > $1.old }
  }

  // MARK: The application

  /// Releases everything outside the viewport immediately.
  mutating func receiveMemoryWarning(_ input: RangeInput) -> RangeUpdate {
    let isShown = input.isContainerVisible && !modes.isInBackground
    modes.ask(for: isShown ? .visibleOnly : modes.hidden)
    return update(input)
  }

  /// Enters the background, where nothing is visible, immediately, because there may be no further
  /// tick.
  mutating func enterBackground(_ input: RangeInput) -> RangeUpdate {
    modes.isInBackground = true
    modes.ask(for: input.isContainerVisible ? .visibleOnly : .lowMemory)
    return update(input)
  }

  /// Returns from the background.
  mutating func enterForeground(_ input: RangeInput) -> RangeUpdate {
    modes.isInBackground = false
    modes.ask(for: input.isContainerVisible ? .minimum : .visibleOnly)
    return update(input)
  }

  // MARK: Steps of an update

  /// Returns the items that may be in a range, ascending, with their previous states.
  private func targets(_ edges: RangeEdges) -> [Target] {
    var targets: [Target] = []
    targets.reserveCapacity(entries.count + 8)
    var next = 0
    var start = edges.input.geometry.offset(of: edges.candidates.lowerBound)
    for (index, length) in zip(edges.candidates, edges.input.geometry.lengths(of: edges.candidates))
    {
      while next < entries.count, entries[next].index < index { next += 1 }
      let isKnown = next < entries.count && entries[next].index == index
      let old = isKnown ? entries[next].state : .none
      targets.append(target(of: index, from: old, at: start..<(start + length), edges))
      targets[targets.count - 1].bytes = edges.input.bytes(ofLength: length)
      start += length
    }
    return targets
  }

  private func target(
    of index: Int, from old: InterfaceState, at extent: Range<Double>, _ edges: RangeEdges
  ) -> Target {
    let viewport = edges.input.viewport
    let ahead = max(0, extent.lowerBound - viewport.upperBound)
    let behind = max(0, viewport.lowerBound - extent.upperBound)
    let distance =
      ahead * (isForward ? 1 : trailingWeight) + behind * (isForward ? trailingWeight : 1)
    var target = Target(index: index, old: old, distance: distance)
    target.isInViewport = edges.input.breadth > 0 && extent.meets(viewport)
    target.range = target.isInViewport ? .visible : edges.range(of: extent, from: old)
    return target
  }

  /// Returns the state of an item in a range, depending on whether the list is visible.
  private func state(
    of target: Target, mode: RangeTuning.Mode, isContainerVisible: Bool
  ) -> InterfaceState {
    let isShort = mode == .lowMemory
    let range = target.range == .display && isShort ? .preload : target.range
    if isContainerVisible { return range }
    switch range {
    case .visible: return isShort ? .preload : .display
    case .display: return .preload
    case .preload, .measureLayout: return .measureLayout
    case .none: return .none
    }
  }

  /// Moves items that exceed the budget from the display state to the preload state.
  private func fit(_ targets: inout [Target], to budget: Int, _ input: RangeInput) {
    var bytes = 0
    for target in targets where target.isInViewport && target.state >= .display {
      bytes += target.bytes
    }
    // Drawn items count as nearer, so that two items do not alternate.
    let slack = hysteresis * max(input.breadth, input.viewportLength)
    var order: [(distance: Double, index: Int)] = []
    for index in targets.indices {
      let target = targets[index]
      guard target.state == .display, !target.isInViewport else { continue }
      order.append((target.distance - (target.old >= .display ? slack : 0), index))
    }
    order.sort(by: <)
    for (_, index) in order {
      if bytes + targets[index].bytes > budget {
        targets[index].state = .preload
      } else {
        bytes += targets[index].bytes
      }
    }
  }

  /// Moves visible items to the display state and leaves the others alone, as when contents are
  /// being replaced.
  private mutating func leaveVisible(_ update: inout RangeUpdate) {
    for number in entries.indices where entries[number].state == .visible {
      let (index, distance) = (entries[number].index, entries[number].key.distance)
      let key = DisplayWork.Key(InterfaceState.display.rank, distance: distance)
      update.changes.append(RangeUpdate.Change(index: index, old: .visible, new: .display))
      if key != entries[number].key { update.keys.append(RangeUpdate.Key(index: index, key: key)) }
      entries[number] = Entry(index: index, state: .display, key: key)
    }
  }

  /// Applies the states of an update, and records the changes.
  private mutating func finish(_ targets: [Target], _ update: inout RangeUpdate) {
    var (kept, left): ([Entry], [Entry]) = ([], [])
    kept.reserveCapacity(targets.count)
    /// The items with a new state or key.
    var others: [(target: Target, key: DisplayWork.Key, hasNewKey: Bool)] = []
    var next = 0
    for target in targets {
      while next < entries.count, entries[next].index < target.index {
        left.append(entries[next])
        next += 1
      }
      let isKnown = next < entries.count && entries[next].index == target.index
      let old = isKnown ? entries[next] : nil
      if isKnown { next += 1 }
      guard target.state != .none else {
        if let old { left.append(old) }
        continue
      }
      let key = DisplayWork.Key(target.state.rank, distance: target.distance)
      if old?.key != key || target.old != target.state {
        others.append((target, key, old?.key != key))
      }
      kept.append(Entry(index: target.index, state: target.state, key: key))
    }
    left += entries[next...]
    for state in [InterfaceState.visible, .display, .preload, .measureLayout] {
      for (target, key, hasNewKey) in others where target.state == state {
        update.note(target.index, from: target.old, to: state)
        if hasNewKey { update.keys.append(RangeUpdate.Key(index: target.index, key: key)) }
      }
    }
    for entry in left { update.note(entry.index, from: entry.state, to: .none) }
    entries = kept
  }

  /// An item considered by an update.
  private struct Target {
    let index: Int
    let old: InterfaceState
    let distance: Double
    var state = InterfaceState.none
    var range = InterfaceState.none
    var isInViewport = false
    var bytes = 0
  }
}

/// The edges at which items enter the ranges of an update, and beyond which they leave them.
private struct RangeEdges {
  let input: RangeInput
  /// The items that may be in a range.
  let candidates: Range<Int>
  /// The edges for measuring, preloading and drawing.
  private let edges: [(enter: Range<Double>, leave: Range<Double>)]

  init(_ input: RangeInput, mode: RangeTuning.Mode, in state: RangeState) {
    self.input = input
    let (viewport, length) = (input.viewport, input.viewportLength)
    // Modes that keep only visible items release the margin as well.
    let hysteresis = mode == .visibleOnly || mode == .lowMemory ? 0 : max(0, state.hysteresis)
    edges = RangeTuning.Kind.allCases.map { kind in
      let reach = state.tuning[mode, kind]
      let (leading, trailing) = reach.points(along: length)
      let (behind, ahead) = state.isForward ? (trailing, leading) : (leading, trailing)
      func edges(_ margin: Double) -> Range<Double> {
        (viewport.lowerBound - behind - margin)..<(viewport.upperBound + ahead + margin)
      }
      return (edges(0), edges(reach == .zero ? 0 : hysteresis * length))
    }
    let starts = edges.map(\.leave.lowerBound) + [viewport.lowerBound]
    let ends = edges.map(\.leave.upperBound) + [viewport.upperBound]
    candidates = input.items(
      in: (starts.min() ?? viewport.lowerBound)..<(ends.max() ?? viewport.upperBound))
  }

  /// Returns the innermost range around the viewport that contains an item.
  func range(of extent: Range<Double>, from old: InterfaceState) -> InterfaceState {
    func isIn(_ kind: RangeTuning.Kind, _ state: InterfaceState) -> Bool {
      let edges = edges[Int(kind.rawValue)]
      return extent.meets(old >= state ? edges.leave : edges.enter)
    }
    if isIn(.display, .display) { return .display }
    if isIn(.preload, .preload) { return .preload }
    return isIn(.measure, .measureLayout) ? .measureLayout : .none
  }
}

extension Range<Double> {
  /// Returns whether the interiors of two ranges intersect; an empty range intersects those that
  /// contain it.
  fileprivate func meets(_ other: Range) -> Bool {
    lowerBound < other.upperBound && upperBound > other.lowerBound
  }
}

extension RangeUpdate {
  /// Records a state change of an item, if there is one.
  fileprivate mutating func note(_ index: Int, from old: InterfaceState, to new: InterfaceState) {
    guard old != new else { return }
    changes.append(Change(index: index, old: old, new: new))
  }
}
