public import GalleyGeometry
internal import GalleyPainting
public import GalleyTypesetting

extension TextNode {
  /// What of the text can be tapped.
  public enum Target: Hashable, Sendable {
    /// A link that can be seen.
    case link(Annotation)
    /// A spoiler that hides what is at the point, by its number.
    case spoiler(Int)
    /// A block that can be expanded or collapsed, by its number.
    case block(Int)
  }

  /// The distance from the arrow of a block at which it is still tapped, in points.
  private static let arrowReach = 8.0

  /// What would be tapped at a point of the node's coordinates.
  public func target(at point: Point) -> Target? {
    let hit = layout.hit(at: point, revealed: revealed)
    if let spoiler = hit.hiddenSpoiler { return .spoiler(spoiler) }
    if let link = hit.link { return .link(link) }
    guard let block = hit.block, block.isCollapsible else { return nil }
    let isArrow = block.arrowFrame.map { $0.distance(to: point) <= Self.arrowReach } ?? false
    return block.isCollapsed || isArrow ? .block(block.index) : nil
  }

  /// The link that is pressed, on which there is a shape of the role `linkHighlight`.
  ///
  /// The shape fades in within 0.10 s, and out within 0.15 s after that; the text is not drawn anew.
  public var pressedLink: Annotation? { state.current.pressedLink }

  /// Takes note that a pointer went down at a point of the node's coordinates.
  ///
  /// - Returns: Whether there is something that can be tapped.
  @MainActor @discardableResult public func press(at point: Point) -> Bool {
    let target = target(at: point)
    if case .link(let link)? = target { setPressedLink(link) }
    return target != nil
  }

  /// Takes note that the pointer moved; a link that it has left is no longer pressed.
  @MainActor public func movePress(to point: Point) {
    guard let link = pressedLink, target(at: point) != .link(link) else { return }
    setPressedLink(nil)
  }

  /// Takes note that the pointer went up.
  ///
  /// - Returns: What was tapped; `nil` if that is nothing, or another link than was pressed.
  @MainActor public func endPress(at point: Point) -> Target? {
    let pressed = pressedLink
    setPressedLink(nil)
    let target = target(at: point)
    if case .link(let link)? = target, link != pressed { return nil }
    return target
  }

  /// Takes note that what the pointer did means something else.
  @MainActor public func cancelPress() { setPressedLink(nil) }

  @MainActor private func setPressedLink(_ link: Annotation?) {
    let isNew = state.change { values in
      defer { values.pressedLink = link }
      return values.pressedLink != link
    }
    if node.rasterizesBelow {
      if isNew { node.setNeedsDisplay() }
      return
    }
    // Also where another text has let go of the link.
    if isNew || link == nil {
      for highlight in state.highlights { highlight.release() }
    }
    guard isNew, let link, node.isLoaded,
      let drawing = HighlightDrawing(
        link, in: layout, palette, PixelWindow(node.bounds, scale: node.displayScale))
    else { return }
    let state = state
    state.highlights.append(
      LinkHighlight(drawing, on: node) { [weak state] ended in
        state?.highlights.removeAll { $0 === ended }
      })
  }

  // MARK: Spoilers and blocks

  /// Shows a spoiler in a circle that grows from a point, tick by tick.
  ///
  /// The text is drawn anew once, when the circle has reached everything. One that is on its way when the
  /// next begins is shown at once.
  ///
  /// - Parameters:
  ///   - spoiler: The spoiler's number; one that there is not changes nothing.
  ///   - point: Where it was tapped, in the node's coordinates; `nil` fades all of it in.
  @MainActor public func reveal(_ spoiler: Int, from point: Point? = nil) {
    state.reveal(spoiler, from: point, on: node)
  }

  /// Expands a block, or collapses it, at once.
  ///
  /// The text has another size then, which its owner measures; the old pixels stay until there are new
  /// ones.
  public func setExpanded(_ isExpanded: Bool, block: Int) {
    options.setExpanded(isExpanded, block: block)
  }
}

extension LayoutOptions {
  /// Expands a block, or collapses it.
  mutating func setExpanded(_ isExpanded: Bool, block: Int) {
    if isExpanded { expandedBlocks.insert(block) } else { expandedBlocks.remove(block) }
  }
}

extension Rect {
  /// How far a point is from the rectangle, in points, by the longer of both ways.
  fileprivate func distance(to point: Point) -> Double {
    max(minX - point.x, point.x - maxX, minY - point.y, point.y - maxY)
  }
}
