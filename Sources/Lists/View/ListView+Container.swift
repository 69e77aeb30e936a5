public import GalleyDisplay
internal import GalleyGeometry
internal import GalleyScheduling

extension ListView: ListContainer {
  /// Returns the items visible after a change, and some around them.
  public func neededItems(after change: MapChange) -> [NeededItem] {
    let update = updates.first ?? ListUpdate()
    var next = state
    next.apply(change, lengths: [], holding: hold(for: update, after: change))
    if let target = update.scroll, let index = change.new.index(of: target.path) {
      let offset = next.offset(for: index, at: target.position)
      next.scroller.scroll(to: offset, time: now)
    }
    let viewport = next.viewport
    let margin = next.viewportLength * Self.margin
    let near = next.items(in: (viewport.lowerBound - margin)..<(viewport.upperBound + margin))
    return near.prefix(NearFrames.limit).map { index in
      let start = next.geometry.offset(of: index)
      let end = start + next.geometry.length(of: index)
      let distance = max(0, start - viewport.upperBound, viewport.lowerBound - end)
      return NeededItem(
        index: index, key: DisplayWork.Key(distance > 0 ? .display : .visible, distance: distance))
    }.sorted { $0.key == $1.key ? $0.index < $1.index : $0.key < $1.key }
  }

  /// The margin around the viewport in which items are measured before a change is shown, as a
  /// fraction of the viewport.
  ///
  /// Items can turn out to be shorter than estimated.
  private static var margin: Double { 0.2 }

  /// Shows a change.
  public func show(_ delivery: ListDelivery<DisplayNode>, accept: @MainActor () -> Void) {
    let time = now
    state.scroller.advance(to: time)
    var update = ListUpdate()
    if delivery.isRelayout {
      update.animation = resizeAnimation
      resizeAnimation = nil
    } else if !updates.isEmpty {
      update = updates.removeFirst()
    }
    let change = delivery.change
    let before = ListScene(state, live, ghosts, at: time)
    let hold = hold(for: update, after: change)
    accept()
    if delivery.isRelayout { state.forgetLengths() }
    let lengths = delivery.items.map { ($0.index, space.length(of: $0.size)) }
    state.apply(change, lengths: lengths, holding: hold)
    if change.new.itemCount == 0 {
      // Nothing is left that could keep moving.
      state.scroller.scroll(to: state.rest(at: .head), time: time)
    }
    let gone = live.follow(change)
    follow(change)
    for item in delivery.items { adopt(item) }
    scroll(to: update.scroll, of: change)
    animate(change, from: before, update, at: time)
    for (index, entry) in gone {
      remove(
        entry, at: index, from: before, ListRemoval(change: change, update: update, time: time))
    }
    report.forgetDisplayed()
    settleWhatCame()
  }

  /// Takes in nodes that were measured after the change was shown.
  public func didMeasure(_ items: [MeasuredItem<DisplayNode>]) {
    state.scroller.advance(to: now)
    let hold = state.hold()
    let lengths = items.map { ($0.index, space.length(of: $0.size)) }
    let isOther = lengths.contains { index, length in
      !state.geometry.isMeasured(index) || state.geometry.length(of: index) != length
    }
    if isOther {
      state.apply(nil, lengths: lengths, holding: hold)
      live.setNeedsPlaces()
    }
    for item in items where ranges.state(of: item.index) > .none { adopt(item) }
    settleWhatCame()
  }

  private func hold(for update: ListUpdate, after change: MapChange) -> ListState.Hold {
    update.stationary.map { state.hold($0, after: change.indexMap) } ?? state.hold()
  }

  /// Updates everything that is stored by index.
  private func follow(_ change: MapChange) {
    for left in ranges.follow(change) {
      guard let element = change.old[left.index] else { continue }
      requested.remove(element.id)
      preloader?.list(self, element, didEnter: .none)
    }
    for index in ghosts.indices {
      ghosts[index].boundary = change.indexMap.boundary(of: ghosts[index].boundary)
    }
    if let old = jump {
      jump = old.following(change.indexMap)
      if jump == nil { old.completion?(false) }
      // Staged items may have been deleted or replaced; those still needed are staged again.
      stage.removeAll(knowing: live)
    }
    if let old = destination {
      destination = old.following(change.indexMap)
      if destination == nil { old.completion?(false) }
    }
    headers.forgetSections()
    reordering.follow(change.indexMap)
    selection.follow(change)
    preloader?.follow(change)
  }

  /// Adds a measured node to the live items.
  func adopt(_ item: MeasuredItem<DisplayNode>) {
    requested.remove(item.element)
    guard let element = controller.visibleMap[item.index], element.id == item.element else {
      return
    }
    if let known = live[item.index], known.node === item.node {
      (known.needsPlace, known.isDrawn) = (true, false)
      return
    }
    if let other = live[item.index] { discard(other) }
    item.node.isRangeManaged = true
    let entry = LiveItem(element: item.element, item: element.item, node: item.node)
    entry.distance = ranges.distance(of: item.index)
    live[item.index] = entry
    headers.forgetSections()
    delegate?.list(self, willShow: item.node, of: element.item)
    preloader?.didMake(item.node, of: element)
    give(ranges.state(of: item.index), to: entry)
    selection.show(in: entry)
  }

  /// Scrolls to the target of a change.
  private func scroll(to target: ScrollTarget?, of change: MapChange) {
    guard let target, let index = change.new.index(of: target.path) else { return }
    endDestination(isFinished: false)
    state.scroller.scroll(to: state.offset(for: index, at: target.position), time: now)
  }
}

/// The visible positions of a list's items before a change.
@MainActor struct ListScene {
  let state: ListState
  /// The distances of items from their places, by old index.
  let displacements: [Int: Double]
  /// The positions of ghosts, relative to the viewport.
  let ghosts: [Double]

  init(_ state: ListState, _ live: LiveItems, _ ghosts: [Ghost], at time: Double) {
    self.state = state
    self.ghosts = ghosts.map { $0.place(in: state, at: time) }
    displacements = live.entries.reduce(into: [:]) {
      $0[$1.index] = $1.live.motion?.offset(at: time)
    }
  }

  /// Returns the position of an item, relative to the viewport.
  func place(of index: Int) -> Double {
    state.geometry.offset(of: index) - state.offset + (displacements[index] ?? 0)
  }

  /// Returns the end of an item, relative to the viewport.
  func end(of index: Int) -> Double { place(of: index) + state.geometry.length(of: index) }

  /// Returns whether an item was at least partly visible.
  func isSeen(_ index: Int) -> Bool {
    place(of: index) < state.viewportLength && end(of: index) > 0
  }
}

extension IndexMap {
  /// Returns the new index of the boundary before an item.
  func boundary(of old: Int) -> Int {
    guard old < oldCount, let kept = nearestKept(to: old), let new = newIndex(of: kept) else {
      return old < oldCount ? 0 : newCount
    }
    return kept < old ? new + 1 : new
  }
}
