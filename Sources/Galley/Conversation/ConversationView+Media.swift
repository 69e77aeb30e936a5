internal import GalleyChat
internal import GalleyDisplay
internal import GalleyLists

extension ConversationView {
  /// Releases everything outside the viewport immediately, including pictures that are kept for
  /// later.
  public func receiveMemoryWarning() {
    list.receiveMemoryWarning()
    source.rows.source.media?.releaseUnused()
  }

  /// Loads the photos of messages that come near the screen.
  func loadMedia() {
    list.loader = source.rows.source.media.map { media in
      PhotoLoader { [weak self] item in
        guard let self, let message = source.table.message(ofKey: item.key) else { return [] }
        return media.preload(photosOf: message, scale: list.scale)
      }
    }
  }
}

/// Loads the photos of messages in the preload range of a list, whose rows subscribe to the same
/// requests once they have nodes.
private struct PhotoLoader: ItemLoader {
  /// Begins to load the photos of an item, until the result is released.
  let preload: @MainActor @Sendable (ListItem) -> [any AnyObject & Sendable]

  func load(
    _ item: ListItem, completion: @escaping @Sendable ([any AnyObject & Sendable]?) -> Void
  ) -> @Sendable () -> Void {
    // The list keeps the subscriptions until the item leaves the preload range.
    completion(preload(item))
    return {}
  }

  func show(
    _ subscriptions: [any AnyObject & Sendable], of item: ListItem, in node: DisplayNode
  ) {}
}
