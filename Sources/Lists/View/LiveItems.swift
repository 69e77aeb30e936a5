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
  /// How far from the viewport the node was said to be.
  var distance = 0.0
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
  private(set) var entries: [Int: LiveItem] = [:]

  subscript(index: Int) -> LiveItem? {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  /// The indices of all, ascending.
  var indices: [Int] { entries.keys.sorted() }

  /// The first and last index, as a range.
  var range: Range<Int>? {
    guard let first = entries.keys.min(), let last = entries.keys.max() else { return nil }
    return first..<(last + 1)
  }

  /// Has all follow a change.
  ///
  /// - Returns: Those that went or became others, by their old indices, ascending.
  mutating func follow(_ change: MapChange) -> [(index: Int, live: LiveItem)] {
    let replaced = Set(change.refreshes.lazy.filter { !$0.keepsElement }.map(\.old))
    var (moved, gone): ([Int: LiveItem], [(index: Int, live: LiveItem)]) = ([:], [])
    for (index, live) in entries {
      if !replaced.contains(index), let new = change.indexMap.newIndex(of: index),
        change.new[new]?.id == live.element
      {
        live.needsPlace = true
        moved[new] = live
      } else {
        gone.append((index, live))
      }
    }
    entries = moved
    for refresh in change.refreshes {
      guard let live = entries[refresh.new], let element = change.new[refresh.new] else { continue }
      live.item = element.item
      live.headers = nil
    }
    return gone.sorted { $0.index < $1.index }
  }

  /// Has all be placed again.
  func setNeedsPlaces() {
    for live in entries.values { live.needsPlace = true }
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
