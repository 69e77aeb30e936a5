internal import GalleyDisplay
internal import GalleyGeometry

extension ListView: SelectableItems {
  /// Scrolls while the selecting pointer is beyond an end of the viewport, faster with its
  /// distance.
  func advanceSelection(to time: Double) {
    let (space, start, end) = (
      space, state.ends.leading, state.viewportLength - state.ends.trailing
    )
    let distance = selection.scrollDistance(at: time) { position in
      let place = space.distance(of: position)
      return place < start ? place - start : max(0, place - end)
    }
    guard let distance else { return }
    setNeedsSettling()
    guard distance != 0 else { return }
    state.scroller.move(by: distance, time: time)
    selection.extendToPointer()
  }

  var selectableCount: Int { state.geometry.count }

  var selectableNodes: [SelectableNode] {
    live.entries.map { selectableNode($0.live, at: $0.index) }
  }

  func selectableNode(_ entry: LiveItem, at index: Int) -> SelectableNode {
    SelectableNode(index: index, element: entry.element, item: entry.item, node: entry.node)
  }

  func selectableItem(at index: Int) -> ListItem? { controller.visibleMap[index]?.item }

  var selectionHost: DisplayNode { node }

  func selectableNode(of index: Int) -> (SelectableNode, frame: Rect)? {
    guard let entry = live[index], entry.isAttached else { return nil }
    return (selectableNode(entry, at: index), frame(of: entry, at: index))
  }

  func reveal(_ rect: Rect, of index: Int) {
    guard index < state.geometry.count else { return }
    // In a reversed list, the bottom of an item is its beginning.
    let extent = space.extent(of: rect)
    let length = state.geometry.length(of: index)
    let start = space.isReversed ? length - extent.upperBound : extent.lowerBound
    let from = state.geometry.offset(of: index) + start
    let to = from + extent.upperBound - extent.lowerBound
    let seen = state.clearViewport
    let step = from < seen.lowerBound ? from - seen.lowerBound : max(0, to - seen.upperBound)
    if step != 0 { scroll(toOffset: state.offset + step) }
  }

  func selectableNode(at point: Point) -> (SelectableNode, frame: Rect)? {
    guard let index = item(at: point), let entry = live[index] else { return nil }
    return (selectableNode(entry, at: index), frame(of: entry, at: index))
  }

  func selectableNode(nearest point: Point) -> (SelectableNode, frame: Rect)? {
    let place = space.coordinate(of: point)
    var nearest: (SelectableNode, frame: Rect)?
    var leastDistance = Double.infinity
    for (index, entry) in live.entries where entry.isAttached {
      let frame = frame(of: entry, at: index)
      let extent = space.extent(of: frame)
      let distance = max(0, extent.lowerBound - place, place - extent.upperBound)
      guard distance < leastDistance else { continue }
      (nearest, leastDistance) = ((selectableNode(entry, at: index), frame), distance)
    }
    return nearest
  }
}
