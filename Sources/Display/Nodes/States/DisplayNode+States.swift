internal import GalleyLayers
internal import GalleyScheduling

extension DisplayNode {
  // MARK: Observers

  /// Adds an observer of the node's life cycle.
  ///
  /// The observer is not retained.
  public func addObserver(_ observer: any NodeObserver) {
    withDescription { description in
      description.observers.removeAll { $0.observer == nil || $0.observer === observer }
      description.observers.append(WeakObserver(observer: observer))
      description.flags.insert(.isObserved)
    }
  }

  /// Removes an observer.
  public func removeObserver(_ observer: any NodeObserver) {
    withDescription { $0.observers.removeAll { $0.observer === observer } }
  }

  /// Calls a closure with each live observer, in the order in which they were added.
  @MainActor func notify(_ body: @MainActor (any NodeObserver) -> Void) {
    // Most nodes have none.
    guard has(.isObserved) else { return }
    let observers = withDescription { $0.observers }
    for entry in observers {
      if let observer = entry.observer { body(observer) }
    }
  }

  // MARK: States

  /// The node's interface state as last reported to observers.
  public var interfaceState: InterfaceState { withDescription { $0.state } }

  /// The interface state that the next tick brings the node to.
  public var targetInterfaceState: InterfaceState { withDescription { $0.targetState } }

  /// Whether a range controller sets the node's state, rather than its presence on a host.
  ///
  /// Applies to all descendants too. Setting it does not change the state.
  public var isRangeManaged: Bool {
    get { has(.isRangeManaged) }
    set { setRangeManaged(newValue) }
  }

  /// Sets the state that the node and its descendants enter with the next tick.
  ///
  /// - Parameters:
  ///   - state: The interface state.
  ///   - distance: The distance from the viewport in points, weighted by scrolling direction. Among
  ///     nodes in the same state, the nearer is drawn first.
  public func setInterfaceState(_ state: InterfaceState, distance: Double = 0) {
    setTarget(state, distance: distance)
    for node in subnodes { node.setInterfaceState(state, distance: distance) }
  }

  /// The weighted distance from the viewport, in points.
  var distance: Double { withDescription { $0.distance } }

  private func setTarget(_ state: InterfaceState, distance: Double) {
    let (isChange, work) = withDescription { description in
      let isChange = description.targetState != state
      let isMove = isChange || description.distance != distance
      description.distance = distance
      description.targetState = state
      return (isChange, isMove ? description.work : nil)
    }
    if isChange { environment.schedule { $0.states.insert(self) } }
    guard let work else { return }
    let key = DisplayWork.Key(state.rank, distance: distance)
    environment.schedule { $0.keys.updateValue(key, forKey: work) == nil }
  }

  private func setRangeManaged(_ isManaged: Bool) {
    setFlag(.isRangeManaged, isManaged)
    for node in subnodes { node.setRangeManaged(isManaged) }
  }

  /// Adopts the state of a new supernode if that is range-managed.
  func inheritState(from supernode: DisplayNode) {
    guard supernode.isRangeManaged else { return }
    if !isRangeManaged { setRangeManaged(true) }
    setInterfaceState(supernode.targetInterfaceState, distance: supernode.distance)
  }

  /// Resets the state that a range-managed former supernode set.
  func leaveState(of supernode: DisplayNode) {
    guard supernode.isRangeManaged, isRangeManaged else { return }
    setRangeManaged(false)
    setInterfaceState(.none)
  }

  // MARK: Ticks

  /// Moves the node from its current to its target state, notifying observers of each step.
  @MainActor func updateInterfaceState() {
    let isHosted = isHosted
    if isHosted != display.isInHierarchy { updateHierarchyState(isHosted) }
    let (old, new) = withDescription { description in
      defer { description.state = description.targetState }
      return (description.state, description.targetState)
    }
    guard old != new else { return }
    if new > old {
      for state in InterfaceState.upward where state > old && state <= new { enter(state) }
    } else {
      for state in InterfaceState.downward where state > new && state <= old { exit(state) }
    }
    notify { $0.node(self, didChangeFrom: old, to: new) }
  }

  @MainActor private func updateHierarchyState(_ isHosted: Bool) {
    display.isInHierarchy = isHosted
    let isManaged = isRangeManaged
    withDescription { description in
      if !isManaged {
        description.targetState = isHosted ? .visible : .none
      } else if !isHosted {
        description.targetState = min(description.targetState, .display)
      }
    }
    if isHosted {
      notify { $0.nodeDidEnterHierarchy(self) }
    } else {
      notify { $0.nodeDidExitHierarchy(self) }
    }
  }

  @MainActor private func enter(_ state: InterfaceState) {
    if state == .display, isRangeManaged { resumeDisplay() }
    if state == .visible, isRangeManaged { schedulePlaceholder() }
    notify { $0.node(self, didEnter: state) }
    // Inserts the managed subnodes before the node is displayed.
    if state == .preload, managesSubnodes { layoutIfNeeded() }
  }

  @MainActor private func exit(_ state: InterfaceState) {
    if state == .display, isRangeManaged { suspendDisplay() }
    notify { $0.node(self, didExit: state) }
  }

  /// Suspends display now, and schedules the contents to be cleared in the next tick unless the
  /// node returns.
  @MainActor private func suspendDisplay() {
    guard !isSynchronous, loadedLayer != nil else { return }
    isDisplaySuspended = true
    environment.schedule { $0.leaving.insert(self) }
  }

  /// Clears the contents, unless the node has returned to the display state.
  @MainActor func clearContentsIfUnwanted() {
    if targetInterfaceState < .display { clearContents() }
  }

  /// Resumes display, scheduling it explicitly if the node is on no host.
  @MainActor private func resumeDisplay() {
    isDisplaySuspended = false
    if loadedLayer?.host == nil { environment.schedule { $0.offScreen.insert(self) } }
  }

  /// Whether the node is on a host, with its own layer or in an ancestor's bitmap.
  @MainActor var isHosted: Bool {
    if let loadedLayer { return loadedLayer.host != nil }
    return isRasterized && supernode?.isHosted ?? false
  }

  /// Schedules a check of whether the node and its rasterized descendants are on a host.
  @MainActor func scheduleHierarchyUpdate() {
    environment.schedule { $0.states.insert(self) }
    for node in subnodes where node.isRasterized { node.scheduleHierarchyUpdate() }
  }
}

/// A weak reference to an observer.
struct WeakObserver: Sendable {
  weak var observer: (any NodeObserver)?
}
