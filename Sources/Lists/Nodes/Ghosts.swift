internal import GalleyDisplay

/// The node of a removed item that stays visible for a while.
struct Ghost {
  let node: DisplayNode
  let item: ListItem
  /// The length of the item.
  let length: Double
  /// The visible index of the item that the ghost moves with; the item count for the end of the
  /// list.
  var boundary: Int
  /// The constant distance from the boundary, in points.
  var distance = 0.0
  /// The motion toward that position.
  var motion: ItemMotion?
  var fade: ItemFade?
  /// The latest time at which the ghost is removed, in seconds.
  let end: Double
  /// The element that replaces the ghost once it has contents.
  var successor: ElementID?

  /// Returns the position of the ghost, relative to the viewport.
  func place(in scene: ListScene) -> Double {
    scene.state.geometry.offset(of: boundary) + distance
      + (motion?.offset(at: scene.time) ?? 0) - scene.state.offset
  }
}

/// The ghosts of a list.
@MainActor final class Ghosts {
  private var all: [Ghost] = []

  var count: Int { all.count }

  var isEmpty: Bool { all.isEmpty }

  /// Whether a ghost waits for the contents of its replacement.
  var hasSuccessors: Bool { all.contains { $0.successor != nil } }

  /// Returns whether a ghost is shown until an element has contents.
  func covers(for element: ElementID) -> Bool { all.contains { $0.successor == element } }

  /// Adds the ghost of an item.
  func add(_ ghost: Ghost, of entry: LiveItem) {
    entry.node.zPosition = NodeDepth.going
    entry.node.setInterfaceState(min(entry.state, .display))
    all.append(ghost)
  }

  /// Removes the ghost of a node that shows an item again.
  func release(_ node: DisplayNode) {
    guard let place = all.firstIndex(where: { $0.node === node }) else { return }
    all.remove(at: place)
    node.zPosition = 0
    node.opacity = 1
  }

  /// Removes and returns the ghosts that have ended or been replaced.
  func takeEnded(at time: Double, _ live: LiveItems) -> [Ghost] {
    func hasEnded(_ ghost: Ghost) -> Bool {
      if time >= ghost.end { return true }
      guard let successor = ghost.successor, let entry = live[ghost.boundary] else { return false }
      return entry.element == successor && entry.hasContents
    }
    let ended = all.filter(hasEnded)
    all.removeAll(where: hasEnded)
    return ended
  }

  /// Updates the boundaries for a change.
  func follow(_ map: IndexMap) {
    for number in all.indices { all[number].boundary = map.boundary(of: all[number].boundary) }
  }

  /// Returns the positions of all ghosts, relative to the viewport.
  func places(in scene: ListScene) -> [Double] { all.map { $0.place(in: scene) } }

  /// Animates the ghosts from their old positions to their new ones.
  func animate(from places: [Double], in scene: ListScene, _ animation: ListAnimation) {
    for (number, place) in places.enumerated() where number < all.count {
      let distance = place - scene.place(of: all[number].boundary) - all[number].distance
      all[number].motion = ItemMotion(distance: distance, start: scene.time, animation: animation)
    }
  }

  /// Places the nodes.
  func place(in scene: ListScene) {
    for ghost in all {
      let start = ghost.place(in: scene) + scene.state.offset
      let frame = scene.space.frame(from: start, length: ghost.length)
      if ghost.node.frame != frame { ghost.node.frame = frame }
      if let fade = ghost.fade { ghost.node.opacity = fade.opacity(at: scene.time) }
    }
  }
}
