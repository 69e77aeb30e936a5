public import GalleyDisplay
public import GalleyGeometry
public import GalleyLayoutSpecs
public import GalleyScheduling

/// What a list shows an item with.
public protocol ListNode: AnyObject, Sendable {
  /// How large the node is within a range of sizes; on any thread.
  func measure(in range: SizeRange) -> Size
}

extension DisplayNode: ListNode {
  /// How large the node is within a range of sizes; on any thread.
  public func measure(in range: SizeRange) -> Size {
    layoutThatFits(range).size
  }
}

/// What a list shows.
///
/// It is asked on the main actor, and only while a change set is put together or a node is needed.
/// It may fail: then the change set is refused and the list stays as it was.
@MainActor public protocol ListDataSource<Node>: AnyObject {
  /// What items are shown with.
  associatedtype Node: ListNode

  /// How many sections there are now.
  func sectionCount() throws -> Int
  /// How many items a section has now.
  func itemCount(inSection section: Int) throws -> Int
  /// What to keep with a section, for whoever lays it out.
  func context(ofSection section: Int) throws -> (any Sendable)?
  /// The item at a place.
  func item(at path: ItemPath) throws -> ListItem
  /// What gives the items of a section, by their numbers there.
  ///
  /// It is asked for before items in a row are read, and used for no others. A data source may have one that
  /// is quicker than to find each item by itself: it makes what all have in common once. Without one,
  /// ``item(at:)`` is asked.
  func itemReader(ofSection section: Int) throws -> @MainActor (Int) throws -> ListItem

  /// Makes the node of an item, on any thread; `nil` if there is nothing to show it with.
  ///
  /// It is asked for only when the item comes near to being seen. The item may have gone meanwhile
  /// from the data source, if the list still shows an older state.
  func nodeMaker(for item: ListItem) -> (@Sendable () -> Node)?

  /// Has a node show another version of its item, or another item in the same place.
  ///
  /// It is asked when the edit is submitted, since the node has to be measured with what it will show. The list
  /// gives the node its new size when the edit is shown, which is later. Until then a node that is on screen
  /// should go on showing what it does: it takes the new version for measuring, and shows it when it is laid out
  /// in the size for that. A node that cannot do so shows the new version in the old size for some ticks; a data
  /// source may give such an item another node instead.
  ///
  /// - Returns: Whether it does; if not, the item gets another node.
  func update(_ node: Node, to item: ListItem) -> Bool
}

extension ListDataSource {
  /// Nothing is kept.
  public func context(ofSection section: Int) throws -> (any Sendable)? { nil }
  /// Each item is asked for by itself.
  public func itemReader(ofSection section: Int) throws -> @MainActor (Int) throws -> ListItem {
    { try self.item(at: ItemPath(section: section, item: $0)) }
  }
  /// No node shows another version.
  public func update(_ node: Node, to item: ListItem) -> Bool { false }
}

/// An item that is needed, and how soon.
public struct NeededItem: Hashable, Sendable {
  /// The item's index, in the map that the need is about.
  public let index: Int
  /// How soon its node is wanted.
  public let key: WorkKey

  /// Makes a need.
  public init(index: Int, key: WorkKey = WorkKey(.visible)) {
    self.index = index
    self.key = key
  }
}

/// An item with its node and its size.
public struct MeasuredItem<Node: ListNode>: Sendable {
  /// The item's index in the map that is shown.
  public let index: Int
  /// Which element it is.
  public let element: ElementID
  /// What it is shown with.
  public let node: Node
  /// How large the node is; at least 0 and finite in both directions.
  public let size: Size
}

/// A change of a list that is ready to be shown.
public struct ListDelivery<Node: ListNode>: Sendable {
  /// What changes.
  public let change: MapChange
  /// Whether all nodes were measured again because sizes are limited otherwise; then the items are
  /// as they were.
  public let isRelayout: Bool
  /// The items that are needed at once and have their nodes, by ascending new index.
  public let items: [MeasuredItem<Node>]
  /// The new indices of items that are needed and have no size.
  ///
  /// Nothing shows them, or they were not done in time; those come later.
  public let unmeasured: [Int]
}

/// What shows a list on screen.
@MainActor public protocol ListContainer<Node>: AnyObject {
  /// What items are shown with.
  associatedtype Node: ListNode

  /// The items, by new index, that have to be there when a change is shown; most wanted first.
  ///
  /// Asked when everything before the change is shown.
  func neededItems(after change: MapChange) -> [NeededItem]

  /// Shows a change.
  ///
  /// - Parameters:
  ///   - delivery: What changes, with the nodes it needs.
  ///   - accept: To be called at the moment when what is shown changes: from then on the list's map
  ///     is the new one. If it was not called when this returns, it is then.
  func show(_ delivery: ListDelivery<Node>, accept: @MainActor () -> Void)

  /// Hears of nodes that were measured outside of a change, by their indices in the map that is shown.
  func didMeasure(_ items: [MeasuredItem<Node>])
}
