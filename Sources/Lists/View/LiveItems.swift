internal import GalleyDisplay

/// An item with a node that is measured.
@MainActor final class LiveItem {
  let element: ElementID
  var item: ListItem
  let node: DisplayNode
  /// How far the item is from its place, while it goes there.
  var motion: ItemMotion?
  /// How opaque it is, while that changes.
  var fade: ItemFade?
  /// Whether the node is among those that scroll.
  var isAttached = false
  /// Whether the node has to be placed again.
  var needsPlace = true
  /// The state that the node was given.
  var state = InterfaceState.none
  /// How far from the viewport the item is.
  var distance = 0.0
  /// How far from it the node was said to be.
  var toldDistance = 0.0
  /// Whether the node has had contents since it came into a state in which it is drawn, and became no other.
  var isDrawn = false
  /// What stands at the head of the item's section; `nil` if nobody was asked.
  var headers: [ListHeader]?

  init(element: ElementID, item: ListItem, node: DisplayNode) {
    self.element = element
    self.item = item
    self.node = node
  }

  /// How opaque the item is at a time.
  func opacity(at time: Double) -> Double { fade?.opacity(at: time) ?? 1 }
}

/// The items with nodes, by their indices in what is shown.
@MainActor struct LiveItems {
  /// All, by ascending index.
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

  /// The indices of all, ascending.
  var indices: [Int] { entries.map { $0.index } }

  /// The first and last index, as a range.
  var range: Range<Int>? {
    guard let first = entries.first, let last = entries.last else { return nil }
    return first.index..<(last.index + 1)
  }

  /// Where an index is among those of all, or would be.
  private func place(of index: Int) -> Int {
    entries.partitioningIndex { $0.index >= index }
  }

  private func holds(_ index: Int, at place: Int) -> Bool {
    place < entries.count && entries[place].index == index
  }

  /// Has all follow a change.
  ///
  /// - Returns: Those that went or became others, by their old indices, ascending.
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

  /// Has all be placed again.
  func setNeedsPlaces() {
    for (_, live) in entries { live.needsPlace = true }
  }
}

/// A node that has gone from the list and is still seen for a while.
struct Ghost {
  let node: DisplayNode
  let item: ListItem
  /// How long it is.
  let length: Double
  /// The item that it goes with, by its index in what is shown; the count of items for their end.
  var boundary: Int
  /// How far it stays from there, in points.
  var distance = 0.0
  /// How it comes to that place.
  var motion: ItemMotion?
  var fade: ItemFade?
  /// Until when it is seen at most, in seconds.
  var end: Double
  /// The element that takes its place as soon as that has contents.
  var successor: ElementID?

  /// Where it begins at a time, from the beginning of the viewport.
  func place(in state: ListState, at time: Double) -> Double {
    state.geometry.offset(of: boundary) + distance + (motion?.offset(at: time) ?? 0) - state.offset
  }
}
