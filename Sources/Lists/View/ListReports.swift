/// The values last reported to the delegate of a list.
struct ListReports {
  private var offset: Double?
  private var displayed = ListView.DisplayedItems()
  private var ends: (head: ListView.EndDistance, tail: ListView.EndDistance) = (.none, .none)
  private var wasScrolling = false
  /// Whether to report the end of scrolling even if a jump has begun it again.
  var hasEndedScrolling = false
  /// Whether to report the displayed items even if their indices are unchanged.
  var mustReportDisplayed = false

  /// Returns the change of the offset, and whether scrolling has ended.
  mutating func take(
    offset: Double, isScrolling: Bool
  ) -> (distance: Double, hasEndedScrolling: Bool) {
    let distance = offset - (self.offset ?? offset)
    let hasEnded = (wasScrolling && !isScrolling) || hasEndedScrolling
    (self.offset, wasScrolling, hasEndedScrolling) = (offset, isScrolling, false)
    return (distance, hasEnded)
  }

  /// Returns whether the items on screen are to be reported.
  mutating func take(_ items: ListView.DisplayedItems) -> Bool {
    guard items != displayed || mustReportDisplayed else { return false }
    (displayed, mustReportDisplayed) = (items, false)
    return true
  }

  /// Returns whether the distances from the ends are to be reported.
  mutating func take(_ ends: (head: ListView.EndDistance, tail: ListView.EndDistance)) -> Bool {
    guard ends != self.ends else { return false }
    self.ends = ends
    return true
  }
}
