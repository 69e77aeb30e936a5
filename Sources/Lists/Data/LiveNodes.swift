internal import GalleyGeometry
internal import GalleyLayoutSpecs
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
    /// The measured size and the size range that it was measured in.
    private(set) var measured: (size: Size, range: SizeRange)?
    /// The stamp of the measurement.
    private(set) var stamp: MeasurementStamp?
    /// The pending work that measures the node, if any.
    var work: DisplayWork.ID?

    /// Whether the measurement is of the node's current content.
    var isContentMeasured: Bool { stamp?.content == cell.content }

    /// Takes in a measurement, unless there is a newer one.
    ///
    /// - Returns: Whether it was taken in.
    fileprivate mutating func absorb(_ result: MeasuringResult) -> Bool {
      if let stamp, !result.stamp.supersedes(stamp) { return false }
      (measured, stamp) = ((result.size, result.range), result.stamp)
      return true
    }
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

  /// Takes in measurement results, in any order.
  ///
  /// A result for an older size range or content is better than none: the list follows changes that
  /// are faster than the measurements.
  ///
  /// - Returns: The elements whose size has been set.
  mutating func absorb(_ results: [MeasuringResult]) -> [ElementID] {
    results.compactMap { result in
      guard var entry = entries[result.element] else { return nil }
      entry.work = nil
      let isNew = entry.absorb(result)
      entries[result.element] = entry
      return isNew ? result.element : nil
    }
  }
}
