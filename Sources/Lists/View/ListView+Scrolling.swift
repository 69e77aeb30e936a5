public import GalleyGeometry
internal import GalleyDisplay

extension ListView {
  // MARK: Where it is

  /// Where the viewport begins, in points from where the first item begins; beyond the ends while the
  /// content is pulled.
  public var offset: Double { state.offset }

  /// How fast the offset changes, in points a second.
  public var velocity: Double { state.scroller.velocity }

  /// What goes on.
  public var scrollPhase: Scroller.Phase { state.scroller.phase }

  /// Whether a pointer has the content, or it moves by itself.
  public var isScrolling: Bool { state.scroller.phase != .idle }

  // MARK: Going elsewhere

  /// Scrolls to an offset; beyond an end is at it.
  public func scroll(toOffset offset: Double, animation: ListAnimation? = nil) {
    beginScrolling()
    state.scroller.scroll(to: offset, animation: animation, time: now)
    noteMotion()
  }

  /// Does what a key says.
  public func scroll(_ command: ScrollCommand) {
    beginScrolling()
    if case .end(let end) = command, state.geometry.count > 0 {
      let index = end == .head ? 0 : state.geometry.count - 1
      return go(to: index, at: end == .head ? .head() : .tail())
    }
    state.scroller.perform(command, pageLength: space.length(of: pageSize), time: now)
    noteMotion()
  }

  /// Goes to an item at once when it is measured.
  private func go(to index: Int, at position: ScrollPosition) {
    guard let path = controller.visibleMap.path(of: index),
      controller.visibleIndex(ofPending: index) == index
    else {
      state.scroller.scroll(
        to: state.rest(at: index == 0 ? .head : .tail), time: now)
      return noteMotion()
    }
    scroll(to: path, at: position)
  }

  /// Scrolls by what a wheel or a touchpad says.
  ///
  /// - Parameters:
  ///   - delta: How far to the right and down the viewport is to go, in points.
  ///   - isPrecise: Whether that is what the fingers on a touchpad do; otherwise it is a notch of a
  ///     wheel, which the list follows little by little.
  public func scrollWheel(by delta: Point, isPrecise: Bool) {
    guard delta.x.isFinite, delta.y.isFinite else { return }
    let step = space.step(of: delta)
    guard step != 0 else { return }
    beginScrolling()
    if isPrecise {
      state.scroller.scroll(by: step, time: now)
    } else {
      state.scroller.step(by: step, time: now)
    }
    noteMotion()
  }

  /// Has the content go on as if it had been flung.
  ///
  /// - Parameter velocity: How fast the viewport goes down, or to the right, in points a second.
  public func fling(velocity: Double) {
    beginScrolling()
    let step = space.isReversed ? -velocity : velocity
    state.scroller.fling(velocity: step, time: now, snap: snap)
    noteMotion()
  }

  /// Has the content stay where it is, or come back from beyond its end.
  public func stopScrolling() {
    cancelJump()
    endDestination(isFinished: false)
    state.scroller.stop(time: now)
    noteMotion()
  }

  /// Takes note that somebody scrolls: what was scrolled to before does not count.
  func beginScrolling() {
    cancelJump()
    endDestination(isFinished: false)
    ranges.beginScrolling()
    report.lastDragStart = state.offset
  }

  /// Where to come to rest, for where the content would otherwise.
  var snap: (Double) -> Double {
    let (state, start) = (state, report.lastDragStart)
    switch configuration.snapping {
    case .none: return { $0 }
    case .items: return { state.snapped($0) }
    case .pages:
      let page = max(1, state.viewportLength - state.ends.leading - state.ends.trailing)
      return { rest in
        let from = state.snapped(start)
        let near = max(from - page, min(rest, from + page))
        return state.snapped(near)
      }
    }
  }

  // MARK: Size

  /// Gives the list its size, and says what is covered at its edges.
  ///
  /// What is seen stays, or goes with what covers the beginning; at an end that the list is pinned to, it
  /// stays there. If the items get another breadth they are measured anew on other threads.
  ///
  /// - Parameters:
  ///   - size: How large the list is, in points; negative, infinite or no numbers change nothing.
  ///   - insets: What is covered.
  ///   - animation: How everything goes to its new place; `nil` is at once.
  public func resize(
    to size: Size, insets: Insets = .zero, animation: ListAnimation? = nil
  ) {
    let figures = [
      size.width, size.height, insets.top, insets.left, insets.bottom, insets.right,
    ]
    guard figures.allSatisfy({ $0.isFinite }), size.width >= 0, size.height >= 0,
      size != self.size || insets != self.insets
    else { return }
    let time = now
    state.scroller.advance(to: time)
    let before = ListScene(state, live, ghosts, at: time)
    (self.size, self.insets) = (size, insets)
    let frame = Rect(origin: .zero, size: size)
    node.frame = Rect(origin: node.frame.origin, size: size)
    content.frame = frame
    resizeState()
    if configuration.hasPages { state.setPages(length: space.length(of: pageSize)) }
    live.setNeedsPlaces()
    slide(from: before, animation, at: time)
    resizeAnimation = animation
    controller.range = itemRange
    setNeedsSettling()
  }

  /// Tells the state how long the viewport is and what covers it.
  func resizeState() {
    let (leading, trailing) = space.ends(of: insets)
    let ends = ListState.Ends(
      leading: leading, trailing: trailing, head: indicators[.head]?.length ?? 0,
      tail: indicators[.tail]?.length ?? 0)
    state.resize(length: space.length(of: size), ends: ends)
  }

  /// Has all items go from where they were to where they are now.
  private func slide(from before: ListScene, _ animation: ListAnimation?, at time: Double) {
    guard let animation, animation.duration > 0 else { return }
    for (index, entry) in live.entries {
      let distance =
        before.place(of: index) - (state.geometry.offset(of: index) - state.offset)
      entry.motion = ItemMotion(distance: distance, start: time, animation: animation)
    }
    report.isAnimatingItems = true
  }
}
