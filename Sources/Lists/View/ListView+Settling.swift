internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyScheduling

extension ListView {
  /// Updates the ranges, requests missing nodes, and places everything.
  func settle(at time: Double) {
    guard state.viewportLength > 0 else { return }
    figures.settlements += 1
    followDestination(at: time)
    placeViewport()
    endGhosts(at: time)
    let update = ranges.update(rangeInput)
    for key in update.keys { live[key.index]?.distance = key.key.distance }
    apply(update, at: time)
    releaseStrays(at: time)
    request(update.keys)
    if jump == nil { stage.removeAll(knowing: live) }
    placeItems(at: time)
    placeGhosts(at: time)
    placeIndicators()
    placeHeaders(at: time)
    placeDragged(at: time)
    fetchIfNeeded()
    note()
  }

  /// The input of the range update.
  var rangeInput: RangeInput {
    // A long jump skips the items in between, so its destination counts.
    let start = destination?.window == nil ? state.offset : state.scroller.restingOffset
    let breadth = space.breadth(of: size)
    var input = RangeInput(
      viewport: Rect(x: 0, y: start, width: breadth, height: state.viewportLength),
      velocity: Point(x: 0, y: state.scroller.velocity),
      items: NearFrames(
        all: LinearFrames(state.geometry, breadth: breadth),
        viewport: start..<(start + state.viewportLength)))
    input.isContainerVisible = isVisible
    // The items drawn for the jump replace those prepared around the current position.
    if let jump, stage.count > 0, let range = live.range {
      input.isBeingLeft = !range.overlaps(jump.window)
    }
    input.scale = scale
    return input
  }

  /// Rounds a position to whole pixels.
  func rounded(_ place: Double) -> Double { (place * scale).rounded() / scale }

  private func placeViewport() {
    let bounds = space.bounds(offset: rounded(state.offset), size: size)
    if content.bounds != bounds { content.bounds = bounds }
  }

  // MARK: States

  /// Moves items to their range's state, and releases those in no range.
  func apply(_ update: RangeUpdate, at time: Double) {
    var hasLeft = false
    for change in update.changes {
      if let element = controller.visibleMap[change.index] {
        preloader?.list(self, element, didEnter: change.new)
        if change.new == .none { requested.remove(element.id) }
      }
      if change.new == .none {
        hasLeft = true
        release(change.index, at: time)
      } else if let entry = live[change.index] {
        give(change.new, to: entry)
      } else if let item = controller.measuredItem(at: change.index) {
        adopt(item)
      }
    }
    if hasLeft || controller.liveNodeCount > live.entries.count + requested.count {
      let window = jump?.window ?? 0..<0
      let ranges = ranges
      controller.releaseNodes { index in
        ranges.state(of: index) > .none || window.contains(index)
      }
    }
  }

  /// Moves a node to an interface state.
  func give(_ state: InterfaceState, to entry: LiveItem) {
    guard entry.state != state else { return }
    entry.state = state
    if state < .display { entry.isDrawn = false }
    tellState(of: entry)
    preloader?.didGive(state, to: entry.node, of: entry.element)
  }

  private func release(_ index: Int, at time: Double) {
    guard let entry = live[index] else { return }
    live[index] = nil
    headers.forgetSections()
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

  /// Requests missing nodes, and updates the priority of pending requests.
  private func request(_ keys: [RangeUpdate.Key]) {
    var (missing, waiting): ([NeededItem], [NeededItem]) = ([], [])
    for key in keys {
      if let entry = live[key.index] {
        rekey(entry)
        continue
      }
      guard let element = controller.visibleMap[key.index] else { continue }
      let need = NeededItem(index: key.index, key: key.key)
      if requested.insert(element.id).inserted {
        missing.append(need)
      } else {
        waiting.append(need)
      }
    }
    if !waiting.isEmpty { controller.rekey(waiting) }
    // Some pending requests may have measured a superseded version.
    let needs = missing + waiting
    if !needs.isEmpty { controller.requestNodes(needs) }
  }

  /// Updates the priority of a node's pending work.
  ///
  /// A node that is already drawn, or not yet to be drawn, has no pending work.
  private func rekey(_ entry: LiveItem) {
    guard !entry.isDrawn, entry.state >= .display,
      abs(entry.distance - entry.toldDistance) >= Self.leastStep
    else { return }
    tellState(of: entry)
  }

  private func tellState(of entry: LiveItem) {
    entry.toldDistance = entry.distance
    entry.node.setInterfaceState(entry.state, distance: entry.distance)
  }

  /// The minimum change of an item's distance that updates its priority, in points.
  ///
  /// A guess.
  private static var leastStep: Double { 48 }

  // MARK: Placement

  /// Returns whether a node belongs in the scrolling node.
  private func belongs(_ entry: LiveItem, at index: Int) -> Bool {
    if let window = destination?.window, !window.contains(index) { return false }
    return entry.state >= .display || entry.motion != nil
  }

  private func placeItems(at time: Double) {
    let across = across
    var isAnimating = false
    for (index, entry) in live.entries {
      let belongs = belongs(entry, at: index)
      if belongs != entry.isAttached { attach(entry, belongs) }
      guard belongs, entry.needsPlace || entry.motion != nil || entry.fade != nil else { continue }
      entry.needsPlace = false
      isAnimating = animate(entry, at: time) || isAnimating
      let start = state.geometry.offset(of: index) + (entry.motion?.offset(at: time) ?? 0)
      let frame = space.rect(
        from: rounded(start), length: state.geometry.length(of: index), across: across)
      if entry.node.frame != frame { entry.node.frame = frame }
      headers.forgetSections()
    }
    report.isAnimatingItems = isAnimating
  }

  /// Releases items that a change delivered and that are in no range.
  private func releaseStrays(at time: Double) {
    for (index, _) in live.entries where ranges.state(of: index) == .none {
      release(index, at: time)
    }
  }

  /// The range of items across the list.
  var across: Range<Double> {
    let (near, far) = space.sides(of: insets)
    return near..<max(near, space.breadth(of: size) - far)
  }

  private func attach(_ entry: LiveItem, _ isAttached: Bool) {
    entry.isAttached = isAttached
    entry.needsPlace = true
    headers.forgetSections()
    if isAttached {
      if entry.node.supernode !== content { content.addSubnode(entry.node) }
    } else {
      entry.node.removeFromSupernode()
    }
  }

  /// Advances an item's animations.
  ///
  /// - Returns: Whether an animation is still running.
  private func animate(_ entry: LiveItem, at time: Double) -> Bool {
    if let motion = entry.motion, motion.isOver(at: time) { entry.motion = nil }
    if let fade = entry.fade {
      let opacity = fade.opacity(at: time)
      if entry.node.opacity != opacity { entry.node.opacity = opacity }
      if fade.isOver(at: time) { entry.fade = nil }
    }
    let isAnimating = entry.motion != nil || entry.fade != nil
    if !isAnimating, entry.node.zPosition == Depth.coming { entry.node.zPosition = 0 }
    return isAnimating
  }

  private func placeGhosts(at time: Double) {
    let across = across
    for ghost in ghosts {
      let start = ghost.place(in: state, at: time) + state.offset
      let frame = space.rect(from: rounded(start), length: ghost.length, across: across)
      if ghost.node.frame != frame { ghost.node.frame = frame }
      if let fade = ghost.fade { ghost.node.opacity = fade.opacity(at: time) }
    }
  }

  // MARK: Figures

  private func note() {
    figures.liveNodes = live.entries.count + ghosts.count + stage.count
    figures.mostLiveNodes = max(figures.mostLiveNodes, figures.liveNodes)
    figures.awaited = requested.count
    if let range = live.range, range != report.live {
      report.live = range
      let extent =
        state.geometry.offset(of: range.upperBound) - state.geometry.offset(of: range.lowerBound)
      figures.longestLiveExtent = max(figures.longestLiveExtent, extent)
    }
  }

  /// Counts the visible items of a frame that have nothing to show.
  func look(at time: Double) {
    guard report.isFrameDue else { return }
    report.isFrameDue = false
    figures.attachedNodes = content.subnodes.count
    // Drawn items stay drawn, so few are checked.
    for (_, entry) in live.entries where entry.isAttached && !entry.isDrawn {
      entry.isDrawn = entry.state >= .display && hasContents(entry)
    }
    guard isVisible else { return figures.blankItems = 0 }
    let seen = state.items(in: state.viewport).prefix(NearFrames.limit)
    let window = destination?.window
    figures.blankItems = seen.count { index in
      if let window, !window.contains(index) { return false }
      guard let entry = live[index], entry.isAttached else { return true }
      return !entry.isDrawn && entry.node.isAwaitingFirstContents
        && !entry.node.isShowingPlaceholder
        && !ghosts.contains { $0.successor == entry.element }
    }
    figures.blankRows += figures.blankItems
    if figures.blankItems > 0 || ghosts.contains(where: { $0.successor != nil }) {
      report.isFrameDue = true
    }
  }
}
