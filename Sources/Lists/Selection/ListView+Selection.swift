internal import GalleyGeometry

extension ListView {
  /// Scrolls while the selecting pointer is beyond an end of the viewport, faster with its
  /// distance.
  func advanceSelection(to time: Double) {
    guard let position = selection.dragPosition else { return selectionTick = nil }
    let last = selectionTick ?? time
    selectionTick = time
    setNeedsSettling()
    let place = space.distance(of: position, in: size)
    let (start, end) = (state.ends.leading, state.viewportLength - state.ends.trailing)
    let beyond = place < start ? place - start : max(0, place - end)
    guard beyond != 0, time > last else { return }
    let speed = max(-Self.fastest, min(beyond * Self.speed, Self.fastest))
    state.scroller.scroll(by: speed * (time - last), time: time)
    selection.extend(to: position)
  }

  /// The scroll velocity per point of distance beyond an end, per second.
  ///
  /// A guess, as is the maximum velocity.
  private static var speed: Double { 12 }
  private static var fastest: Double { 1_800 }

  /// Returns the index of a live item.
  func index(of entry: LiveItem) -> Int? {
    live.entries.first { $0.live === entry }?.index
  }

  /// Returns the item at a point, or the one with the nearest frame.
  func nearest(to point: Point) -> (index: Int, entry: LiveItem)? {
    let place = space.axis == .vertical ? point.y : point.x
    let boxes = live.entries.filter { $0.live.isAttached }.map { index, entry in
      let frame = frame(of: entry, at: index)
      let (start, end) =
        space.axis == .vertical ? (frame.minY, frame.maxY) : (frame.minX, frame.maxX)
      return (index: index, entry: entry, distance: max(0, start - place, place - end))
    }
    return boxes.min {
      $0.distance == $1.distance ? $0.index < $1.index : $0.distance < $1.distance
    }.map { ($0.index, $0.entry) }
  }
}
