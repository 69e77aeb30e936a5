/// The elements whose nodes have been requested and not delivered.
struct NodeRequests {
  private var elements: Set<ElementID> = []

  var count: Int { elements.count }

  /// Removes an element, whose node was delivered or is no longer needed.
  mutating func remove(_ element: ElementID) { elements.remove(element) }

  /// Adds visible items that have no nodes, by index and priority.
  ///
  /// - Returns: The items that have been added, and those that were requested before.
  mutating func add(
    _ keys: [RangeUpdate.Key], in map: ElementMap
  ) -> (new: [NeededItem], pending: [NeededItem]) {
    var (new, pending): ([NeededItem], [NeededItem]) = ([], [])
    for key in keys {
      guard let element = map[key.index] else { continue }
      let need = NeededItem(index: key.index, key: key.key)
      if elements.insert(element.id).inserted { new.append(need) } else { pending.append(need) }
    }
    return (new, pending)
  }
}
