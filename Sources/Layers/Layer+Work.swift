internal import GalleyGeometry

extension Layer {
  // MARK: Layout

  /// Whether the delegate has yet to put the sublayers in their places.
  ///
  /// Layers begin without. Adding, removing and another size make it so; superlayers and sublayers
  /// are not affected.
  public var needsLayout: Bool { pending.contains(.layout) }

  /// Lets the delegate put the sublayers in their places before the next commit.
  public func setNeedsLayout() {
    guard !needsLayout else { return }
    note(.layout)
    host?.noteChange()
  }

  /// Lays out what needs it: this layer and all under it, superlayers first.
  ///
  /// It begins at the topmost superlayer that needs layout. Layout that is asked for while this runs
  /// is done in the same call, up to ``layoutPassLimit`` times over the tree.
  public func layoutIfNeeded() {
    var start = self
    var layer = superlayer
    while let above = layer {
      if above.needsLayout { start = above }
      layer = above.superlayer
    }
    for _ in 0..<Self.layoutPassLimit {
      guard start.hasWork(.layout) else { return }
      start.layOutTree()
    }
  }

  /// How often one call goes over a tree whose layout keeps asking for more.
  public static let layoutPassLimit = 16

  private func layOutTree() {
    if pending.contains(.layout) {
      pending.remove(.layout)
      delegate?.layoutSublayers(of: self)
    }
    guard pendingBelow.contains(.layout) else { return }
    pendingBelow.remove(.layout)
    for sublayer in sublayers where sublayer.hasWork(.layout) { sublayer.layOutTree() }
  }

  // MARK: Display

  /// Whether the delegate has yet to be asked to draw.
  public var needsDisplay: Bool { pending.contains(.display) }

  /// Lets the delegate draw the layer before the next commit, and drop what it is drawing.
  ///
  /// While display is suspended only the dropping is done: resuming asks for display anyway.
  public func setNeedsDisplay() {
    delegate?.cancelDisplay(of: self)
    if isSuspended { hasMissedDisplay = true }
    guard !isSuspended, !needsDisplay else { return }
    note(.display)
    host?.noteChange()
  }

  /// Asks the delegate to draw, unless display is suspended.
  ///
  /// A layer that had no extent when this was called is displayed once more when it gets some. Later
  /// sizes change nothing, unless ``needsDisplayOnBoundsChange`` is set.
  public func display() {
    pending.remove(.display)
    guard !isSuspended else { return }
    if bounds.isEmpty { wasDisplayedWhileEmpty = true }
    delegate?.display(self, asynchronously: displaysAsynchronously)
  }

  /// Asks the delegate to draw if that was noted.
  public func displayIfNeeded() {
    if needsDisplay { display() }
  }

  /// Lets the delegate draw now, and be done on return, suspended or not.
  public func displayImmediately() {
    pending.remove(.display)
    delegate?.display(self, asynchronously: false)
  }

  /// Displays what needs it: this layer and all under it, superlayers first.
  public func displayTreeIfNeeded() {
    displayIfNeeded()
    guard pendingBelow.contains(.display) else { return }
    pendingBelow.remove(.display)
    for sublayer in sublayers where sublayer.hasWork(.display) { sublayer.displayTreeIfNeeded() }
  }

  /// Whether the layer is not displayed for now.
  ///
  /// Suspending cancels what is being drawn. Resuming asks for display if there are no contents, or if
  /// any display was missed: old contents that are right need not be drawn again.
  public var isDisplaySuspended: Bool {
    get { isSuspended }
    set {
      guard newValue != isSuspended else { return }
      isSuspended = newValue
      if newValue {
        if pending.remove(.display) != nil { hasMissedDisplay = true }
        delegate?.cancelDisplay(of: self)
      } else if hasMissedDisplay || contents == nil {
        hasMissedDisplay = false
        setNeedsDisplay()
      }
    }
  }

  /// Notes that contents that were being drawn will not come, so that resuming asks for display.
  public func noteMissedDisplay() {
    if isSuspended { hasMissedDisplay = true }
  }

  /// Whether work of a kind waits for this layer or one under it.
  func hasWork(_ work: LayerWork) -> Bool {
    !pending.union(pendingBelow).isDisjoint(with: work)
  }
}
