public import GalleyGeometry
internal import GalleyPainting
public import GalleyTypesetting

extension TextNode {
  /// A part of a text that can be tapped.
  public enum Target: Hashable, Sendable {
    /// A visible link.
    case link(AttributedText.Annotation)
    /// A spoiler that hides the text at the point, by its index.
    case spoiler(Int)
    /// A block that can be expanded or collapsed, by its index.
    case block(Int)
    /// A link or custom action in a truncation token, such as "Read more".
    case token(TextLayout.TokenPart)
  }

  /// The distance around a block's arrow that counts as the arrow, in points.
  private static let arrowReach = 8.0

  /// Returns the target of a tap at a point in the node's coordinates.
  public func target(at point: Point) -> Target? {
    let hit = layout.hit(at: point, revealed: revealed)
    if let spoiler = hit.hiddenSpoiler { return .spoiler(spoiler) }
    if let link = hit.link { return .link(link) }
    if let part = hit.tokenTarget { return .token(part) }
    guard let block = hit.block, block.isCollapsible else { return nil }
    let isArrow = block.arrowFrame.map { $0.distance(to: point) <= Self.arrowReach } ?? false
    return block.isCollapsed || isArrow ? .block(block.index) : nil
  }

  /// The pressed link or token, which shows a highlight in the color of the role `linkHighlight`.
  ///
  /// The highlight fades in within 0.10 s, and then out within 0.15 s; the text is not redrawn.
  public var pressedTarget: Target? { state.current.pressed }

  /// Handles a pointer going down at a point in the node's coordinates.
  ///
  /// - Returns: Whether there is a target at the point.
  @MainActor @discardableResult public func press(at point: Point) -> Bool {
    let target = target(at: point)
    if let target, target.isHighlighted { setPressed(target) }
    return target != nil
  }

  /// Handles a moved pointer; a target that it leaves is no longer pressed.
  @MainActor public func movePress(to point: Point) {
    guard let pressed = pressedTarget, target(at: point) != pressed else { return }
    setPressed(nil)
  }

  /// Handles a lifted pointer.
  ///
  /// - Returns: The tapped target; `nil` if there is none, or if it is a link or token other than
  ///   the one that was pressed.
  @MainActor public func endPress(at point: Point) -> Target? {
    let pressed = pressedTarget
    setPressed(nil)
    let target = target(at: point)
    if let target, target.isHighlighted, target != pressed { return nil }
    return target
  }

  /// Cancels the press, for example because it became a drag.
  @MainActor public func cancelPress() { setPressed(nil) }

  @MainActor private func setPressed(_ target: Target?) {
    let isNew = state.change { values in
      defer { values.pressed = target }
      return values.pressed != target
    }
    if node.rasterizesBelow {
      if isNew { node.setNeedsDisplay() }
      return
    }
    // Also reached when a new text has cleared the pressed target.
    if isNew || target == nil {
      for highlight in state.highlights { highlight.release() }
    }
    guard isNew, let target, node.isLoaded,
      let drawing = HighlightDrawing(
        target, in: layout, palette, PixelWindow(node.bounds, scale: node.displayScale))
    else { return }
    let state = state
    state.highlights.append(
      LinkHighlight(drawing, on: node) { [weak state] ended in
        state?.highlights.removeAll { $0 === ended }
      })
  }

  // MARK: Spoilers and blocks

  /// Reveals a spoiler in a circle that grows from a point.
  ///
  /// The text is redrawn once, at the end of the animation. Revealing another spoiler finishes the
  /// animation in flight.
  ///
  /// - Parameters:
  ///   - spoiler: The index of the spoiler; invalid indices have no effect.
  ///   - point: The center in the node's coordinates; `nil` fades the whole spoiler in.
  @MainActor public func reveal(_ spoiler: Int, from point: Point? = nil) {
    state.reveal(spoiler, from: point, on: node)
  }

  /// Expands or collapses a block without animation.
  ///
  /// This changes the text's size, which its owner has to measure; the old pixels stay until the
  /// new ones are ready.
  public func setExpanded(_ isExpanded: Bool, block: Int) {
    options.setExpanded(isExpanded, block: block)
  }
}

extension TextNode.Target {
  /// Whether the target shows a highlight while pressed.
  fileprivate var isHighlighted: Bool {
    switch self {
    case .link, .token: true
    case .spoiler, .block: false
    }
  }

  /// Returns the rectangles of a highlighted target, in the layout's coordinates.
  func highlightRects(in layout: TextLayout) -> [Rect] {
    switch self {
    case .link(let link): layout.rects(of: link.range)
    case .token(let part): layout.rects(of: part)
    case .spoiler, .block: []
    }
  }
}

extension LayoutOptions {
  /// Expands or collapses a block.
  mutating func setExpanded(_ isExpanded: Bool, block: Int) {
    if isExpanded { expandedBlocks.insert(block) } else { expandedBlocks.remove(block) }
  }
}

extension Rect {
  /// Returns the Chebyshev distance from a point to the rectangle, in points; negative inside.
  fileprivate func distance(to point: Point) -> Double {
    max(minX - point.x, point.x - maxX, minY - point.y, point.y - maxY)
  }
}
