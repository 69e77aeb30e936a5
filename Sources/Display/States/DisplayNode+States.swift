internal import GalleyLayers
internal import GalleyScheduling

extension DisplayNode {
  // MARK: Observers

  /// Lets something hear of the node's life.
  ///
  /// The node does not keep it alive.
  public func addObserver(_ observer: any NodeObserver) {
    withDescription { description in
      description.observers.removeAll { $0.observer == nil || $0.observer === observer }
      description.observers.append(WeakObserver(observer: observer))
    }
  }

  /// Lets something hear no more of the node.
  public func removeObserver(_ observer: any NodeObserver) {
    withDescription { $0.observers.removeAll { $0.observer === observer } }
  }

  /// Tells the content and the observers, in the order in which they were added.
  @MainActor func notify(_ body: @MainActor (any NodeObserver) -> Void) {
    let observers = withDescription { $0.observers }
    for entry in observers {
      if let observer = entry.observer { body(observer) }
    }
  }

  // MARK: States

  /// The state that the node is in, as observers know it.
  public var interfaceState: InterfaceState { withDescription { $0.state } }

  /// The state that the node will be in after the next tick.
  public var targetInterfaceState: InterfaceState { withDescription { $0.targetState } }

  /// Whether a range decides on the node's state, rather than whether it is on a host.
  ///
  /// What is under the node is in its state too. Setting it changes no state by itself.
  public var isRangeManaged: Bool {
    get { withDescription { $0.flags }.contains(.isRangeManaged) }
    set { setRangeManaged(newValue) }
  }

  /// Has the node, and all under it, be in a state from the next tick on.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - distance: How far the node is from what is seen, in points, weighed by the direction of
  ///     scrolling: of equal states the nearer node is drawn first.
  public func setInterfaceState(_ state: InterfaceState, distance: Double = 0) {
    setTarget(state, distance: distance)
    for node in subnodes { node.setInterfaceState(state, distance: distance) }
  }

  /// How far the node is from what is seen, in points.
  var distance: Double { withDescription { $0.distance } }

  private func setTarget(_ state: InterfaceState, distance: Double) {
    let (isChange, work) = withDescription { description in
      let isChange = description.targetState != state
      let isMove = isChange || description.distance != distance
      description.distance = distance
      description.targetState = state
      return (isChange, isMove ? description.work : nil)
    }
    if isChange { environment.noteState(of: self) }
    if let work { environment.noteKey(WorkKey(state.rank, distance: distance), of: work) }
  }

  private func setRangeManaged(_ isManaged: Bool) {
    withDescription { description in
      if isManaged {
        description.flags.insert(.isRangeManaged)
      } else {
        description.flags.remove(.isRangeManaged)
      }
    }
    for node in subnodes { node.setRangeManaged(isManaged) }
  }

  /// Takes on what a new supernode decides for all under it.
  func inheritState(from supernode: DisplayNode) {
    guard supernode.isRangeManaged else { return }
    if !isRangeManaged { setRangeManaged(true) }
    setInterfaceState(supernode.targetInterfaceState, distance: supernode.distance)
  }

  /// Gives back what a supernode decided, which the node has left.
  func leaveState(of supernode: DisplayNode) {
    guard supernode.isRangeManaged, isRangeManaged else { return }
    setRangeManaged(false)
    setInterfaceState(.none)
  }

  // MARK: Ticks

  /// Brings observers up to where the node is, in the tick's turn for it.
  @MainActor func settleState() {
    let isHosted = isHosted
    if isHosted != display.isInHierarchy { settleHierarchy(isHosted) }
    let (old, new) = withDescription { description in
      defer { description.state = description.targetState }
      return (description.state, description.targetState)
    }
    guard old != new else { return }
    if new > old {
      for state in InterfaceState.allCases where state > old && state <= new { enter(state) }
    } else {
      for state in InterfaceState.allCases.reversed() where state > new && state <= old {
        exit(state)
      }
    }
    notify { $0.node(self, didChangeFrom: old, to: new) }
  }

  @MainActor private func settleHierarchy(_ isHosted: Bool) {
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
    notify { $0.node(self, didEnter: state) }
    // What is in the node is there before it is displayed.
    if state == .preload, managesSubnodes { layoutIfNeeded() }
  }

  @MainActor private func exit(_ state: InterfaceState) {
    if state == .display, isRangeManaged { suspendDisplay() }
    notify { $0.node(self, didExit: state) }
  }

  /// Stops drawing the node now, and takes its contents away with the next tick if it stays so.
  @MainActor private func suspendDisplay() {
    guard !isSynchronous, loadedLayer != nil else { return }
    isDisplaySuspended = true
    environment.noteLeaving(of: self)
  }

  /// Takes the contents away, unless the node has come back since it left display.
  @MainActor func clearContentsIfUnwanted() {
    if targetInterfaceState < .display { clearContents() }
  }

  /// Has the node drawn, if it is not shown as it is.
  @MainActor private func resumeDisplay() {
    isDisplaySuspended = false
    if loadedLayer?.host == nil { environment.noteOffScreen(self) }
  }

  /// Whether the node is on a host, by itself or in an ancestor's bitmap.
  @MainActor var isHosted: Bool {
    if let loadedLayer { return loadedLayer.host != nil }
    return isRasterized && supernode?.isHosted ?? false
  }

  /// Has the next tick look whether the node is on a host, and those that are drawn into its bitmap.
  @MainActor func noteHierarchy() {
    environment.noteState(of: self)
    for node in subnodes where node.isRasterized { node.noteHierarchy() }
  }
}

/// What hears of a node, not kept alive.
struct WeakObserver: Sendable {
  weak var observer: (any NodeObserver)?
}
