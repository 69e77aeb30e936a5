public import GalleyGeometry
internal import GalleyLayers
public import GalleyPainting
internal import GalleyScheduling
public import GalleyTypesetting

/// A node with a text that can be set, measured and laid out on any thread, and that answers to taps.
///
/// Whatever changes has the node drawn anew off the main actor; until that is done, the old pixels stay
/// as they were. Drawing uses the layout that measuring made, if the node got the size that was measured.
///
/// The node's coordinates are the layout's. Its bounds reach ``overhang`` points further to each side,
/// for ink that sticks out of the text's box; ``frame`` is the box. In layout specs the node counts
/// with that margin.
public final class TextNode: Sendable {
  /// The node that shows the text.
  public let node: DisplayNode
  /// How far ink may stick out of the text's box and is still shown, in points.
  public static let overhang = 8.0

  private let state: TextNodeState
  @MainActor private var revealing: SpoilerRevealing?

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - options: How it is laid out; its width and maximum height are limits beside those of the node.
  ///   - engine: Lays it out.
  ///   - layout: A layout of this text that is there already, for a node that gets its size.
  public init(
    _ text: AttributedText = AttributedText(""), options: LayoutOptions = LayoutOptions(),
    engine: TextEngine, layout: TextLayout? = nil
  ) {
    state = TextNodeState(text, options: options, engine: engine)
    if let layout { state.keep(layout) }
    node = DisplayNode(TextNodeContent(state: state, overhang: Self.overhang))
    node.needsDisplayOnBoundsChange = true
    node.isOpaque = false
    // Pixels of another size are not stretched until there are new ones.
    node.contentsGravity = .topLeft
    frame = .zero
  }

  // MARK: What is shown, from any thread

  /// The text; an equal one changes nothing.
  public var text: AttributedText {
    get { state.current.text }
    set {
      change { values in
        guard values.text != newValue else { return false }
        values.text = newValue
        values.pressedLink = nil
        values.invalidateLayouts()
        return true
      }
    }
  }

  /// How the text is laid out; equal options change nothing.
  public var options: LayoutOptions {
    get { state.current.options }
    set {
      change { values in
        guard values.options != newValue else { return false }
        values.options = newValue
        values.invalidateLayouts()
        return true
      }
    }
  }

  /// How the text is drawn; setting it draws the node anew.
  public var painter: TextPainter {
    get { state.current.painter }
    set {
      change { values in
        values.painter = newValue
        return true
      }
    }
  }

  /// The colors of roles; equal ones change nothing.
  public var palette: Palette {
    get { state.current.painter.palette }
    set {
      change { values in
        guard values.painter.palette != newValue else { return false }
        values.painter.palette = newValue
        return true
      }
    }
  }

  /// The spoilers that may be seen; setting it shows them with no transition.
  public var revealed: RevealedSpoilers {
    get { state.current.painter.revealed }
    set {
      change { values in
        guard values.painter.revealed != newValue else { return false }
        values.painter.revealed = newValue
        return true
      }
    }
  }

  private func change(_ body: (inout TextNodeState.Values) -> Bool) {
    let version = state.current.version
    guard state.change(body) else { return }
    if state.current.version != version { node.invalidateLayout() }
    node.setNeedsDisplay()
  }

  // MARK: Measuring, on any thread

  /// The layout of the text where there is so much room.
  ///
  /// - Parameter size: The most that it may take, in points; infinite for no limit.
  /// - Returns: The layout, which is kept and drawn if ``frame`` gets its size.
  public func layout(fitting size: Size) -> TextLayout {
    let values = state.current
    return state.layout(of: values, values.options.fitting(size))
  }

  /// How large the text is where there is so much room, in points.
  ///
  /// It is no larger than the room; text for which there is too little is cut off.
  public func size(thatFits size: Size) -> Size {
    let own = layout(fitting: size).extent
    return Size(
      width: own.width > size.width ? max(0, size.width) : own.width,
      height: own.height > size.height ? max(0, size.height) : own.height)
  }

  /// The box of the text in the supernode's coordinates, in points.
  public var frame: Rect {
    get {
      let (origin, size) = (node.frame.origin, node.bounds.size.inset(by: Self.overhang))
      return Rect(
        origin: Point(x: origin.x + Self.overhang, y: origin.y + Self.overhang), size: size)
    }
    set {
      guard newValue.isFinite else { return }
      let margin = Self.overhang
      let size = Size(
        width: max(0, newValue.size.width) + 2 * margin,
        height: max(0, newValue.size.height) + 2 * margin)
      node.bounds = Rect(origin: Point(x: -margin, y: -margin), size: size)
      node.frame = Rect(
        origin: Point(x: newValue.minX - margin, y: newValue.minY - margin), size: size)
    }
  }

  /// The layout of the text in the box that it has.
  public var layout: TextLayout {
    state.layout(of: state.current, in: node.bounds.size.inset(by: Self.overhang))
  }

  /// Whether text is cut off for want of room.
  public var isTruncated: Bool { layout.isTruncated }

  /// What a screen reader reads.
  public var accessibilityElements: [AccessibilityElement] {
    layout.accessibilityElements(revealed: revealed)
  }

  // MARK: Taps

  /// What of the text can be tapped.
  public enum Target: Hashable, Sendable {
    /// A link that can be seen.
    case link(Annotation)
    /// A spoiler that hides what is at the point, by its number.
    case spoiler(Int)
    /// A block that can be expanded or collapsed, by its number.
    case block(Int)
  }

  /// What would be tapped at a point of the node's coordinates.
  public func target(at point: Point) -> Target? {
    let hit = layout.hit(at: point, revealed: revealed)
    if let spoiler = hit.hiddenSpoiler { return .spoiler(spoiler) }
    if let link = hit.link { return .link(link) }
    guard let block = hit.block, block.isCollapsible else { return nil }
    let isArrow = block.arrowFrame.map { $0.distance(to: point) <= Self.overhang } ?? false
    return block.isCollapsed || isArrow ? .block(block.index) : nil
  }

  /// The link that is pressed, which has a shape of the role `linkHighlight` below it.
  public var pressedLink: Annotation? { state.current.pressedLink }

  /// Takes note that a pointer went down at a point of the node's coordinates.
  ///
  /// - Returns: Whether there is something that can be tapped.
  @discardableResult public func press(at point: Point) -> Bool {
    let target = target(at: point)
    if case .link(let link)? = target { setPressedLink(link) }
    return target != nil
  }

  /// Takes note that the pointer moved; a link that it has left is no longer pressed.
  public func movePress(to point: Point) {
    guard let link = pressedLink, target(at: point) != .link(link) else { return }
    setPressedLink(nil)
  }

  /// Takes note that the pointer went up.
  ///
  /// - Returns: What was tapped; `nil` if that is nothing, or another link than was pressed.
  public func endPress(at point: Point) -> Target? {
    let pressed = pressedLink
    setPressedLink(nil)
    let target = target(at: point)
    if case .link(let link)? = target, link != pressed { return nil }
    return target
  }

  /// Takes note that what the pointer did means something else.
  public func cancelPress() { setPressedLink(nil) }

  private func setPressedLink(_ link: Annotation?) {
    change { values in
      guard values.pressedLink != link else { return false }
      values.pressedLink = link
      return true
    }
  }

  // MARK: Spoilers and blocks

  /// Shows a spoiler in a circle that grows from a point, tick by tick; one in transition is then shown.
  ///
  /// - Parameters:
  ///   - spoiler: The spoiler's number; one that there is not changes nothing.
  ///   - point: Where it was tapped, in the node's coordinates; `nil` fades all of it in.
  @MainActor public func reveal(_ spoiler: Int, from point: Point? = nil) {
    revealing?.finish()
    let isHidden = state.current.text.spoilers.indices.contains(spoiler)
    guard isHidden, !revealed.contains(spoiler) else { return }
    revealing = SpoilerRevealing(
      SpoilerTransition(.reveals(from: point), of: [spoiler], elapsed: 0), of: self)
  }

  /// Shows a moment of a transition; the last one leaves the spoilers revealed.
  func show(_ transition: SpoilerTransition) {
    change { values in
      if transition.isOver {
        values.painter.transition = nil
        for spoiler in transition.spoilers.sorted() {
          values.painter.revealed = values.painter.revealed.revealing(spoiler)
        }
      } else {
        values.painter.transition = transition
      }
      return true
    }
  }

  /// Expands a block, or collapses it.
  ///
  /// The text has another size then, which its owner measures; the old pixels stay until there are new
  /// ones.
  public func setExpanded(_ isExpanded: Bool, block: Int) {
    var options = options
    if isExpanded {
      options.expandedBlocks.insert(block)
    } else {
      options.expandedBlocks.remove(block)
    }
    self.options = options
  }
}

extension Rect {
  /// How far a point is from the rectangle, in points, by the longer of both ways.
  fileprivate func distance(to point: Point) -> Double {
    max(minX - point.x, point.x - maxX, minY - point.y, point.y - maxY)
  }
}

/// A spoiler on its way to be seen.
@MainActor private final class SpoilerRevealing {
  private weak var text: TextNode?
  private var transition: SpoilerTransition
  private var start: Double
  private var handler: TickHandler?
  private var frames: FrameRequest?

  init(_ transition: SpoilerTransition, of text: TextNode) {
    self.text = text
    self.transition = transition
    let loop = text.node.environment.loop
    start = loop.clock.now
    frames = loop.requestFrames()
    text.show(transition)
    handler = loop.onEachTick(in: .input) { [weak self] tick in self?.advance(to: tick.time) }
  }

  /// Shows the spoiler as it ends up, at once.
  func finish() { advance(to: .infinity) }

  private func advance(to time: Double) {
    guard handler != nil else { return }
    transition.elapsed = time - start
    text?.show(transition)
    guard transition.isOver || text == nil else { return }
    handler?.cancel()
    (handler, frames) = (nil, nil)
  }
}
