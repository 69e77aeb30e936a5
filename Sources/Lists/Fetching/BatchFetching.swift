internal import GalleyDisplay

/// The fetches at the ends of a list, and their loading indicators.
@MainActor final class BatchFetching {
  /// A loading indicator, and its length.
  typealias Indicator = (node: DisplayNode, length: Double)

  /// The ends at which the list fetches more items.
  var ends: [ListEnd] = []
  /// The distance from an end at which a fetch starts, in viewports.
  var leadingScreens = 2.0
  /// A closure that creates the loading indicator for an end.
  var makeIndicator: ((ListEnd) -> Indicator)?

  var state = FetchState()
  private var indicators: [ListEnd: Indicator] = [:]

  /// Starts the fetches that are due, and shows their indicators on the scrolling node.
  ///
  /// - Returns: The ends at which a fetch has started, and whether an indicator is shown there.
  func begin(
    _ conditions: FetchConditions, on content: DisplayNode
  ) -> (ends: [ListEnd], showsIndicator: Bool) {
    let due = state.begin(conditions, at: ends)
    var showsIndicator = false
    for end in due {
      guard let indicator = makeIndicator?(end), indicator.length.isFinite, indicator.length >= 0
      else { continue }
      indicators[end] = indicator
      content.addSubnode(indicator.node)
      showsIndicator = true
    }
    return (due, showsIndicator)
  }

  /// Ends a fetch, and removes its indicator.
  func finish(at end: ListEnd, hasMore: Bool) {
    state.finish(at: end, hasMore: hasMore)
    indicators.removeValue(forKey: end)?.node.removeFromSupernode()
  }

  /// Returns the length of the indicator at an end; 0 if there is none.
  func indicatorLength(at end: ListEnd) -> Double { indicators[end]?.length ?? 0 }

  /// Places the indicators beyond the ends.
  func placeIndicators(in scene: ListScene) {
    for (end, indicator) in indicators {
      let start = end == .head ? -indicator.length : scene.state.geometry.length
      let frame = scene.space.frame(from: start, length: indicator.length)
      if indicator.node.frame != frame { indicator.node.frame = frame }
    }
  }
}
