internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyScheduling

/// What is shown at an end while more is fetched there.
struct FetchIndicator {
  let node: DisplayNode
  let length: Double
}

extension ListView {
  /// Ends a fetch that the delegate was asked for.
  ///
  /// To be called when the items have been submitted. More is asked for when they are shown.
  ///
  /// - Parameters:
  ///   - end: Where it was.
  ///   - hasMore: Whether there may be more; if not, nothing is fetched there any more.
  public func finishFetch(at end: ListEnd, hasMore: Bool = true) {
    controller.whenIdle { [weak self] in self?.endFetch(at: end, hasMore: hasMore) }
  }

  /// Forgets that there is nothing more at the ends, as for another chat.
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

  /// Asks for more at the ends where that is due.
  func fetchIfNeeded() {
    guard !fetchEnds.isEmpty, controller.isLoaded, !controller.isProcessing else { return }
    let breadth = max(1, space.breadth(of: size))
    // What was flung has most of its way to fetch what it needs where it comes to rest.
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
      // Later in this tick, so that whoever is asked may change the list at once.
      environment.loop.perform(in: .changeSets) { [weak self] in
        guard let self else { return }
        if let delegate { delegate.list(self, fetchAt: end) } else { finishFetch(at: end) }
      }
    }
  }

  private func showIndicator(at end: ListEnd) {
    guard let (node, length) = fetchIndicator?(end), length.isFinite, length >= 0 else { return }
    indicators[end] = FetchIndicator(node: node, length: length)
    try? content.addSubnode(node)
    resizeState()
    setNeedsSettling()
  }

  /// Puts what is shown during fetches beyond the ends.
  func placeIndicators() {
    for (end, indicator) in indicators {
      let start = end == .head ? -indicator.length : state.geometry.length
      let frame = space.rect(from: rounded(start), length: indicator.length, across: across)
      if indicator.node.frame != frame { indicator.node.frame = frame }
    }
  }
}
