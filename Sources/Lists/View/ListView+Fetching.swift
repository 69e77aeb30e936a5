public import GalleyDisplay
internal import GalleyScheduling

extension ListView {
  /// The ends at which the list fetches more items.
  public var fetchEnds: [ListEnd] {
    get { fetching.ends }
    set {
      fetching.ends = newValue
      setNeedsSettling()
    }
  }

  /// The distance from an end at which a fetch starts, in viewports.
  public var fetchLeadingScreens: Double {
    get { fetching.leadingScreens }
    set { fetching.leadingScreens = newValue }
  }

  /// A closure that creates the loading indicator for an end and returns it with its length.
  public var fetchIndicator: ((ListEnd) -> (node: DisplayNode, length: Double))? {
    get { fetching.makeIndicator }
    set { fetching.makeIndicator = newValue }
  }

  /// Ends a fetch requested from the delegate.
  ///
  /// Call this after submitting the items. The list does not fetch again until they are shown.
  ///
  /// - Parameters:
  ///   - end: The end of the fetch.
  ///   - hasMore: Whether there may be more items; if not, the list stops fetching at this end.
  public func finishFetch(at end: ListEnd, hasMore: Bool = true) {
    controller.whenIdle { [weak self] in
      guard let self else { return }
      fetching.finish(at: end, hasMore: hasMore)
      resizeState()
      setNeedsSettling()
    }
  }

  /// Allows fetching again at exhausted ends, such as after switching to another chat.
  public func resetFetching() {
    fetching.state.reset()
    setNeedsSettling()
  }

  /// Starts fetches at the ends where they are due.
  func fetchIfNeeded() {
    guard !fetchEnds.isEmpty, controller.isLoaded, !controller.isProcessing else { return }
    // During a fling, the list fetches for the offset at which it will come to rest.
    let scroller = state.scroller
    let offset = scroller.phase == .decelerating ? scroller.restingOffset : scroller.offset
    var conditions = FetchConditions(
      viewport: offset..<(offset + state.viewportLength), contentLength: state.geometry.length)
    conditions.velocity = scroller.velocity
    conditions.isVisible = isVisible
    conditions.leadingScreens = fetching.leadingScreens
    let (due, showsIndicator) = fetching.begin(conditions, on: content)
    if showsIndicator {
      resizeState()
      setNeedsSettling()
    }
    guard !due.isEmpty else { return }
    // Deferred within this tick, so that the delegate may change the list.
    environment.loop.perform(in: .changeSets) { [weak self] in
      for end in due {
        guard let self else { return }
        if let delegate { delegate.list(self, fetchAt: end) } else { finishFetch(at: end) }
      }
    }
  }
}
