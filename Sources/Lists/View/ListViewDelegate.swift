public import GalleyDisplay

/// What hears of a list view, and is asked what only an application knows.
///
/// Nothing of it has to be there. All of it is called on the main actor, at the end of a tick's changes
/// where nothing else is said; so it may do anything with the list.
@MainActor public protocol ListViewDelegate: AnyObject {
  /// Hears that the offset is another, by how many points along the list.
  func list(_ list: ListView, didScrollBy distance: Double)
  /// Hears that other items are on screen, or have nodes.
  func list(_ list: ListView, displays items: DisplayedItems)
  /// Hears how far the viewport is from the ends, when that is another.
  func list(_ list: ListView, didChange head: ListOffset, _ tail: ListOffset)
  /// Hears that a pointer has taken the content; at once.
  func listWillBeginDragging(_ list: ListView)
  /// Hears that the pointer has let go, and whether the content goes on by itself; at once.
  func listDidEndDragging(_ list: ListView, decelerates: Bool)
  /// Hears that scrolling has come to an end.
  func listDidEndScrolling(_ list: ListView)
  /// Is asked to fetch more items at an end; the list waits for ``ListView/finishFetch(at:hasMore:)``.
  func list(_ list: ListView, fetchAt end: ListEnd)
  /// What stands at the head of an item's section; asked once for a version of an item with a node.
  func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader]
  /// Hears that a node comes near to being seen, and may set it up; at once.
  func list(_ list: ListView, willShow node: DisplayNode, of item: ListItem)
  /// Hears that a node is in the list no more; at once.
  func list(_ list: ListView, didRemove node: DisplayNode, of item: ListItem)
  /// Whether an item may be moved by hand.
  func list(_ list: ListView, canMove item: ListItem, at path: ItemPath) -> Bool
  /// Is asked to move an item that was dropped elsewhere: where it was, and where it is after that.
  ///
  /// - Returns: Whether the data source and the list have been told to, or will be.
  func list(_ list: ListView, move old: ItemPath, to new: ItemPath) -> Bool
}

extension ListViewDelegate {
  /// Does nothing.
  public func list(_ list: ListView, didScrollBy distance: Double) {}
  /// Does nothing.
  public func list(_ list: ListView, displays items: DisplayedItems) {}
  /// Does nothing.
  public func list(_ list: ListView, didChange head: ListOffset, _ tail: ListOffset) {}
  /// Does nothing.
  public func listWillBeginDragging(_ list: ListView) {}
  /// Does nothing.
  public func listDidEndDragging(_ list: ListView, decelerates: Bool) {}
  /// Does nothing.
  public func listDidEndScrolling(_ list: ListView) {}
  /// Has nothing more.
  public func list(_ list: ListView, fetchAt end: ListEnd) {
    list.finishFetch(at: end, hasMore: false)
  }
  /// Has no headers.
  public func list(_ list: ListView, headersOf item: ListItem) -> [ListHeader] { [] }
  /// Does nothing.
  public func list(_ list: ListView, willShow node: DisplayNode, of item: ListItem) {}
  /// Does nothing.
  public func list(_ list: ListView, didRemove node: DisplayNode, of item: ListItem) {}
  /// Has no item moved.
  public func list(_ list: ListView, canMove item: ListItem, at path: ItemPath) -> Bool { false }
  /// Moves nothing.
  public func list(_ list: ListView, move old: ItemPath, to new: ItemPath) -> Bool { false }
}
