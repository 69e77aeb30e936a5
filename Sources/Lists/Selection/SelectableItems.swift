internal import GalleyDisplay
internal import GalleyGeometry

/// The items of a list in which text can be selected.
@MainActor protocol SelectableItems: AnyObject {
  /// The number of items.
  var selectableCount: Int { get }
  /// The items that have nodes, by ascending index.
  var selectableNodes: [SelectableNode] { get }
  /// Returns the item at an index.
  func selectableItem(at index: Int) -> ListItem?
  /// The node in whose coordinates points are.
  var selectionHost: DisplayNode { get }
  /// Returns an item that has a node, with its frame in the list's coordinates.
  func selectableNode(of index: Int) -> (SelectableNode, frame: Rect)?
  /// Scrolls as little as possible to show a rectangle of an item, in the item's coordinates.
  func reveal(_ rect: Rect, of index: Int)
  /// Schedules a tick that settles the list.
  func setNeedsSettling()
  /// Returns the item at a point with its frame, both in the list's coordinates.
  func selectableNode(at point: Point) -> (SelectableNode, frame: Rect)?
  /// Returns the item at a point, or the one with the nearest frame.
  func selectableNode(nearest point: Point) -> (SelectableNode, frame: Rect)?
}

/// An item with its node.
struct SelectableNode {
  let index: Int
  let element: ElementID
  let item: ListItem
  let node: DisplayNode
}
