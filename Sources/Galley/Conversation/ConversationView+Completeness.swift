internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLists

extension ConversationView {
  /// Whether everything on screen has been drawn.
  package var isComplete: Bool {
    let items = list.displayedItems.range
    guard !items.isEmpty, list.figures.blankItems == 0,
      let first = list.frame(at: items.lowerBound), let last = list.frame(at: items.upperBound - 1)
    else { return source.count == 0 }
    let height = list.size.height - list.insets.bottom
    // An area without messages shows only the background.
    guard first.minY <= 0 || items.lowerBound == 0,
      last.maxY >= height || items.upperBound == source.count
    else { return false }
    return items.allSatisfy { index in list.node(at: index).map { $0.isDrawn } ?? false }
  }
}

extension DisplayNode {
  /// Whether the node and all subnodes with their own contents have been drawn.
  @MainActor fileprivate var isDrawn: Bool {
    if isHidden || bounds.isEmpty { return true }
    if canDisplay, !isLoaded || layer.contents == nil { return false }
    // The bitmap of a rasterized subtree contains all subnodes.
    return rasterizesSubtree || subnodes.allSatisfy { $0.isDrawn }
  }
}
