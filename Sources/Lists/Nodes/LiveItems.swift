internal import GalleyBasics
internal import GalleyDisplay

/// An item with a measured node.
@MainActor final class LiveItem {
  let element: ElementID
  var item: ListItem
  let node: DisplayNode
  /// The motion of the item toward its place, if any.
  var motion: ItemMotion?
  /// The change of the item's opacity, if any.
  var fade: ItemFade?
  /// Whether the node is behind the others while its item comes in.
  var isBehind = false {
    didSet { node.zPosition = isBehind ? NodeDepth.coming : 0 }
  }
  /// Whether the node is attached to the scrolling node.
  private(set) var isAttached = false
  /// Whether the node needs placement.
  var needsPlace = true
  /// The interface state of the node.
  private(set) var state = InterfaceState.none
  /// The breadth that the node was measured for, which it keeps until it is measured again: nothing
  /// is laid out for another breadth before.
  var breadth: Double?
  /// The item's distance from the viewport.
  var distance = 0.0
  /// The distance last passed to the node.
  private var reportedDistance = 0.0
  /// Whether the item's current version has had contents since its node entered the display state.
  var isDrawn = false
  /// The headers of the item's section; `nil` if the delegate has not been asked.
  var headers: [ListHeader]?

  init(element: ElementID, item: ListItem, node: DisplayNode) {
    self.element = element
    self.item = item
    self.node = node
  }

  /// Returns the opacity of the item at a time.
  func opacity(at time: Double) -> Double { fade?.opacity(at: time) ?? 1 }

  /// Returns the distance of the item from its place at a time.
  func displacement(at time: Double) -> Double { motion?.offset(at: time) ?? 0 }

  /// Whether all of the item's contents have been drawn at least once.
  var hasContents: Bool { isAttached && node.isLoaded && !node.isAwaitingFirstContents }

  /// Moves the node to an interface state.
  func setState(_ state: InterfaceState) {
    guard self.state != state else { return }
    self.state = state
    if state < .display { isDrawn = false }
    reportState()
  }

  /// Updates the priority of the node's pending work.
  ///
  /// A node that is not yet to be drawn has no pending work; one that has been drawn has none, or
  /// shows its old contents until new ones are drawn.
  func updatePriority() {
    guard !isDrawn, state >= .display, abs(distance - reportedDistance) >= Self.leastStep else {
      return
    }
    reportState()
  }

  private func reportState() {
    reportedDistance = distance
    node.setInterfaceState(state, distance: distance)
  }

  /// The minimum change of an item's distance that updates its priority, in points.
  ///
  /// A guess.
  private static let leastStep = 48.0

  // MARK: Placement

  /// Attaches the node to the scrolling node or detaches it, and returns whether that was needed.
  func attach(to content: DisplayNode, isShown: Bool) -> Bool {
    // An item that has left its range is detached when it is released.
    let isLeaving = state == .none && isAttached
    let belongs = isShown && (state >= .display || motion != nil || isLeaving)
    guard belongs != isAttached else { return false }
    isAttached = belongs
    needsPlace = true
    if !belongs {
      node.removeFromSupernode()
    } else if node.supernode !== content {
      content.addSubnode(node)
    }
    return true
  }

  /// Advances the item's animations, and returns whether one is still running.
  func animate(at time: Double) -> Bool {
    if let motion, motion.isOver(at: time) { self.motion = nil }
    if let fade {
      let opacity = fade.opacity(at: time)
      if node.opacity != opacity { node.opacity = opacity }
      if fade.isOver(at: time) { self.fade = nil }
    }
    let isAnimating = motion != nil || fade != nil
    if isBehind && !isAnimating { isBehind = false }
    return isAnimating
  }
}

/// The z-positions of nodes: removed items are behind inserted ones, which are behind the others.
enum NodeDepth {
  static let going = -2.0
  static let coming = -1.0
  static let dragged = 1.0
}

/// The items with nodes, by visible index.
@MainActor final class LiveItems {
  /// All entries, by ascending index.
  private(set) var entries: [(index: Int, live: LiveItem)] = []
  /// Whether items are moving to their places.
  var isAnimating = false

  subscript(index: Int) -> LiveItem? {
    get {
      let place = place(of: index)
      return holds(index, at: place) ? entries[place].live : nil
    }
    set {
      let place = place(of: index)
      switch (holds(index, at: place), newValue) {
      case (true, let live?): entries[place].live = live
      case (true, nil): entries.remove(at: place)
      case (false, let live?): entries.insert((index, live), at: place)
      case (false, nil): break
      }
    }
  }

  /// The number of items.
  var count: Int { entries.count }

  /// The range from the first to the last index.
  var range: Range<Int>? {
    guard let first = entries.first, let last = entries.last else { return nil }
    return first.index..<(last.index + 1)
  }

  /// The range from the first to the last item with a state, without those to be released.
  var rangeInUse: Range<Int>? {
    guard let first = entries.first(where: { $0.live.state > .none }),
      let last = entries.last(where: { $0.live.state > .none })
    else { return nil }
    return first.index..<(last.index + 1)
  }

  /// Returns the position of an index in the entries, or where it would be inserted.
  private func place(of index: Int) -> Int { entries.partitioningIndex { $0.index >= index } }

  private func holds(_ index: Int, at place: Int) -> Bool {
    place < entries.count && entries[place].index == index
  }

  /// Updates all entries for a change.
  ///
  /// - Returns: The deleted and replaced entries, by their old indices, ascending.
  func follow(_ change: MapChange) -> [(index: Int, live: LiveItem)] {
    let old = entries
    entries = []
    var gone: [(index: Int, live: LiveItem)] = []
    for (index, live) in old {
      if let new = change.newIndex(ofKept: index), change.new[new]?.id == live.element {
        live.needsPlace = true
        self[new] = live
      } else {
        gone.append((index, live))
      }
    }
    for refresh in change.refreshes {
      guard let live = self[refresh.new], let element = change.new[refresh.new] else { continue }
      live.item = element.item
      live.headers = nil
      live.isDrawn = false
    }
    return gone
  }

  /// Marks all items as needing placement.
  func setNeedsPlaces() {
    for (_, live) in entries { live.needsPlace = true }
  }

  /// Attaches, detaches, animates and places the nodes, of which only those in a window are shown.
  ///
  /// - Returns: Whether any node has been attached, detached or placed.
  func place(in scene: ListScene, window: Range<Int>?, on content: DisplayNode) -> Bool {
    var (hasPlaced, isAnimating) = (false, false)
    for (index, live) in entries {
      if live.attach(to: content, isShown: window?.contains(index) ?? true) { hasPlaced = true }
      guard live.isAttached, live.needsPlace || live.motion != nil || live.fade != nil else {
        continue
      }
      live.needsPlace = false
      isAnimating = live.animate(at: scene.time) || isAnimating
      let frame = scene.frame(
        of: index, displacement: live.displacement(at: scene.time), breadth: live.breadth)
      if live.node.frame != frame { live.node.frame = frame }
      hasPlaced = true
    }
    self.isAnimating = isAnimating
    return hasPlaced
  }
}
