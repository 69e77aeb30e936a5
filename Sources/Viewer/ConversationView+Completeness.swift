internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLists

extension ConversationView {
  /// Whether everything that belongs on screen is drawn there.
  var isComplete: Bool {
    let items = list.displayedItems.range
    guard !items.isEmpty, list.figures.blankItems == 0,
      let first = list.frame(at: items.lowerBound), let last = list.frame(at: items.upperBound - 1)
    else { return source.count == 0 }
    let height = list.size.height - list.insets.bottom
    // Where messages are still missing there is ground.
    guard first.minY <= 0 || items.lowerBound == 0,
      last.maxY >= height || items.upperBound == source.count
    else { return false }
    return items.allSatisfy { index in list.node(at: index).map { $0.isDrawn } ?? false }
  }
}

extension DisplayNode {
  /// Whether the node and all in it have been drawn that are drawn by themselves.
  @MainActor fileprivate var isDrawn: Bool {
    if isHidden || bounds.isEmpty { return true }
    if canDisplay, !isLoaded || layer.contents == nil { return false }
    // What is drawn into one bitmap is there when that is.
    return rasterizesSubtree || subnodes.allSatisfy { $0.isDrawn }
  }
}
