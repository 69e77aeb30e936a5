internal import GalleyGeometry

extension Layer {
  // MARK: Layout

  /// Whether the delegate has yet to lay out the sublayers.
  ///
  /// Initially `false`. Adding and removing sublayers and resizing set it; superlayers and
  /// sublayers are not affected.
  public var needsLayout: Bool { pending.contains(.layout) }

  /// Marks the layer as needing layout before the next commit.
  public func setNeedsLayout() {
    guard !needsLayout else { return }
    note(.layout)
    host?.setNeedsCommit()
  }

  /// Lays out the subtree where needed, superlayers first.
  ///
  /// Starts at the topmost ancestor that needs layout. Layout requested meanwhile is done in the
  /// same call, in up to ``layoutPassLimit`` passes over the tree.
  public func layoutIfNeeded() {
    var start = self
    for layer in lineage where layer.needsLayout { start = layer }
    for _ in 0..<Self.layoutPassLimit {
      guard start.hasWork(.layout) else { return }
      start.layOutTree()
    }
  }

  /// The maximum number of passes of one call over a tree that keeps requesting layout.
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

  /// Marks the layer as needing display before the next commit, or once display is resumed.
  public func setNeedsDisplay() {
    if isSuspended { hasMissedDisplay = true }
    guard !isSuspended, !needsDisplay else { return }
    note(.display)
    host?.setNeedsCommit()
  }

  /// Asks the delegate to draw, unless display is suspended.
  ///
  /// A layer displayed while its bounds are empty is displayed again once they are not. Later size
  /// changes redraw only if ``needsDisplayOnBoundsChange`` is set.
  public func display() {
    pending.remove(.display)
    guard !isSuspended else { return }
    if bounds.isEmpty { wasDisplayedWhileEmpty = true }
    delegate?.display(self, asynchronously: displaysAsynchronously)
  }

  /// Displays the layer if it needs display.
  public func displayIfNeeded() {
    if needsDisplay { display() }
  }

  /// Displays the layer synchronously, even if display is suspended.
  public func displayImmediately() {
    pending.remove(.display)
    delegate?.display(self, asynchronously: false)
  }

  /// Displays the layers of the subtree that need it, superlayers first.
  public func displayTreeIfNeeded() {
    displayIfNeeded()
    guard pendingBelow.contains(.display) else { return }
    pendingBelow.remove(.display)
    for sublayer in sublayers where sublayer.hasWork(.display) { sublayer.displayTreeIfNeeded() }
  }

  /// Whether display of the layer is suspended.
  ///
  /// Resuming displays the layer if it has no contents or a display was missed; contents that are
  /// current are not redrawn.
  public var isDisplaySuspended: Bool {
    get { isSuspended }
    set {
      guard newValue != isSuspended else { return }
      isSuspended = newValue
      if newValue {
        if pending.remove(.display) != nil { hasMissedDisplay = true }
      } else if hasMissedDisplay || contents == nil {
        hasMissedDisplay = false
        setNeedsDisplay()
      }
    }
  }

  /// Returns whether work of a kind is pending in the subtree.
  func hasWork(_ work: LayerWork) -> Bool {
    !pending.union(pendingBelow).isDisjoint(with: work)
  }
}
