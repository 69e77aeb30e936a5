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
  /// Whether the node is attached to the scrolling node.
  var isAttached = false
  /// Whether the node needs placement.
  var needsPlace = true
  /// The interface state of the node.
  var state = InterfaceState.none
  /// The item's distance from the viewport.
  var distance = 0.0
  /// The distance last passed to the node.
  var toldDistance = 0.0
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
}

/// The items with nodes, by visible index.
@MainActor struct LiveItems {
  /// All entries, by ascending index.
  private(set) var entries: [(index: Int, live: LiveItem)] = []

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

  /// The indices of all entries, ascending.
  var indices: [Int] { entries.map { $0.index } }

  /// The range from the first to the last index.
  var range: Range<Int>? {
    guard let first = entries.first, let last = entries.last else { return nil }
    return first.index..<(last.index + 1)
  }

  /// Returns the position of an index in the entries, or where it would be inserted.
  private func place(of index: Int) -> Int {
    entries.partitioningIndex { $0.index >= index }
  }

  private func holds(_ index: Int, at place: Int) -> Bool {
    place < entries.count && entries[place].index == index
  }

  /// Updates all entries for a change.
  ///
  /// - Returns: The deleted and replaced entries, by their old indices, ascending.
  mutating func follow(_ change: MapChange) -> [(index: Int, live: LiveItem)] {
    let replaced = change.replacedIndices
    var (moved, gone): ([(index: Int, live: LiveItem)], [(index: Int, live: LiveItem)]) = ([], [])
    for (index, live) in entries {
      if !replaced.contains(index), let new = change.indexMap.newIndex(of: index),
        change.new[new]?.id == live.element
      {
        live.needsPlace = true
        moved.append((new, live))
      } else {
        gone.append((index, live))
      }
    }
    entries = moved.sorted { $0.index < $1.index }
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
}

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
  var end: Double
  /// The element that replaces the ghost once it has contents.
  var successor: ElementID?

  /// Returns the position of the ghost at a time, relative to the viewport.
  func place(in state: ListState, at time: Double) -> Double {
    state.geometry.offset(of: boundary) + distance + (motion?.offset(at: time) ?? 0) - state.offset
  }
}
