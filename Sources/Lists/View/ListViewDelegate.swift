public import GalleyDisplay

/// The delegate of a list view, which receives its events and answers questions about the content.
///
/// Every requirement has a default implementation. All calls are made on the main actor, at the end
/// of a tick's changes unless stated otherwise, so that an implementation may change the list.
@MainActor public protocol ListViewDelegate: AnyObject {
  /// Tells the delegate that the offset has changed, with the distance in points along the list.
  func list(_ list: ListView, didScrollBy distance: Double)
  /// Tells the delegate that other items are on screen or have nodes.
  func list(_ list: ListView, displays items: ListView.DisplayedItems)
  /// Tells the delegate that the distance of the viewport from either end has changed.
  func list(_ list: ListView, didChange head: ListView.EndDistance, _ tail: ListView.EndDistance)
  /// Tells the delegate immediately that a pointer starts to drag the content.
  func listWillBeginDragging(_ list: ListView)
  /// Tells the delegate immediately that the pointer has released the content, and whether it keeps
  /// moving.
  func listDidEndDragging(_ list: ListView, decelerates: Bool)
  /// Tells the delegate that scrolling has ended.
  func listDidEndScrolling(_ list: ListView)
  /// Requests more items at an end; the list waits for ``ListView/finishFetch(at:hasMore:)``.
  func list(_ list: ListView, fetchAt end: ListEnd)
  /// Returns the headers of an item's section; called once per version of an item with a node.
  func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader]
  /// Tells the delegate immediately that a node is about to become visible, so that it can be set
  /// up.
  func list(_ list: ListView, willShow node: DisplayNode, of item: ListItem)
  /// Tells the delegate immediately that a node has been removed from the list.
  func list(_ list: ListView, didRemove node: DisplayNode, of item: ListItem)
  /// Returns whether an item can be reordered.
  func list(_ list: ListView, canMove item: ListItem, at path: ItemPath) -> Bool
  /// Moves a dropped item from its old path to its path after the move.
  ///
  /// - Returns: Whether the move has been or will be made in the data source and the list.
  func list(_ list: ListView, move old: ItemPath, to new: ItemPath) -> Bool
}

extension ListViewDelegate {
  /// Does nothing.
  public func list(_ list: ListView, didScrollBy distance: Double) {}
  /// Does nothing.
  public func list(_ list: ListView, displays items: ListView.DisplayedItems) {}
  /// Does nothing.
  public func list(
    _ list: ListView, didChange head: ListView.EndDistance, _ tail: ListView.EndDistance
  ) {}
  /// Does nothing.
  public func listWillBeginDragging(_ list: ListView) {}
  /// Does nothing.
  public func listDidEndDragging(_ list: ListView, decelerates: Bool) {}
  /// Does nothing.
  public func listDidEndScrolling(_ list: ListView) {}
  /// Ends the fetch without further items.
  public func list(_ list: ListView, fetchAt end: ListEnd) {
    list.finishFetch(at: end, hasMore: false)
  }
  /// Returns no headers.
  public func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader] { [] }
  /// Does nothing.
  public func list(_ list: ListView, willShow node: DisplayNode, of item: ListItem) {}
  /// Does nothing.
  public func list(_ list: ListView, didRemove node: DisplayNode, of item: ListItem) {}
  /// Allows no item to be moved.
  public func list(_ list: ListView, canMove item: ListItem, at path: ItemPath) -> Bool { false }
  /// Refuses the move.
  public func list(_ list: ListView, move old: ItemPath, to new: ItemPath) -> Bool { false }
}
