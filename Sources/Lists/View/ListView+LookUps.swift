public import GalleyDisplay

extension ListView {
  // MARK: The data source's state

  /// The number of sections, including changes that are not shown yet.
  public var sectionCount: Int { controller.pendingMap.sectionCount }

  /// The number of items, including changes that are not shown yet.
  public var itemCount: Int { controller.pendingMap.itemCount }

  /// Returns the number of items in a section; `nil` if there is no such section.
  public func itemCount(inSection section: Int) -> Int? {
    controller.pendingMap.itemCount(in: section)
  }

  /// Returns the value that the data source has stored with a section.
  public func context(ofSection section: Int) -> (any Sendable)? {
    controller.pendingMap.context(ofSection: section)
  }

  /// Returns the item at a path; `nil` if there is none.
  public func item(at path: ItemPath) -> ListItem? { controller.pendingMap[path]?.item }

  /// Returns the node of an item, creating it if needed.
  ///
  /// - Returns: The node, or `nil` if there is no such item or no node for it.
  public func node(at path: ItemPath) -> DisplayNode? {
    try? load()
    return controller.node(at: path)
  }

  /// Returns the path of a node's item; `nil` if it has been deleted.
  public func path(of node: DisplayNode) -> ItemPath? { controller.path(of: node) }

  /// Returns a snapshot of the items with the given section keys, in order.
  ///
  /// - Complexity: O(*n*)
  public func snapshot(sectionKeys keys: [Int] = [0]) -> ListSnapshot {
    let map = controller.pendingMap
    return ListSnapshot(
      sections: zip(0..<map.sectionCount, keys).map { section, key in
        let range = map.indices(ofSection: section) ?? 0..<0
        return ListSnapshot.Section(key: key, items: map.elements(in: range).map(\.item))
      })
  }

  // MARK: The visible state

  /// Returns the path of a visible item; `nil` if there is none.
  public func path(ofVisible index: Int) -> ItemPath? { controller.visibleMap.path(of: index) }

  /// Returns the item at a visible index; `nil` if there is none.
  public func item(ofVisible index: Int) -> ListItem? { controller.visibleMap[index]?.item }

  /// Returns the visible index of a node's item; `nil` if it is not shown.
  public func visibleIndex(of node: DisplayNode) -> Int? { controller.visibleIndex(of: node) }

  /// Returns the visible index of the item with a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - hint: The index at which the search starts; the nearest of several items is returned.
  /// - Returns: The index, or `nil` if there is none.
  /// - Complexity: O(*d*), where *d* is the distance from the hint, or the number of items if there
  ///   is none.
  public func visibleIndex(ofKey key: Int, near hint: Int = 0) -> Int? {
    controller.visibleMap.index(ofKey: key, near: hint)
  }
}
