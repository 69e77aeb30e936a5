internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyScheduling

/// A node that shows a list item.
protocol ListNode: AnyObject, Sendable {
  /// Returns the size of the node within a size range; callable on any thread.
  func measure(in range: SizeRange) -> Size
  /// Returns the size within a size range if it is known without measuring; callable on any thread.
  func knownSize(in range: SizeRange) -> Size?
  /// Sets the object that is told when the node wants another size; it is not retained.
  func setMeasurer(_ measurer: any NodeMeasurer)
}

extension DisplayNode: ListNode {
  /// Returns the size of the node within a size range; callable on any thread.
  func measure(in range: SizeRange) -> Size { layoutThatFits(range).size }
  /// Sets the object that is told when the node wants another size.
  func setMeasurer(_ measurer: any NodeMeasurer) { self.measurer = measurer }
}

/// An item that is needed, with its priority.
struct NeededItem: Sendable {
  /// The item's index in the map that the request refers to.
  let index: Int
  /// The priority of the item's node.
  var key = DisplayWork.Key(.visible)
}

/// An item with its node and size.
struct MeasuredItem<Node: ListNode>: Sendable {
  /// The item's index in the visible map.
  let index: Int
  /// The item's element.
  let element: ElementID
  /// The node that shows the item.
  let node: Node
  /// The size of the node, finite and not negative.
  let size: Size
  /// The size range that the node was measured in, which may be older than the list's.
  let range: SizeRange
}

/// A change of a list that is ready to be shown.
struct ListDelivery<Node: ListNode>: Sendable {
  /// The change.
  let change: MapChange
  /// The presentation of the change.
  let presentation: ListUpdate
  /// Whether all nodes were measured again because the size range has changed; the items are then
  /// unchanged.
  var isRelayout = false
  /// The needed items that have measured nodes, by ascending new index.
  let items: [MeasuredItem<Node>]
}

/// A container that shows a list on screen.
@MainActor protocol ListContainer<Node>: AnyObject {
  /// The type of the nodes that show items.
  associatedtype Node: ListNode

  /// Returns the items needed to show a change, by new index, in descending order of priority.
  ///
  /// Called when everything before the change is shown.
  func neededItems(after change: MapChange, _ presentation: ListUpdate) -> [NeededItem]

  /// Shows a change.
  ///
  /// - Parameters:
  ///   - delivery: The change, with the nodes it needs.
  ///   - accept: Call this at the moment when the shown state changes: from then on, the visible
  ///     map is the new one. If it has not been called when this method returns, the list calls it.
  func show(_ delivery: ListDelivery<Node>, accept: @MainActor () -> Void)

  /// Tells the container that nodes were measured outside a change, by visible index.
  func didMeasure(_ items: [MeasuredItem<Node>])
}
