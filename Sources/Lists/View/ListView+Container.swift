internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyScheduling

extension ListView: ListContainer {
  /// Returns the items visible after a change, and some around them; none if they stay the same.
  func neededItems(after change: MapChange, _ update: ListUpdate) -> [NeededItem] {
    guard !isElsewhere(change, update) else { return [] }
    var next = state
    let anchor = state.anchor(update.stationary, after: change.indexMap)
    next.apply(change, lengths: [], keeping: anchor)
    if let target = update.scroll, let index = change.new.index(of: target.path) {
      let offset = next.offset(for: index, at: target.position)
      next.scroller.scroll(to: offset, time: now)
    }
    let viewport = next.viewport
    return Self.nearItems(in: next).prefix(RangeState.itemLimit).map { index in
      let start = next.geometry.offset(of: index)
      let end = start + next.geometry.length(of: index)
      let distance = max(0, start - viewport.upperBound, viewport.lowerBound - end)
      return NeededItem(
        index: index, key: DisplayWork.Key(distance > 0 ? .display : .visible, distance: distance))
    }.sorted { $0.key == $1.key ? $0.index < $1.index : $0.key < $1.key }
  }

  /// Returns whether edits leave all items near the viewport as they are, and bring none there.
  private func isElsewhere(_ change: MapChange, _ update: ListUpdate) -> Bool {
    let map = change.indexMap
    guard !map.isIdentity || !change.refreshes.isEmpty, !map.hasMoves, update.stationary == nil,
      update.scroll == nil, map.oldCount == state.geometry.count
    else { return false }
    let near = Self.nearItems(in: state)
    guard !map.departures.contains(where: { $0.overlaps(near) }), let first = near.first,
      let last = near.last, let newFirst = map.newIndex(of: first),
      let newLast = map.newIndex(of: last), newLast - newFirst == last - first,
      (first == 0) == (newFirst == 0), (last + 1 == map.oldCount) == (newLast + 1 == map.newCount)
    else { return false }
    return change.refreshes.allSatisfy { $0.new < newFirst || $0.new > newLast }
  }

  private static func nearItems(in state: ListState) -> Range<Int> {
    let margin = state.viewportLength * margin
    return state.geometry.items(
      in: (state.viewport.lowerBound - margin)..<(state.viewport.upperBound + margin))
  }

  /// The margin around the viewport in which items are measured before a change is shown, as a
  /// fraction of the viewport.
  ///
  /// Items can turn out to be shorter than estimated.
  private static var margin: Double { 0.2 }

  /// Shows a change.
  func show(_ delivery: ListDelivery<DisplayNode>, accept: @MainActor () -> Void) {
    // Layers that are animated along begin at the time of the tick, too.
    let time = schedule.tickTime ?? now
    state.scroller.advance(to: time)
    let (change, update) = (delivery.change, delivery.presentation)
    let before = PlacesBefore(scene(at: time), live, ghosts)
    let anchor = state.anchor(update.stationary, after: change.indexMap)
    accept()
    if delivery.isRelayout { state.invalidateLengths() }
    let lengths = delivery.items.map { ($0.index, space.length(of: $0.size)) }
    state.apply(change, lengths: lengths, keeping: anchor)
    if change.new.itemCount == 0 {
      // Nothing is left that could keep moving.
      state.scroller.scroll(to: state.rest(at: .head), time: time)
    }
    let gone = live.follow(change)
    follow(change)
    for item in delivery.items {
      let isSeen = change.indexMap.oldIndex(of: item.index).map { before.isSeen($0) } ?? false
      adopt(item, isSeen ? update.animation : nil)
    }
    scroll(to: update.scroll, of: change)
    let presentation = ChangePresentation(
      change: change, update: update, before: before, scene: scene(at: time))
    presentation.animate(live, ghosts)
    for (index, entry) in gone {
      if let ghost = presentation.ghost(of: entry, at: index, live) {
        add(ghost, of: entry)
      } else {
        discard(entry)
      }
    }
    measureUpdates(of: change)
    schedule.changesLeft = min(schedule.changesLeft, 1)
    reports.mustReportDisplayed = true
    schedule.settleDeliveries()
  }

  /// Measures the nodes with new versions that were too far from the viewport to wait for.
  private func measureUpdates(of change: MapChange) {
    let updated = change.refreshes.map(\.new).filter { live[$0] != nil }
    guard !updated.isEmpty else { return }
    controller.requestNodes(
      updated.map { NeededItem(index: $0, key: DisplayWork.Key(.display)) })
  }

  /// Takes in nodes that were measured after the change was shown.
  func didMeasure(_ items: [MeasuredItem<DisplayNode>]) {
    state.scroller.advance(to: now)
    let anchor = state.anchor()
    let lengths = items.map { ($0.index, space.length(of: $0.size)) }
    let isOther = lengths.contains { index, length in
      !state.geometry.isMeasured(index) || state.geometry.length(of: index) != length
    }
    if isOther {
      state.apply(nil, lengths: lengths, keeping: anchor)
      live.setNeedsPlaces()
    }
    for item in items where ranges.state(of: item.index) > .none {
      // New items are adopted by settling.
      if live[item.index] != nil { adopt(item) } else { coming.insert(item.index) }
    }
    schedule.settleDeliveries()
  }

  /// Updates everything that is stored by index.
  private func follow(_ change: MapChange) {
    for left in ranges.follow(change.indexMap, replacing: change.replacedIndices) {
      guard let element = change.old[left.index] else { continue }
      requests.remove(element.id)
      preloader?.item(element, with: nil, didEnter: .none)
    }
    ghosts.follow(change.indexMap)
    coming = Set(coming.compactMap { change.indexMap.newIndex(of: $0) })
    for completion in jumps.follow(change.indexMap) { completion(false) }
    headers.setNeedsSections()
    reordering.follow(change.indexMap)
    selection.follow(change)
    preloader?.follow(change)
  }

  /// Adds a measured node to the live items, or updates the item of a node that was measured again.
  ///
  /// - Parameters:
  ///   - item: The item with its node.
  ///   - animation: The animation of the node's subnodes to a new layout, if any.
  func adopt(_ item: MeasuredItem<DisplayNode>, _ animation: ListAnimation? = nil) {
    requests.remove(item.element)
    let transition = animation.map { LayoutTransition(duration: $0.duration, curve: $0.curve) }
    let known = live[item.index]
    if let known, known.node === item.node {
      item.node.adoptMeasurement(item.size, transition)
      known.needsPlace = true
      known.breadth = space.breadth(of: item.range.max)
      return
    }
    guard let element = controller.visibleMap[item.index], element.id == item.element else {
      return
    }
    item.node.adoptMeasurement(item.size, transition)
    if let known { discard(known) }
    ghosts.release(item.node)
    item.node.isRangeManaged = true
    let entry = LiveItem(element: item.element, item: element.item, node: item.node)
    entry.distance = ranges.distance(of: item.index)
    entry.breadth = space.breadth(of: item.range.max)
    live[item.index] = entry
    headers.setNeedsSections()
    delegate?.list(self, willShow: item.node, of: element.item)
    preloader?.didMake(item.node, of: element)
    entry.setState(ranges.state(of: item.index))
    selection.show(in: selectableNode(entry, at: item.index))
  }

  /// Scrolls to the target of a change.
  private func scroll(to target: ListUpdate.ScrollTarget?, of change: MapChange) {
    guard let target, let index = change.new.index(of: target.path) else { return }
    endJump(isFinished: false)
    state.scroller.scroll(to: state.offset(for: index, at: target.position), time: now)
  }
}
