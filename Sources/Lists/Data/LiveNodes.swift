internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyScheduling

/// The items of a list that have nodes, which are those near the viewport.
struct LiveNodes<Node: ListNode> {
  /// An item that has a node or is getting one.
  ///
  /// An object, because most look-ups in a tick are for one of its properties.
  final class Entry {
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

    /// Whether the item is in neither map.
    fileprivate var isGone: Bool { visibleIndex == nil && pendingIndex == nil }

    /// Creates an entry of an item that is not measured.
    init(_ item: ListItem, in cell: NodeCell<Node>, pendingIndex: Int?, visibleIndex: Int?) {
      (self.item, self.cell) = (item, cell)
      (self.pendingIndex, self.visibleIndex) = (pendingIndex, visibleIndex)
    }

    fileprivate func followPending(_ change: MapChange, claim: Int?) {
      pendingIndex = claim ?? pendingIndex.flatMap { change.newIndex(ofKept: $0) }
    }

    fileprivate func followVisible(
      _ change: MapChange, _ id: ElementID, claim: Int?, origin: (Int) -> Int?
    ) {
      if let claim {
        visibleIndex = claim
      } else if let index = visibleIndex {
        visibleIndex = change.newIndex(ofKept: index)
      } else if let index = pendingIndex.flatMap(origin), change.new[index]?.id == id {
        visibleIndex = index
      }
    }

    /// Takes in the measurement that the pending work has made, unless there is a newer one.
    ///
    /// - Returns: Whether it was taken in.
    fileprivate func absorb(_ result: MeasuringResult) -> Bool {
      work = nil
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
  func followPending(_ change: MapChange, claims: [ElementID: Int]) {
    for (id, entry) in entries {
      entry.followPending(change, claim: claims.isEmpty ? nil : claims[id])
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
    var gone: [ElementID] = []
    for (id, entry) in entries {
      let claim = claims.isEmpty ? nil : claims[id]
      entry.followVisible(change, id, claim: claim, origin: origin)
      if entry.isGone { gone.append(id) }
    }
    for id in gone { self[id] = nil }
  }

  /// Takes in measurement results, in any order.
  ///
  /// A result for an older size range or content is better than none: the list follows changes that
  /// are faster than the measurements.
  ///
  /// - Returns: The elements whose size has been set.
  func absorb(_ results: [MeasuringResult]) -> [ElementID] {
    results.compactMap { result in
      entries[result.element]?.absorb(result) == true ? result.element : nil
    }
  }
}
