internal import GalleyDisplay

extension ListView {
  /// The counters of a list's activity, for tests and measurements.
  public struct Figures: Hashable, Sendable {
    /// The number of items that have nodes.
    public var liveNodes = 0
    /// The number of nodes attached to the scrolling node.
    public var attachedNodes = 0
    /// The maximum number of nodes alive at the same time.
    public var mostLiveNodes = 0
    /// The maximum total length of live items, in points.
    public var longestLiveExtent = 0.0
    /// The number of visible items with neither contents nor placeholder in the last frame.
    public var blankItems = 0
    /// The sum of ``blankItems`` over all frames.
    public var blankItemTotal = 0
    /// The number of times the list has settled.
    public var settlements = 0
    /// The number of requested items that are still being measured.
    public var awaited = 0

    /// Creates figures of zero.
    public init() {}
  }
}

/// The counter of a list's activity.
struct FigureCounter {
  private(set) var figures = ListView.Figures()
  /// The live range at the last measurement of its extent.
  private var liveRange = 0..<0
  /// Whether the next frame has to be checked for blank items.
  private var isFrameDue = false

  /// Counts a settlement.
  mutating func noteSettlement() { figures.settlements += 1 }

  /// Requests a check of the next frame.
  mutating func setNeedsFrame() { isFrameDue = true }

  /// Updates the numbers of nodes after settling.
  ///
  /// - Parameters:
  ///   - nodes: The number of nodes.
  ///   - awaited: The number of requested items that are still being measured.
  ///   - range: The items that have nodes.
  ///   - geometry: The lengths of the items.
  mutating func update(
    nodes: Int, awaited: Int, range: Range<Int>?, in geometry: ItemGeometry
  ) {
    figures.liveNodes = nodes
    figures.mostLiveNodes = max(figures.mostLiveNodes, nodes)
    figures.awaited = awaited
    guard let range, range != liveRange else { return }
    liveRange = range
    let extent = geometry.offset(of: range.upperBound) - geometry.offset(of: range.lowerBound)
    figures.longestLiveExtent = max(figures.longestLiveExtent, extent)
  }

  /// Returns whether the frame has to be checked.
  mutating func takeFrame() -> Bool {
    defer { isFrameDue = false }
    return isFrameDue
  }

  /// Records the result of checking a frame.
  ///
  /// - Parameters:
  ///   - attached: The number of attached nodes.
  ///   - blank: The number of blank items.
  ///   - isWaiting: Whether contents of items in the frame are awaited.
  mutating func noteFrame(attached: Int, blank: Int, isWaiting: Bool) {
    figures.attachedNodes = attached
    figures.blankItems = blank
    figures.blankItemTotal += blank
    if blank > 0 || isWaiting { isFrameDue = true }
  }
}

extension ListView {
  /// The counters of the list's activity.
  public var figures: Figures { counter.figures }

  /// Updates the figures after settling.
  func updateFigures() {
    counter.update(
      nodes: live.count + ghosts.count + stage.count, awaited: requests.count, range: live.range,
      in: state.geometry)
  }

  /// Counts the visible items of a frame that have nothing to show.
  func didCommit(at time: Double) {
    guard counter.takeFrame() else { return }
    // Drawn items stay drawn, so few are checked.
    for (_, entry) in live.entries where entry.isAttached && !entry.isDrawn {
      entry.isDrawn = entry.state >= .display && entry.hasContents
    }
    counter.noteFrame(
      attached: content.subnodes.count, blank: isVisible ? countBlankItems() : 0,
      isWaiting: isVisible && ghosts.hasSuccessors)
  }

  private func countBlankItems() -> Int {
    let seen = state.items(in: state.viewport).prefix(RangeState.itemLimit)
    let window = jumps.window
    return seen.count { index in
      if let window, !window.contains(index) { return false }
      guard let entry = live[index], entry.isAttached else { return true }
      return !entry.isDrawn && entry.node.isAwaitingFirstContents
        && !entry.node.isShowingPlaceholder && !ghosts.covers(for: entry.element)
    }
  }
}
