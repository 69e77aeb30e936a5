internal import GalleyDisplay

extension ListView {
  /// Whether items can be reordered by a long press, if the delegate allows it for the item.
  public var isReorderingEnabled: Bool {
    get { reordering.isEnabled }
    set { reordering.isEnabled = newValue }
  }

  /// The visible index of the item that is being dragged.
  public var movedItem: Int? { reordering.index }

  /// Starts the press that can lift an item for reordering.
  ///
  /// Until the press is long enough, others can take the pointer.
  func pressForReordering(_ event: PointerEvent) {
    guard isReorderingEnabled, !reordering.isActive, let delegate,
      let index = item(at: event.position), let entry = live[index],
      let path = path(ofShown: index), delegate.list(self, canMove: entry.item, at: path)
    else { return }
    reordering.press = (event, index)
    noteMotion()
  }

  /// Follows the pointer that drags an item.
  func followReordering(_ event: PointerEvent) {
    switch event.phase {
    case .began, .hovered, .exited: break
    case .moved:
      reordering.move(to: event.position)
      setNeedsSettling()
    case .ended, .canceled: dropItem()
    }
  }

  /// Lifts a pressed item, and scrolls while a dragged item is at an edge.
  func advanceReordering(to time: Double) {
    guard reordering.isActive else { return }
    let live = live
    if let index = reordering.liftIfHeld(in: scene(at: time), where: { live[$0] != nil }) {
      pan.end()
      live[index]?.node.zPosition = NodeDepth.dragged
    }
    guard reordering.index != nil else { return }
    let distance = reordering.scrollDistance(in: scene(at: time))
    if distance != 0 { state.scroller.move(by: distance, time: time) }
    moveItemIfNeeded(at: time)
    setNeedsSettling()
  }

  private func dropItem() {
    moveItemIfNeeded(at: now, isDropped: true)
    guard let (index, distance) = reordering.drop(in: scene(at: now)), let entry = live[index]
    else { return }
    entry.motion = ItemMotion(distance: distance, start: now, animation: .standard)
    entry.isBehind = true
    entry.needsPlace = true
    live.isAnimating = true
    noteMotion()
  }

  /// Places a dragged item under its pointer.
  func placeDragged(in scene: ListScene) {
    guard let (index, frame) = reordering.frame(in: scene), let entry = live[index],
      entry.isAttached
    else { return }
    if entry.node.zPosition != NodeDepth.dragged { entry.node.zPosition = NodeDepth.dragged }
    if entry.node.frame != frame { entry.node.frame = frame }
    entry.needsPlace = true
  }

  /// Moves a dragged item in the data source once it has reached another place.
  private func moveItemIfNeeded(at time: Double, isDropped: Bool = false) {
    let live = live
    guard !controller.isProcessing,
      let (from, to) = reordering.nextMove(
        in: scene(at: time), isDropped: isDropped, where: { live[$0] != nil }),
      let old = path(ofShown: from), let new = path(ofShown: to)
    else { return }
    reordering.noteMove(at: min(time, now))
    _ = delegate?.list(self, move: old, to: new)
  }

  /// Returns the pending path of a visible item; `nil` if it has been deleted.
  private func path(ofShown index: Int) -> ItemPath? {
    controller.pendingIndex(ofVisible: index).flatMap { controller.pendingMap.path(of: $0) }
  }
}
