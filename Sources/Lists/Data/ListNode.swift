package import GalleyDisplay
package import GalleyGeometry
package import GalleyLayoutSpecs
package import GalleyScheduling

/// A node that shows a list item.
package protocol ListNode: AnyObject, Sendable {
  /// Returns the size of the node within a size range; callable on any thread.
  func measure(in range: SizeRange) -> Size
}

extension DisplayNode: ListNode {
  /// Returns the size of the node within a size range; callable on any thread.
  package func measure(in range: SizeRange) -> Size {
    layoutThatFits(range).size
  }
}

/// An item that is needed, with its priority.
package struct NeededItem: Hashable, Sendable {
  /// The item's index in the map that the request refers to.
  package let index: Int
  /// The priority of the item's node.
  package let key: DisplayWork.Key

  /// Creates a request for an item.
  package init(index: Int, key: DisplayWork.Key = DisplayWork.Key(.visible)) {
    self.index = index
    self.key = key
  }
}

/// An item with its node and size.
package struct MeasuredItem<Node: ListNode>: Sendable {
  /// The item's index in the visible map.
  package let index: Int
  /// The item's element.
  package let element: ElementID
  /// The node that shows the item.
  package let node: Node
  /// The size of the node, finite and not negative.
  package let size: Size
}

/// A change of a list that is ready to be shown.
package struct ListDelivery<Node: ListNode>: Sendable {
  /// The change.
  package let change: MapChange
  /// Whether all nodes were measured again because the size range has changed; the items are then
  /// unchanged.
  package let isRelayout: Bool
  /// The needed items that have measured nodes, by ascending new index.
  package let items: [MeasuredItem<Node>]
  /// The new indices of needed items without a size.
  ///
  /// They have no node, or were not measured in time and are delivered later.
  package let unmeasured: [Int]
}

/// A container that shows a list on screen.
@MainActor package protocol ListContainer<Node>: AnyObject {
  /// The type of the nodes that show items.
  associatedtype Node: ListNode

  /// Returns the items needed to show a change, by new index, in descending order of priority.
  ///
  /// Called when everything before the change is shown.
  func neededItems(after change: MapChange) -> [NeededItem]

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
