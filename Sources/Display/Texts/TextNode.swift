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
/// What is over the text has layers of its own, so that the text is not drawn anew for it: the dust of
/// spoilers and spoilers on their way to be seen, and the shape on a link that is pressed. Where a node
/// above draws all into its bitmap, they are in that.
///
/// The node's coordinates are the layout's, and its bounds are the box of the text. Ink that
/// overhangs the box is drawn all the same, as far as ``TextLayout/inkBounds`` say, but is no part
/// of layout specs and hit tests.
public final class TextNode: Sendable {
  /// The node that shows the text.
  public let node: DisplayNode

  let state: TextNodeState

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
    node = DisplayNode(TextNodeContent(state: state))
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
    set { set(\.text, newValue, relayouts: true) }
  }

  /// How the text is laid out; equal options change nothing.
  public var options: LayoutOptions {
    get { state.current.options }
    set { set(\.options, newValue, relayouts: true) }
  }

  /// The colors of roles; equal ones change nothing.
  public var palette: Palette {
    get { state.current.painter.palette }
    set { set(\.painter.palette, newValue) }
  }

  /// The spoilers that may be seen; setting it shows them with no transition.
  public var revealed: RevealedSpoilers {
    get { state.current.painter.revealed }
    set { set(\.painter.revealed, newValue) }
  }

  /// Whether the dust of spoilers drifts while the node is on a host.
  ///
  /// Where a node above draws all into its bitmap, that is drawn anew for each frame.
  public var animatesDust: Bool {
    get { state.current.animatesDust }
    set { set(\.animatesDust, newValue) }
  }

  /// How the text is drawn; setting it draws the node anew.
  public var painter: TextPainter {
    get { state.current.painter }
    set {
      state.change { $0.painter = newValue }
      node.setNeedsDisplay()
    }
  }

  /// Sets something that an equal value does not change.
  private func set<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<TextNodeState.Values, Value>, _ value: Value,
    relayouts: Bool = false
  ) {
    let isNew = state.change { values in
      guard values[keyPath: property] != value else { return false }
      values[keyPath: property] = value
      if relayouts { values.invalidateLayouts() }
      return true
    }
    guard isNew else { return }
    if relayouts { node.invalidateLayout() }
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
    layout(fitting: size).extent.limited(to: size)
  }

  /// The box of the text in the supernode's coordinates, in points.
  public var frame: Rect {
    get { node.frame }
    set {
      guard newValue.isFinite else { return }
      node.frame = Rect(origin: newValue.origin, size: newValue.size.limited(to: newValue.size))
    }
  }

  /// The layout of the text in the box that it has.
  public var layout: TextLayout {
    state.layout(of: state.current, in: node.bounds.size)
  }

  /// Whether text is cut off for want of room.
  public var isTruncated: Bool { layout.isTruncated }

  /// What a screen reader reads.
  public var accessibilityElements: [AccessibilityElement] {
    layout.accessibilityElements(revealed: revealed)
  }
}

extension Size {
  /// The size, no larger than another and not below zero.
  func limited(to room: Size) -> Size {
    Size(
      width: width > room.width ? max(0, room.width) : width,
      height: height > room.height ? max(0, room.height) : height)
  }
}
