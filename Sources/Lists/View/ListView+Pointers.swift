internal import GalleyDisplay
internal import GalleyGeometry

/// The pointer handler of a list's node, which retains it but must not retain the list.
@MainActor final class ListPointers: PointerHandler {
  private weak var list: ListView?

  init(_ list: ListView) {
    self.list = list
  }

  func node(_ node: DisplayNode, pointerWillBegin event: PointerEvent) -> Bool {
    list?.pointerWillBegin(event) ?? false
  }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    list?.pointerBegan(event) ?? false
  }

  func node(
    _ node: DisplayNode, takesOver event: PointerEvent, since start: PointerEvent
  ) -> Bool {
    list?.takesOver(event, since: start) ?? false
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    list?.pointerChanged(event)
  }

  func node(_ node: DisplayNode, pointerEndedBelow event: PointerEvent) {
    list?.reordering.move(event)
  }
}

extension ListView {
  /// Intercepts a pointer that is pressed anywhere on the list: on moving content, it starts a
  /// drag.
  fileprivate func pointerWillBegin(_ event: PointerEvent) -> Bool {
    if pan.isDragging { return false }
    if state.scroller.isMoving, canDrag(event) {
      beginDrag(event)
      return true
    }
    if beginReordering(event) { return false }
    return selection.press(event)
  }

  /// Takes a pointer that is pressed where no item accepts it.
  fileprivate func pointerBegan(_ event: PointerEvent) -> Bool {
    guard canDrag(event) || selection.wants(event) || reordering.isPressed else { return false }
    return pan.press(event)
  }

  /// Takes over a pointer from the list's content to select text, move an item or scroll.
  fileprivate func takesOver(_ event: PointerEvent, since start: PointerEvent) -> Bool {
    if reordering.takes(event) { return true }
    if selection.takesOver(event, since: start) { return true }
    guard !pan.isDragging, canDrag(event),
      PanState.isDrag(event.position, from: start.position, step: space.step)
    else { return false }
    beginDrag(event)
    return true
  }

  /// Follows the pointer that scrolls, selects or moves an item.
  fileprivate func pointerChanged(_ event: PointerEvent) {
    reordering.move(event)
    if reordering.owns(event) { return followReordering(event) }
    if selection.follow(event) { return }
    switch event.phase {
    case .began: break
    case .moved:
      if pan.isDragging(event) {
        state.scroller.drag(to: place(event), time: event.time)
        setNeedsSettling()
      } else if selection.takesMoved(event) {
        pan.end()
      } else if canDrag(event), pan.begins(event, step: space.step) {
        beginDrag(event)
      }
    case .ended, .canceled:
      guard pan.owns(event) else { return }
      let wasDragging = pan.isDragging
      pan.end()
      if wasDragging {
        endDrag(event)
      } else if event.phase == .ended {
        selection.click(event)
      }
    }
  }

  private func canDrag(_ event: PointerEvent) -> Bool {
    switch dragScrolling {
    case .all: true
    case .touchesOnly: event.pointer != 0
    case .none: false
    }
  }

  /// Returns the position of a pointer along the list, relative to the viewport.
  private func place(_ event: PointerEvent) -> Double {
    space.distance(of: event.position, in: size)
  }

  private func beginDrag(_ event: PointerEvent) {
    beginScrolling()
    pan.take(event)
    state.scroller.beginDrag(at: place(event), time: event.time)
    delegate?.listWillBeginDragging(self)
    setNeedsSettling()
  }

  private func endDrag(_ event: PointerEvent) {
    if event.phase == .ended {
      state.scroller.endDrag(time: event.time, snap: snap)
    } else {
      state.scroller.stop(time: event.time)
    }
    delegate?.listDidEndDragging(self, decelerates: state.scroller.isMoving)
    noteMotion()
  }
}
