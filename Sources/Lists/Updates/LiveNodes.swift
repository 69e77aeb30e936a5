internal import GalleyGeometry
internal import GalleyScheduling

/// The items of a list that have nodes: those near what is seen, however long the list is.
struct LiveNodes<Node: ListNode> {
  /// An item that has a node, or is about to.
  struct Entry {
    let cell: NodeCell<Node>
    var item: ListItem
    /// Where the item is in what the data source has; `nil` if it went from there.
    var pendingIndex: Int?
    /// Where the item is in what is shown; `nil` if it is not there yet.
    var visibleIndex: Int?
    var size: Size?
    /// Grows when the node shows something else.
    var content: UInt64 = 0
    /// What ``size`` is for.
    var stamp: MeasurementStamp?
    /// The work that will measure the node, if any waits.
    var work: WorkID?
  }

  private(set) var entries: [ElementID: Entry] = [:]

  subscript(id: ElementID) -> Entry? {
    get { entries[id] }
    set {
      if newValue == nil { entries[id]?.cell.giveUp() }
      entries[id] = newValue
    }
  }

  /// The names of all, oldest first.
  var ids: [ElementID] { entries.keys.sorted() }

  /// The element that a node shows.
  func id(of node: Node) -> ElementID? {
    entries.first { $0.value.cell.made === node }?.key
  }

  /// Has all follow a change of what the data source has.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - claims: Elements that went and came again, with their new indices.
  mutating func followPending(_ change: MapChange, claims: [ElementID: Int]) {
    let replaced = change.replacedIndices
    for id in ids {
      guard var entry = entries[id] else { continue }
      if let index = claims[id] {
        entry.pendingIndex = index
      } else if let index = entry.pendingIndex {
        entry.pendingIndex = replaced.contains(index) ? nil : change.indexMap.newIndex(of: index)
      }
      entries[id] = entry
    }
  }

  /// Has all follow a change of what is shown; what is nowhere any more goes.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - claims: Elements that went and came again, with their new indices.
  ///   - origin: The index in the map that is now shown, of an index in the pending map.
  mutating func followVisible(
    _ change: MapChange, claims: [ElementID: Int], origin: (Int) -> Int?
  ) {
    let replaced = change.replacedIndices
    for id in ids {
      guard var entry = entries[id] else { continue }
      if let index = claims[id] {
        entry.visibleIndex = index
      } else if let index = entry.visibleIndex {
        entry.visibleIndex = replaced.contains(index) ? nil : change.indexMap.newIndex(of: index)
      } else if let index = entry.pendingIndex.flatMap(origin), change.new[index]?.id == id {
        entry.visibleIndex = index
      }
      self[id] = entry.visibleIndex == nil && entry.pendingIndex == nil ? nil : entry
    }
  }

  /// Takes in what was measured.
  ///
  /// - Parameters:
  ///   - results: What was measured.
  ///   - environment: The limits for sizes that hold now; what was measured for others is dropped.
  /// - Returns: The elements that have a size by that.
  mutating func absorb(_ results: [MeasuringResult], environment: UInt64) -> [ElementID] {
    results.compactMap { result in
      guard var entry = entries[result.element] else { return nil }
      entry.work = nil
      let isCurrent =
        result.stamp == MeasurementStamp(environment: environment, content: entry.content)
      if isCurrent {
        entry.size = result.size
        entry.stamp = result.stamp
      }
      entries[result.element] = entry
      return isCurrent ? result.element : nil
    }
  }
}
