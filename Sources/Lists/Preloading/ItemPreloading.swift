public import GalleyDisplay

/// An observer of item states that preloads the items' resources.
///
/// All methods are called on the main actor, within a tick.
@MainActor public protocol ItemPreloading: AnyObject {
  /// Tells the preloader that the state of an item has changed, whether or not it has a node.
  func list(_ list: ListView, _ element: Element, didEnter state: InterfaceState)
  /// Tells the preloader that an item has a new node.
  func didMake(_ node: DisplayNode, of element: Element)
  /// Tells the preloader that the state of an item's node has changed.
  func didGive(_ state: InterfaceState, to node: DisplayNode, of element: ElementID)
  /// Tells the preloader that an item has lost its node.
  func didDrop(_ element: ElementID)
  /// Tells the preloader that the list has changed.
  func follow(_ change: MapChange)
}

/// A loader of the resources that items show, such as files or downloads.
public protocol ItemLoader: Sendable {
  /// The type of the loaded content.
  associatedtype Content: Sendable

  /// Starts loading the content of an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - completion: Call this once, on any thread, with the content, or with `nil` on failure; the
  ///     item is then loaded again when it next comes near. Calls after cancellation are ignored.
  /// - Returns: The cancellation of the load.
  @MainActor func load(
    _ item: ListItem, completion: @escaping @Sendable (Content?) -> Void
  ) -> LoadCancellation

  /// Shows loaded content in a node; called when the item is about to be drawn.
  @MainActor func show(_ content: Content, of item: ListItem, in node: DisplayNode)
}

/// The cancellation of a load in flight.
public struct LoadCancellation: Sendable {
  /// A closure that cancels the load; called on the main actor, at most once.
  public let cancel: @Sendable () -> Void

  /// Creates a cancellation.
  public init(_ cancel: @escaping @Sendable () -> Void = {}) {
    self.cancel = cancel
  }
}
