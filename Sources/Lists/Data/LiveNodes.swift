internal import GalleyGeometry
internal import GalleyScheduling

/// The items of a list that have nodes, which are those near the viewport.
struct LiveNodes<Node: ListNode> {
  /// An item that has a node or is getting one.
  struct Entry {
    let cell: NodeCell<Node>
    var item: ListItem
    /// The index of the item in the pending map; `nil` if it has been deleted.
    var pendingIndex: Int?
    /// The index of the item in the visible map; `nil` if it is not shown yet.
    var visibleIndex: Int?
    var size: Size?
    /// A counter that is incremented when the content of the node changes.
    var content: UInt64 = 0
    /// The stamp of the measurement in ``size``.
    var stamp: MeasurementStamp?
    /// The pending work that measures the node, if any.
    var work: DisplayWork.ID?
  }

  private(set) var entries: [ElementID: Entry] = [:]

  subscript(id: ElementID) -> Entry? {
    get { entries[id] }
    set {
      if newValue == nil { entries[id]?.cell.giveUp() }
      entries[id] = newValue
    }
  }

  /// The identifiers of all entries, oldest first.
  var ids: [ElementID] { entries.keys.sorted() }

  /// Returns the element that a node shows.
  func id(of node: Node) -> ElementID? { entries.first { $0.value.cell.made === node }?.key }

  /// Updates all entries for a change of the pending map, with the new indices of elements that
  /// were removed and inserted again.
  mutating func followPending(_ change: MapChange, claims: [ElementID: Int]) {
    for id in ids {
      let index = entries[id]?.pendingIndex
      entries[id]?.pendingIndex = claims[id] ?? index.flatMap { change.newIndex(ofKept: $0) }
    }
  }

  /// Updates all entries for a change of the visible map, and removes those in neither map.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - claims: The new indices of elements that were removed and inserted again.
  ///   - origin: A function that maps a pending index to an index in the new visible map.
  mutating func followVisible(
    _ change: MapChange, claims: [ElementID: Int], origin: (Int) -> Int?
  ) {
    for id in ids {
      guard var entry = entries[id] else { continue }
      if let index = claims[id] {
        entry.visibleIndex = index
      } else if let index = entry.visibleIndex {
        entry.visibleIndex = change.newIndex(ofKept: index)
      } else if let index = entry.pendingIndex.flatMap(origin), change.new[index]?.id == id {
        entry.visibleIndex = index
      }
      self[id] = entry.visibleIndex == nil && entry.pendingIndex == nil ? nil : entry
    }
  }

  /// Takes in measurement results.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - sizing: The current version of the size range; results for other versions are
  ///     dropped.
  /// - Returns: The elements whose size has been set.
  mutating func absorb(_ results: [MeasuringResult], sizing: UInt64) -> [ElementID] {
    results.compactMap { result in
      guard var entry = entries[result.element] else { return nil }
      entry.work = nil
      let isCurrent = result.stamp == MeasurementStamp(sizing: sizing, content: entry.content)
      if isCurrent {
        entry.size = result.size
        entry.stamp = result.stamp
      }
      entries[result.element] = entry
      return isCurrent ? result.element : nil
    }
  }
}
