/// The presentations of the changes that are not shown yet.
struct PendingPresentations {
  /// The presentations of submitted change sets, oldest first.
  private var updates: [ListUpdate] = []
  /// The animation of the next relayout.
  var relayout: ListAnimation?
  private var batchDepth = 0

  /// Whether a batch of edits is being made.
  var isInBatch: Bool { batchDepth > 0 }

  /// The presentation of the next change.
  var next: ListUpdate { updates.first ?? ListUpdate() }

  mutating func beginBatch() { batchDepth += 1 }

  mutating func endBatch() { batchDepth -= 1 }

  /// Appends a presentation, and returns the number of presentations.
  mutating func append(_ update: ListUpdate) -> Int {
    updates.append(update)
    return updates.count
  }

  /// Removes the last presentation if it is still there, because its change was refused.
  mutating func refuse(_ count: Int) {
    if updates.count == count { updates.removeLast() }
  }

  /// Removes and returns the presentation of a change that is being shown.
  mutating func take(isRelayout: Bool) -> ListUpdate {
    guard isRelayout else { return updates.isEmpty ? ListUpdate() : updates.removeFirst() }
    defer { relayout = nil }
    return ListUpdate(animation: relayout)
  }
}
