internal import GalleyDisplay

/// A change that removes items, and its presentation.
struct ListRemoval {
  let change: MapChange
  let update: ListUpdate
  let time: Double
}

extension ListView {
  // MARK: Insertions and moves

  /// Animates visible items from their old positions to their new ones, and inserted items in.
  ///
  /// A running animation continues from the current position; the newest animation takes
  /// precedence.
  func animate(_ change: MapChange, from before: ListScene, _ update: ListUpdate, at time: Double) {
    guard let animation = update.animation, animation.duration > 0 else { return }
    for (index, entry) in live.entries {
      let place = state.geometry.offset(of: index) - state.offset
      let length = state.geometry.length(of: index)
      var start = place
      if let old = change.indexMap.oldIndex(of: index) {
        start = before.place(of: old)
      } else {
        entry.fade = ItemFade(from: 0, to: 1, start: time, animation: animation)
        if update.insertion == .grow {
          start = gap(before: index, in: change.indexMap, before) ?? place
        }
        entry.node.zPosition = Depth.coming
      }
      let distance = nearest(start, length: length) - nearest(place, length: length)
      entry.motion =
        abs(distance) < Self.leastDistance
        ? nil : ItemMotion(distance: distance, start: time, animation: animation)
      entry.needsPlace = true
    }
    for (index, place) in before.ghosts.enumerated() where index < ghosts.count {
      let target = state.geometry.offset(of: ghosts[index].boundary) - state.offset
      let distance = place - target - ghosts[index].distance
      ghosts[index].motion = ItemMotion(distance: distance, start: time, animation: animation)
    }
    report.isAnimatingItems = true
  }

  /// Returns the position of a run of inserted items while it has no length, relative to the
  /// viewport.
  private func gap(before index: Int, in map: IndexMap, _ before: ListScene) -> Double? {
    guard let run = map.inserted.first(where: { $0.contains(index) }) else { return nil }
    if let next = map.oldIndex(of: run.upperBound) { return before.place(of: next) }
    return map.oldIndex(of: run.lowerBound - 1).map { before.end(of: $0) }
  }

  /// Clamps a position to one viewport beyond the visible area, from where distant items animate
  /// in.
  private func nearest(_ place: Double, length: Double) -> Double {
    max(-length - state.viewportLength, min(place, 2 * state.viewportLength))
  }

  private static var leastDistance: Double { 0.01 }

  // MARK: Removals

  /// Removes an item that was deleted or replaced.
  func remove(
    _ entry: LiveItem, at index: Int, from before: ListScene, _ removal: ListRemoval
  ) {
    guard entry.isAttached, before.isSeen(index) else { return discard(entry) }
    let change = removal.change
    if let refresh = change.refreshes.first(where: { $0.old == index && !$0.keepsElement }) {
      return haunt(entry, replacedAt: refresh.new, in: change, at: removal.time)
    }
    guard let animation = removal.update.animation, animation.duration > 0 else {
      return discard(entry)
    }
    let boundary = change.indexMap.boundary(of: index)
    let target = state.geometry.offset(of: boundary) - state.offset
    let distance = before.place(of: index) - target
    var ghost = Ghost(
      node: entry.node, item: entry.item, length: before.state.geometry.length(of: index),
      boundary: boundary, end: removal.time + animation.duration)
    if removal.update.deletion == .grow {
      ghost.motion = ItemMotion(distance: distance, start: removal.time, animation: animation)
    } else {
      ghost.distance = distance
    }
    ghost.fade = ItemFade(
      from: entry.opacity(at: removal.time), to: 0, start: removal.time, animation: animation)
    add(ghost, of: entry)
  }

  /// Keeps the node of a replaced item beneath its replacement until that has contents.
  private func haunt(
    _ entry: LiveItem, replacedAt index: Int, in change: MapChange, at time: Double
  ) {
    var ghost = Ghost(
      node: entry.node, item: entry.item, length: state.geometry.length(of: index),
      boundary: index, end: time + Self.replacementLimit)
    ghost.successor = change.new[index]?.id
    ghost.motion = live[index]?.motion
    add(ghost, of: entry)
  }

  /// Keeps the node of a removed item visible for a while.
  func add(_ ghost: Ghost, of entry: LiveItem) {
    preloader?.didDrop(entry.element)
    entry.node.zPosition = Depth.going
    entry.node.setInterfaceState(min(entry.state, .display))
    ghosts.append(ghost)
  }

  /// Removes ghosts that have ended or been replaced.
  func endGhosts(at time: Double) {
    guard !ghosts.isEmpty else { return }
    let ended = ghosts.filter { ghost in
      if time >= ghost.end { return true }
      guard let successor = ghost.successor else { return false }
      return live[ghost.boundary].map { $0.element == successor && hasContents($0) } ?? false
    }
    guard !ended.isEmpty else { return }
    ghosts.removeAll { ghost in ended.contains { $0.node === ghost.node } }
    for ghost in ended { finish(ghost.node, of: ghost.item) }
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
  }

  /// Returns whether all of an item's contents have been drawn at least once.
  func hasContents(_ entry: LiveItem) -> Bool {
    entry.isAttached && entry.node.isLoaded && !entry.node.isAwaitingFirstContents
  }

  /// The maximum time that a replaced node stays visible while its replacement is drawn, in
  /// seconds.
  ///
  /// A guess.
  private static var replacementLimit: Double { 0.5 }

  /// The z-positions of nodes: removed items are behind inserted ones, which are behind the others.
  enum Depth {
    static let going = -2.0
    static let coming = -1.0
    static let dragged = 1.0
  }
}
