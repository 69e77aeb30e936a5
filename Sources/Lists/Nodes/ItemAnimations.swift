internal import GalleyDisplay

/// A change of a list that is being shown, and its presentation.
@MainActor struct ChangePresentation {
  let change: MapChange
  let update: ListUpdate
  let before: PlacesBefore
  /// The layout after the change.
  let scene: ListScene

  /// The animation of the change; `nil` if it is shown at once.
  private var animation: ListAnimation? { update.animation.flatMap { $0.duration > 0 ? $0 : nil } }

  // MARK: Insertions and moves

  /// Animates visible items from their old positions to their new ones, and inserted items in.
  ///
  /// A running animation continues from the current position; the newest animation takes
  /// precedence.
  func animate(_ live: LiveItems, _ ghosts: Ghosts) {
    guard let animation else { return }
    // An animation that has already begun is caught up with.
    let time = min(update.start ?? scene.time, scene.time)
    for (index, entry) in live.entries {
      let place = scene.place(of: index)
      let length = scene.state.geometry.length(of: index)
      var start = place
      if let old = change.indexMap.oldIndex(of: index) {
        start = before.place(of: old)
      } else {
        entry.fade = ItemFade(from: 0, to: 1, start: scene.time, animation: animation)
        if update.insertion == .grow {
          start = before.gap(before: index, in: change.indexMap) ?? place
        }
        entry.isBehind = true
      }
      let distance = nearest(start, length: length) - nearest(place, length: length)
      entry.motion =
        abs(distance) < Self.leastDistance
        ? nil : ItemMotion(distance: distance, start: time, animation: animation)
      entry.needsPlace = true
    }
    ghosts.animate(from: before.ghosts, in: scene, animation)
    live.isAnimating = true
  }

  /// Clamps a position to one viewport beyond the visible area, from where distant items animate
  /// in.
  private func nearest(_ place: Double, length: Double) -> Double {
    let viewport = scene.state.viewportLength
    return max(-length - viewport, min(place, 2 * viewport))
  }

  private static let leastDistance = 0.01

  // MARK: Removals

  /// Returns the ghost of an item that was deleted or replaced at an old index; `nil` if its node
  /// disappears at once.
  func ghost(of entry: LiveItem, at index: Int, _ live: LiveItems) -> Ghost? {
    guard entry.isAttached, before.isSeen(index) else { return nil }
    if let refresh = change.refreshes.first(where: { $0.old == index && !$0.keepsElement }) {
      return ghost(of: entry, replacedAt: refresh.new, live)
    }
    guard let animation else { return nil }
    let boundary = change.indexMap.boundary(of: index)
    let distance = before.place(of: index) - scene.place(of: boundary)
    var ghost = Ghost(
      node: entry.node, item: entry.item, length: before.state.geometry.length(of: index),
      boundary: boundary, end: scene.time + animation.duration)
    if update.deletion == .grow {
      ghost.motion = ItemMotion(distance: distance, start: scene.time, animation: animation)
    } else {
      ghost.distance = distance
    }
    ghost.fade = ItemFade(
      from: entry.opacity(at: scene.time), to: 0, start: scene.time, animation: animation)
    return ghost
  }

  /// Returns the ghost of a replaced item, which stays beneath its replacement until that has
  /// contents.
  private func ghost(of entry: LiveItem, replacedAt index: Int, _ live: LiveItems) -> Ghost {
    var ghost = Ghost(
      node: entry.node, item: entry.item, length: scene.state.geometry.length(of: index),
      boundary: index, end: scene.time + Self.replacementLimit)
    ghost.successor = change.new[index]?.id
    ghost.motion = live[index]?.motion
    return ghost
  }

  /// The maximum time that a replaced node stays visible while its replacement is drawn, in
  /// seconds.
  ///
  /// A guess.
  private static let replacementLimit = 0.5
}
