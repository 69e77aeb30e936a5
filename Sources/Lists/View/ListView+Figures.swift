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
  var figures = ListView.Figures()
  /// Whether the next frame has to be checked for blank items.
  var isFrameDue = false
  /// The live range at the last measurement of its extent.
  private var liveRange = 0..<0

  /// Updates the longest extent of the items that have nodes.
  mutating func note(_ range: Range<Int>?, in geometry: ItemGeometry) {
    guard let range, range != liveRange else { return }
    liveRange = range
    let extent = geometry.offset(of: range.upperBound) - geometry.offset(of: range.lowerBound)
    figures.longestLiveExtent = max(figures.longestLiveExtent, extent)
  }
}

extension ListView {
  /// The counters of the list's activity.
  public var figures: Figures { counter.figures }

  /// Updates the figures after settling.
  func updateFigures() {
    let nodes = live.count + ghosts.count + jumps.stage.count
    counter.figures.liveNodes = nodes
    counter.figures.mostLiveNodes = max(counter.figures.mostLiveNodes, nodes)
    counter.figures.awaited = requests.count
    counter.note(live.rangeInUse, in: state.geometry)
  }

  /// Counts the visible items of a frame that have nothing to show.
  func didCommit(at time: Double) {
    guard counter.isFrameDue else { return }
    // Drawn items stay drawn, so few are checked.
    for (_, entry) in live.entries where entry.isAttached && !entry.isDrawn {
      entry.isDrawn = entry.state >= .display && entry.hasContents
    }
    let blank = isVisible ? blankItemCount : 0
    counter.figures.attachedNodes = content.subnodes.count
    counter.figures.blankItems = blank
    counter.figures.blankItemTotal += blank
    counter.isFrameDue = blank > 0 || isVisible && ghosts.hasSuccessors
  }

  private var blankItemCount: Int {
    let seen = state.geometry.items(in: state.viewport).prefix(RangeState.itemLimit)
    let window = jumps.window
    return seen.count { index in
      if let window, !window.contains(index) { return false }
      guard let entry = live[index], entry.isAttached else { return true }
      return !entry.isDrawn && entry.node.isAwaitingFirstContents
        && !entry.node.isShowingPlaceholder && !ghosts.covers(for: entry.element)
    }
  }
}
