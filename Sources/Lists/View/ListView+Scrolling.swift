internal import GalleyDisplay
public import GalleyGeometry
internal import GalleyLayoutSpecs

extension ListView {
  // MARK: Position

  /// The viewport's offset from the beginning of the first item, in points; beyond the ends during
  /// overscroll.
  public var offset: Double { state.offset }

  /// The rate of change of the offset, in points per second.
  public var velocity: Double { state.scroller.velocity }

  /// The phase of scrolling.
  public var scrollPhase: Scroller.Phase { state.scroller.phase }

  /// Whether a pointer holds the content, or the content is moving.
  public var isScrolling: Bool { state.scroller.phase != .idle }

  // MARK: Scrolling

  /// Scrolls to an offset, clamped to the ends of the list.
  public func scroll(toOffset offset: Double, animation: ListAnimation? = nil) {
    beginScrolling()
    state.scroller.scroll(to: offset, animation: animation, time: now)
    noteMotion()
  }

  /// Performs a scroll command from the keyboard.
  public func scroll(_ command: Scroller.Command) {
    beginScrolling()
    if case .end(let end) = command, state.geometry.count > 0 {
      let index = end == .head ? 0 : state.geometry.count - 1
      return go(to: index, at: end == .head ? .head() : .tail())
    }
    state.scroller.perform(command, pageLength: space.clearLength, time: now)
    noteMotion()
  }

  /// Scrolls to an item without animation once it is measured.
  private func go(to index: Int, at position: ScrollPosition) {
    guard let path = controller.visibleMap.path(of: index),
      controller.visibleIndex(ofPending: index) == index
    else {
      state.scroller.scroll(to: state.rest(at: index == 0 ? .head : .tail), time: now)
      return noteMotion()
    }
    scroll(to: path, at: position)
  }

  /// Scrolls by the delta of a wheel or a touchpad.
  ///
  /// The list's node calls it for the events of its surface. The movement of fingers continues for
  /// a while after they are lifted, until the next delta or press.
  ///
  /// - Parameters:
  ///   - delta: The distance to move the viewport to the right and down, in points.
  ///   - isPrecise: Whether the delta follows fingers on a touchpad; otherwise it is a wheel notch,
  ///     which the list animates.
  /// - Returns: Whether the list scrolls; `false` for deltas mostly across it, which a list around
  ///   it may use.
  @discardableResult public func scrollWheel(by delta: Point, isPrecise: Bool) -> Bool {
    guard delta.x.isFinite, delta.y.isFinite else { return false }
    let step = space.step(of: delta)
    let across = delta.x.magnitude + delta.y.magnitude - step.magnitude
    guard step != 0, step.magnitude >= across else { return false }
    beginScrolling()
    if isPrecise {
      state.scroller.scroll(by: step, time: now)
    } else {
      state.scroller.step(by: step, time: now)
    }
    noteMotion()
    return true
  }

  /// Flings the content.
  ///
  /// - Parameter velocity: The velocity of the viewport downward, or to the right, in points per
  ///   second.
  public func fling(velocity: Double) {
    beginScrolling()
    let step = space.isReversed ? -velocity : velocity
    state.scroller.fling(velocity: step, time: now, snap: snap)
    noteMotion()
  }

  /// Stops the content, or lets it return from beyond an end.
  public func stopScrolling() {
    cancelJump()
    endJump(isFinished: false)
    state.scroller.stop(time: now)
    noteMotion()
  }

  /// Notes that the user scrolls, and cancels programmatic scrolling.
  func beginScrolling() {
    cancelJump()
    endJump(isFinished: false)
    ranges.modes.noteScrolling()
    pan.startOffset = state.offset
  }

  /// A function that maps the natural resting offset to a snapped one.
  var snap: (Double) -> Double {
    let (state, start) = (state, pan.startOffset)
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

  /// The size of the list, in points.
  public var size: Size { space.size }

  /// The covered margins at the edges.
  public var insets: Insets { space.insets }

  /// The number of pixels per point; content is aligned to whole pixels.
  public var scale: Double {
    get { space.scale }
    set {
      guard newValue.isFinite, newValue > 0 else { return }
      space.scale = newValue
      setNeedsSettling()
    }
  }

  /// Sets the size of the list and its covered edges.
  ///
  /// Visible content stays, or moves with the covered part at the beginning; at a pinned end, the
  /// list stays at the end. If the breadth of items changes, they are measured again on other
  /// threads.
  ///
  /// - Parameters:
  ///   - size: The size, in points; a negative or non-finite size has no effect.
  ///   - insets: The covered margins.
  ///   - animation: The animation to the new layout; `nil` applies it at once.
  public func resize(to size: Size, insets: Insets = .zero, animation: ListAnimation? = nil) {
    let old = space.itemRange(arePages: configuration.hasPages)
    var resized = space
    guard resized.resize(to: size, insets: insets) else { return }
    let time = now
    state.scroller.advance(to: time)
    let before = PlacesBefore(scene(at: time), live, ghosts)
    space = resized
    node.frame = Rect(origin: node.frame.origin, size: size)
    content.frame = Rect(origin: .zero, size: size)
    // The position is that before resizing, which clamps the offset for pages of the old length.
    let page = state.page
    resizeState()
    if configuration.hasPages { state.setPages(length: space.clearLength, showing: page) }
    live.setNeedsPlaces()
    slide(from: before, animation, at: time)
    let range = space.itemRange(arePages: configuration.hasPages)
    let isStep = animation == nil && jumps.pending == nil && range.isNear(old)
    controller.setRange(
      range, measuring: isStep ? .nearNodes : .allNodes,
      presentation: ListUpdate(animation: animation))
    setNeedsSettling()
  }

  /// Updates the length and the covered parts of the state's viewport.
  func resizeState() {
    let (leading, trailing) = space.ends
    let ends = ListState.Ends(
      leading: leading, trailing: trailing, head: fetching.indicatorLength(at: .head),
      tail: fetching.indicatorLength(at: .tail))
    state.resize(length: space.length, ends: ends)
  }

  /// Animates all items from their old positions to their current ones.
  private func slide(from before: PlacesBefore, _ animation: ListAnimation?, at time: Double) {
    guard let animation, animation.duration > 0 else { return }
    for (index, entry) in live.entries {
      let distance = before.place(of: index) - (state.geometry.offset(of: index) - state.offset)
      entry.motion = ItemMotion(distance: distance, start: time, animation: animation)
    }
    live.isAnimating = true
  }
}

extension SizeRange {
  /// Whether the maximum size differs by less than an eighth from another range's, as it does while
  /// a window's edge is dragged.
  ///
  /// A guess: the screen is filled by items measured before and a few beyond its edges.
  fileprivate func isNear(_ other: Self) -> Bool {
    func isNear(_ length: Double, _ other: Double) -> Bool {
      length == other || abs(length - other) * 8 < other
    }
    return isNear(max.width, other.max.width) && isNear(max.height, other.max.height)
  }
}
