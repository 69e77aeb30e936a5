internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyScheduling

/// The loading indicator at an end of a list.
struct FetchIndicator {
  let node: DisplayNode
  let length: Double
}

extension ListView {
  /// Ends a fetch requested from the delegate.
  ///
  /// Call this after submitting the items. The list does not fetch again until they are shown.
  ///
  /// - Parameters:
  ///   - end: The end of the fetch.
  ///   - hasMore: Whether there may be more items; if not, the list stops fetching at this end.
  public func finishFetch(at end: ListEnd, hasMore: Bool = true) {
    controller.whenIdle { [weak self] in self?.endFetch(at: end, hasMore: hasMore) }
  }

  /// Allows fetching again at exhausted ends, such as after switching to another chat.
  public func resetFetching() {
    fetching.reset()
    setNeedsSettling()
  }

  private func endFetch(at end: ListEnd, hasMore: Bool) {
    fetching.finish(at: end, hasMore: hasMore)
    if let indicator = indicators.removeValue(forKey: end) {
      indicator.node.removeFromSupernode()
      resizeState()
    }
    setNeedsSettling()
  }

  /// Starts fetches at the ends where they are due.
  func fetchIfNeeded() {
    guard !fetchEnds.isEmpty, controller.isLoaded, !controller.isProcessing else { return }
    let breadth = max(1, space.breadth(of: size))
    // During a fling, the list fetches for the offset at which it will come to rest.
    let scroller = state.scroller
    let offset = scroller.phase == .decelerating ? scroller.restingOffset : scroller.offset
    var question = FetchQuestion(
      viewport: Rect(x: 0, y: offset, width: breadth, height: state.viewportLength),
      contentSize: Size(width: breadth, height: state.geometry.length))
    question.velocity = scroller.velocity
    question.leadingScreens = fetchLeadingScreens
    question.isVisible = isVisible
    for end in fetching.begin(question, at: fetchEnds) {
      showIndicator(at: end)
      // Deferred within this tick, so that the delegate may change the list.
      environment.loop.perform(in: .changeSets) { [weak self] in
        guard let self else { return }
        if let delegate { delegate.list(self, fetchAt: end) } else { finishFetch(at: end) }
      }
    }
  }

  private func showIndicator(at end: ListEnd) {
    guard let (node, length) = fetchIndicator?(end), length.isFinite, length >= 0 else { return }
    indicators[end] = FetchIndicator(node: node, length: length)
    content.addSubnode(node)
    resizeState()
    setNeedsSettling()
  }

  /// Places the loading indicators beyond the ends.
  func placeIndicators() {
    for (end, indicator) in indicators {
      let start = end == .head ? -indicator.length : state.geometry.length
      let frame = space.rect(from: rounded(start), length: indicator.length, across: across)
      if indicator.node.frame != frame { indicator.node.frame = frame }
    }
  }
}
