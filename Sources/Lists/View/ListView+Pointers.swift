internal import GalleyDisplay
internal import GalleyGeometry

/// The pointer handler of a list's node, which retains it but must not retain the list.
@MainActor final class ListPointers: PointerHandler {
  private weak var list: ListView?

  init(_ list: ListView) { self.list = list }

  func node(_ node: DisplayNode, pointerWillBegin event: PointerEvent) -> Bool {
    list?.pointerWillBegin(event) ?? false
  }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    list?.pointerBegan(event) ?? false
  }

  func node(_ node: DisplayNode, takesOver event: PointerEvent, since start: PointerEvent) -> Bool {
    list?.takeOver(event, since: start) ?? false
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) { list?.pointerChanged(event) }

  func node(_ node: DisplayNode, pointerEndedBelow event: PointerEvent) {
    list?.reordering.follow(event)
  }

  func node(_ node: DisplayNode, pointerHovered event: PointerEvent) {
    list?.indicator?.hover(event.phase == .exited ? nil : event.position)
  }

  func node(_ node: DisplayNode, scrolled event: ScrollEvent) -> Bool {
    list?.scrollWheel(by: event.distance, isPrecise: event.isPrecise) ?? false
  }
}

extension ListView {
  /// The pointers that scroll by dragging.
  public var dragScrolling: DragScrolling {
    get { pan.pointers }
    set { pan.pointers = newValue }
  }

  /// Intercepts a pointer that is pressed anywhere on the list: on moving content, it starts a
  /// drag.
  fileprivate func pointerWillBegin(_ event: PointerEvent) -> Bool {
    if pan.isDragging {
      // Another finger helps to scroll.
      guard event.kind == .touch, !pan.owns(event) else { return false }
      pan.add(event, along: space.distance(of: event.position))
      return true
    }
    if state.scroller.isMoving, pan.canDrag(event) {
      beginDrag(event)
      return true
    }
    pressForReordering(event)
    return selection.press(event)
  }

  /// Takes a pointer that is pressed where no item accepts it.
  fileprivate func pointerBegan(_ event: PointerEvent) -> Bool {
    let isWanted = pan.canDrag(event) || selection.wants(event) || reordering.press != nil
    return isWanted && pan.press(event, along: space.distance(of: event.position))
  }

  /// Takes over a pointer from the list's content to select text, move an item or scroll.
  fileprivate func takeOver(_ event: PointerEvent, since start: PointerEvent) -> Bool {
    // A handle or the indicator keeps the pointer that drags it.
    if selection.isTouched || indicator?.state.isDragged ?? false { return false }
    reordering.follow(event)
    if reordering.owns(event) { return true }
    if selection.takeOver(event, since: start) { return true }
    guard !pan.isDragging, pan.canDrag(event),
      PanState.isDrag(event.position, from: start.position, step: space.step)
    else { return false }
    beginDrag(event)
    return true
  }

  /// Follows the pointer that scrolls, selects or moves an item.
  fileprivate func pointerChanged(_ event: PointerEvent) {
    reordering.follow(event)
    if reordering.owns(event) { return followReordering(event) }
    if selection.follow(event) { return }
    switch event.phase {
    case .began, .hovered, .exited: break
    case .moved:
      if pan.isDragging(event) {
        pan.move(event, along: space.distance(of: event.position))
        state.scroller.drag(to: pan.position, time: event.time)
        setNeedsSettling()
      } else if selection.takeOver(event) {
        pan.end()
      } else if pan.canDrag(event), pan.beginIfNeeded(event, step: space.step) {
        beginDrag(event)
      }
    case .ended, .canceled:
      guard pan.owns(event) else { return }
      let wasDragging = pan.isDragging
      guard pan.lift(event) else { return }
      if wasDragging {
        endDrag(event)
      } else if event.phase == .ended {
        selection.click(event)
      }
    }
  }

  private func beginDrag(_ event: PointerEvent) {
    beginScrolling()
    pan.take(event, along: space.distance(of: event.position))
    state.scroller.beginDrag(at: pan.position, time: event.time)
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
