public import GalleyDisplay

/// What a list tells of its items' states, to have loaded what they show.
///
/// All of it is called on the main actor, within a tick.
@MainActor public protocol ItemPreloading: AnyObject {
  /// Hears that an item is in another state, whether or not it has a node.
  func list(_ list: ListView, _ element: Element, didEnter state: InterfaceState)
  /// Hears that an item has a node.
  func didMake(_ node: DisplayNode, of element: Element)
  /// Hears that an item's node is in a state.
  func didGive(_ state: InterfaceState, to node: DisplayNode, of element: ElementID)
  /// Hears that an item has no node any more.
  func didDrop(_ element: ElementID)
  /// Hears of a change of the list.
  func follow(_ change: MapChange)
}

/// Loads what items show, from files or a network.
public protocol ItemLoader: Sendable {
  /// What is loaded.
  associatedtype Content: Sendable

  /// Begins to load what an item shows.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - completion: To be called once, on any thread, with what was loaded; `nil` if that failed,
  ///     and then the item is loaded again when it comes near again. What is told after the loading was
  ///     canceled does not count.
  /// - Returns: What stops the loading.
  @MainActor func load(
    _ item: ListItem, completion: @escaping @Sendable (Content?) -> Void
  ) -> LoadCancellation

  /// Has a node show what was loaded: called when the item is about to be drawn.
  @MainActor func show(_ content: Content, of item: ListItem, in node: DisplayNode)
}

/// What stops a loading that is under way.
public struct LoadCancellation: Sendable {
  /// Stops it; called on the main actor, once at most.
  public let cancel: @Sendable () -> Void

  /// Makes a cancellation.
  public init(_ cancel: @escaping @Sendable () -> Void = {}) {
    self.cancel = cancel
  }
}
