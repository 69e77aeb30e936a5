public import GalleyDisplay

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
  /// - Returns: A closure that cancels the load; called on the main actor, at most once.
  @MainActor func load(
    _ item: ListItem, completion: @escaping @Sendable (Content?) -> Void
  ) -> @Sendable () -> Void

  /// Shows loaded content in a node; called when the item is about to be drawn.
  @MainActor func show(_ content: Content, of item: ListItem, in node: DisplayNode)
}
