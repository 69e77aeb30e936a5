internal import GalleyScheduling

/// The measurement of nodes that a change of the size range has left at their old size.
///
/// While a window's edge is dragged, the range changes in every tick, and only the nodes near the
/// viewport follow. The others follow when the range rests.
struct FollowUp {
  /// The time of the last change of the range, in seconds.
  let rangeTime: Double

  /// The time without a change after which the range rests, in seconds.
  ///
  /// A guess: three frames at 60 Hz.
  static let restingTime = 0.05
  /// The maximum number of nodes far from the viewport that a tick begins to measure.
  ///
  /// A guess: half a screen of messages.
  static let nodesPerTick = 8
}

extension DataController {
  /// Measures nodes whose size is of an earlier range: those near the viewport at once, and a few
  /// others if the range rests.
  ///
  /// Changes come first.
  func followUpIfNeeded() {
    guard let followUp, queue.isIdle else { return }
    let outdated = live.ids.filter(isOutdated)
    guard !outdated.isEmpty else { return endFollowUp() }
    if frames == nil { frames = loop.requestFrames() }
    let change = MapChange(of: visibleMap)
    let near = Set(container?.neededItems(after: change, ListUpdate()).map(\.index) ?? [])
    var next = outdated.filter { id in
      live[id]?.visibleIndex.map { near.contains($0) } ?? false
    }
    if next.isEmpty, loop.clock.now - followUp.rangeTime >= FollowUp.restingTime {
      next = Array(outdated.prefix(FollowUp.nodesPerTick))
    }
    if !next.isEmpty { measureAgain(.nodes(Set(next)), ListUpdate()) }
  }

  private func endFollowUp() {
    (followUp, frames) = (nil, nil)
  }

  /// Returns whether a visible item's node has a size of an earlier range, and no pending work
  /// measures it again.
  private func isOutdated(_ id: ElementID) -> Bool {
    guard let entry = live[id], entry.visibleIndex != nil, entry.work == nil else { return false }
    return entry.stamp.map { $0.sizing != sizing.current.version } ?? false
  }
}
