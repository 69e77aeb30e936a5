internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyScheduling

extension ListView {
  /// Updates the ranges, requests missing nodes, and places everything.
  func settle(at time: Double) {
    guard state.viewportLength > 0 else { return }
    counter.figures.settlements += 1
    followJump()
    let bounds = space.bounds(offset: state.offset)
    if content.bounds != bounds { content.bounds = bounds }
    for ghost in ghosts.takeEnded(at: time, live) { finish(ghost.node, of: ghost.item) }
    let update = ranges.update(rangeInput)
    for key in update.keys { live[key.index]?.distance = key.key.distance }
    apply(update)
    let isNewScreen = adoptItems()
    releaseItems(at: time, limit: schedule.changesLeft, keeping: isNewScreen ? Self.mostLeft : 0)
    request(update.keys)
    if jumps.pending == nil { jumps.stage.removeAll(knowing: live) }
    let scene = scene(at: time)
    if live.place(in: scene, window: jumps.window, on: content) { headers.setNeedsSections() }
    ghosts.place(in: scene)
    fetching.placeIndicators(in: scene)
    placeHeaders(at: time)
    placeDragged(in: scene)
    indicator?.update()
    fetchIfNeeded()
    updateFigures()
  }

  /// The input of the range update.
  var rangeInput: RangeInput {
    // A long jump skips the items in between, so its destination counts.
    let start = jumps.window == nil ? state.offset : state.scroller.restingOffset
    var input = RangeInput(
      viewport: start..<(start + state.viewportLength), geometry: state.geometry,
      breadth: space.breadth)
    input.velocity = state.scroller.velocity
    input.isContainerVisible = isVisible
    // The items drawn for the jump replace those prepared around the current position.
    if let jump = jumps.pending, jumps.stage.count > 0, let range = live.range {
      input.isBeingLeft = !range.overlaps(jump.window)
    }
    input.scale = space.scale
    return input
  }

  // MARK: States

  /// The number of items in no range that a tick may keep if it shows a new screen.
  ///
  /// A guess: a jump leaves about as many.
  private static var mostLeft: Int { 24 }

  /// Moves items to their range's state.
  func apply(_ update: RangeUpdate) {
    for change in update.changes {
      if let element = controller.visibleMap[change.index] {
        preloader?.item(element, with: live[change.index]?.node, didEnter: change.new)
        if change.new == .none { requests.remove(element.id) }
      }
      if let entry = live[change.index] {
        entry.setState(change.new)
      } else if change.new > .none {
        coming.insert(change.index)
      }
    }
  }

  /// Adopts measured items that have come into range: all that are visible, and a few others.
  ///
  /// - Returns: Whether more items were visible than a tick otherwise adopts.
  private func adoptItems() -> Bool {
    guard !coming.isEmpty else { return false }
    let items = coming.sorted().compactMap { index in
      live[index] == nil && ranges.state(of: index) > .none
        ? controller.measuredItem(at: index) : nil
    }
    let visible = items.filter { ranges.state(of: $0.index) == .visible }
    let others = items.filter { ranges.state(of: $0.index) < .visible }
    let isLimited = controller.preparation != .synchronous
    let limit = isLimited ? max(0, schedule.changesLeft - visible.count) : .max
    for item in visible + others.prefix(limit) { adopt(item) }
    coming = Set(others.dropFirst(limit).map(\.index))
    schedule.changesLeft = max(0, schedule.changesLeft - (items.count - coming.count))
    if !coming.isEmpty { schedule.setNeededLater() }
    return visible.count > SettlingSchedule.changesPerTick
  }

  /// Releases items that are in no range, and draw nothing any more.
  ///
  /// A change may have delivered further ones. The next ticks release those that are left.
  ///
  /// - Parameters:
  ///   - time: The time in seconds.
  ///   - limit: The maximum number of items, unless they are few of many; `nil` releases all.
  ///   - kept: The number of items that need not be released yet.
  func releaseItems(at time: Double, limit: Int? = nil, keeping kept: Int = 0) {
    let left = live.entries.filter { self.ranges.state(of: $0.index) == .none }
    // Otherwise, a list that adopts items in every tick would keep all others. A guess.
    let limit = limit.map { max($0, (left.count - kept + 7) / 8) } ?? left.count
    for (index, _) in left.prefix(limit) { release(index, at: time) }
    schedule.changesLeft = max(0, schedule.changesLeft - left.count)
    if left.count > limit { schedule.setNeededLater() }
    guard !left.isEmpty || controller.liveNodeCount > live.count + requests.count else { return }
    let window = jumps.pending?.window ?? 0..<0
    let (ranges, live) = (ranges, live)
    controller.releaseNodes { index in
      ranges.state(of: index) > .none || window.contains(index) || live[index] != nil
    }
  }

  private func release(_ index: Int, at time: Double) {
    guard let entry = live[index] else { return }
    live[index] = nil
    headers.setNeedsSections()
    // An item that is still moving out keeps moving as a ghost.
    if entry.isAttached, let motion = entry.motion, !motion.isOver(at: time) {
      var ghost = Ghost(
        node: entry.node, item: entry.item, length: state.geometry.length(of: index),
        boundary: index, end: motion.start + motion.animation.duration)
      ghost.motion = motion
      return add(ghost, of: entry)
    }
    discard(entry)
  }

  // MARK: Nodes

  /// Requests missing nodes, and updates the priority of pending work.
  private func request(_ keys: [RangeUpdate.Key]) {
    for key in keys { live[key.index]?.updatePriority() }
    let (new, pending) = requests.add(
      keys.filter { live[$0.index] == nil }, in: controller.visibleMap)
    if !pending.isEmpty { controller.rekey(pending) }
    // Some pending requests may have measured a superseded version.
    let needs = new + pending
    if !needs.isEmpty { controller.requestNodes(needs) }
  }

  /// Keeps the node of a removed item visible for a while.
  func add(_ ghost: Ghost, of entry: LiveItem) {
    preloader?.didDrop(entry.element)
    ghosts.add(ghost, of: entry)
  }

  /// Discards a node that is no longer shown.
  func discard(_ entry: LiveItem) {
    preloader?.didDrop(entry.element)
    finish(entry.node, of: entry.item)
  }

  private func finish(_ node: DisplayNode, of item: ListItem) {
    node.setInterfaceState(.none)
    if node.supernode === content { node.removeFromSupernode() }
    node.zPosition = 0
    node.opacity = 1
    delegate?.list(self, didRemove: node, of: item)
    environment.loop.backgroundReleases.add(node)
  }
}
