internal import GalleyDisplay
internal import GalleyGeometry

extension ListView {
  /// The visible index of the item that is being dragged.
  public var movedItem: Int? { reordering.drag?.index }

  /// Starts the press that can lift an item for reordering.
  ///
  /// - Returns: Always `false`: until the press is long enough, others can take the pointer.
  func beginReordering(_ event: PointerEvent) -> Bool {
    guard isReorderingEnabled, !reordering.isActive, let delegate,
      let index = item(at: event.position), let entry = live[index],
      let path = path(ofShown: index), delegate.list(self, canMove: entry.item, at: path)
    else { return false }
    reordering.press(event, index: index)
    noteMotion()
    return false
  }

  /// Follows the pointer that drags an item.
  func followReordering(_ event: PointerEvent) {
    guard var drag = reordering.drag else { return }
    switch event.phase {
    case .began: break
    case .moved:
      drag.position = event.position
      reordering.drag = drag
      setNeedsSettling()
    case .ended, .canceled: drop(drag)
    }
  }

  /// Lifts a pressed item, and scrolls while a dragged item is at an edge.
  func advanceReordering(to time: Double) {
    guard reordering.isActive else { return }
    if let (event, index) = reordering.lifted(at: time) { lift(index, event) }
    guard let drag = reordering.drag else { return }
    scrollAtEdges(drag, at: time)
    moveIfNeeded(at: time)
    setNeedsSettling()
  }

  private func lift(_ index: Int, _ event: PointerEvent) {
    guard let entry = live[index] else { return }
    let place = state.offset + space.distance(of: event.position, in: size)
    pan.end()
    reordering.drag = Reordering.Drag(
      pointer: event.pointer, index: index, grip: place - state.geometry.offset(of: index),
      position: event.position)
    entry.node.zPosition = Depth.dragged
  }

  private func drop(_ drag: Reordering.Drag) {
    moveIfNeeded(at: .infinity)
    let index = reordering.drag?.index ?? drag.index
    reordering.drag = nil
    reordering.lastTick = nil
    guard let entry = live[index] else { return }
    let distance = place(of: drag) - state.geometry.offset(of: index)
    entry.motion = ItemMotion(distance: distance, start: now, animation: .standard)
    entry.node.zPosition = Depth.coming
    entry.needsPlace = true
    report.isAnimatingItems = true
    noteMotion()
  }

  /// Returns the position of a dragged item along the list.
  private func place(of drag: Reordering.Drag) -> Double {
    state.offset + space.distance(of: drag.position, in: size) - drag.grip
  }

  /// Places a dragged item under its pointer.
  func placeDragged(at time: Double) {
    guard let drag = reordering.drag, let entry = live[drag.index], entry.isAttached else { return }
    if entry.node.zPosition != Depth.dragged { entry.node.zPosition = Depth.dragged }
    let frame = space.rect(
      from: rounded(place(of: drag)), length: state.geometry.length(of: drag.index), across: across)
    if entry.node.frame != frame { entry.node.frame = frame }
    entry.needsPlace = true
  }

  /// Moves a dragged item in the data source once it has reached another place.
  private func moveIfNeeded(at time: Double) {
    guard var drag = reordering.drag, !controller.isProcessing else { return }
    let place = place(of: drag)
    guard abs(place - drag.lastPlace) >= Reordering.leastStep || time == .infinity,
      time - drag.lastMove >= Reordering.interval
    else { return }
    drag.lastPlace = place
    reordering.drag = drag
    let target = target(of: drag, at: place)
    guard target != drag.index, let old = path(ofShown: drag.index),
      let new = path(ofShown: target)
    else { return }
    drag.lastMove = min(time, now)
    reordering.drag = drag
    _ = delegate?.list(self, move: old, to: new)
  }

  /// Returns the new index of an item dragged to a position: that of the item whose middle its own
  /// has passed.
  private func target(of drag: Reordering.Drag, at place: Double) -> Int {
    let middle = place + state.geometry.length(of: drag.index) / 2
    let last = state.geometry.count - 1
    let clear = state.clearViewport
    let inside = max(clear.lowerBound, min(middle, clear.upperBound))
    let index = min(last, max(0, state.geometry.index(at: inside) ?? last))
    guard index != drag.index, live[index] != nil else { return drag.index }
    let other = state.geometry.offset(of: index) + state.geometry.length(of: index) / 2
    if index > drag.index { return middle >= other ? index : index - 1 }
    return middle <= other ? index : index + 1
  }

  private func scrollAtEdges(_ drag: Reordering.Drag, at time: Double) {
    defer { reordering.lastTick = time }
    let place = place(of: drag)
    let clear = state.clearViewport
    let length = state.geometry.length(of: drag.index)
    var way = 0.0
    if place < clear.lowerBound + Reordering.edge { way = -1 }
    if place + length > clear.upperBound - Reordering.edge, way == 0 { way = 1 }
    var drag = drag
    guard way != 0, let last = reordering.lastTick else {
      if way == 0 { drag.edgeTime = nil }
      return reordering.drag = drag
    }
    let since = drag.edgeTime ?? time
    drag.edgeTime = since
    reordering.drag = drag
    let speed = Reordering.speed * (time - since >= Reordering.patience ? 1.5 : 1)
    state.scroller.scroll(by: way * speed * (time - last), time: time)
  }

  /// Returns the pending path of a visible item; `nil` if it has been deleted.
  private func path(ofShown index: Int) -> ItemPath? {
    controller.pendingIndex(ofVisible: index).flatMap { controller.pendingMap.path(of: $0) }
  }
}
