public import GalleyDisplay

/// The source of a list's data.
///
/// It is called on the main actor, and only while a change set is processed or a node is needed. If
/// it throws, the change set is refused and the list is unchanged.
@MainActor public protocol ListDataSource<Node>: AnyObject {
  /// The type of the nodes that show items.
  associatedtype Node: AnyObject & Sendable

  /// Returns the current number of sections.
  func sectionCount() throws -> Int
  /// Returns the current number of items in a section.
  func itemCount(inSection section: Int) throws -> Int
  /// Returns a value to store with a section for its layout.
  func context(ofSection section: Int) throws -> (any Sendable)?
  /// Returns the item at a path.
  func item(at path: ItemPath) throws -> ListItem
  /// Returns a closure that returns the items of a section by index.
  ///
  /// The list requests a reader before it reads consecutive items, and uses it for no others. A
  /// data source can implement this to share work among the items of a section. The default
  /// implementation calls ``item(at:)``.
  func itemReader(ofSection section: Int) throws -> @MainActor (Int) throws -> ListItem

  /// Returns a closure that creates the node of an item on any thread; `nil` if there is no node
  /// for it.
  ///
  /// The closure receives the list's environment, in which it has to create the node.
  ///
  /// It is called only when the item comes near the viewport. The item may have been deleted from
  /// the data source if the list still shows an older state.
  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> Node)?

  /// Updates a node to show another version of its item, or another item in the same place.
  ///
  /// This is called when the edit is submitted, because the node has to be measured with its new
  /// content. The node gets its new size later, when the edit is shown. Until then, a node on
  /// screen should keep its appearance: measure with the new version, and show it when laid out in
  /// the new size. A node that cannot do so shows the new version in the old size for some ticks; a
  /// data source can return `false` for such items.
  ///
  /// - Returns: Whether the node shows the item; if not, the item gets a new node.
  func update(_ node: Node, to item: ListItem) -> Bool
}

extension ListDataSource {
  /// Returns no context.
  public func context(ofSection section: Int) throws -> (any Sendable)? { nil }
  /// Returns a closure that requests each item separately.
  public func itemReader(ofSection section: Int) throws -> @MainActor (Int) throws -> ListItem {
    { try self.item(at: ItemPath(section: section, item: $0)) }
  }
  /// Updates no node.
  public func update(_ node: Node, to item: ListItem) -> Bool { false }
}
