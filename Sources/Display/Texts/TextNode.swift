public import GalleyGeometry
internal import GalleyLayers
public import GalleyPainting
internal import GalleyScheduling
public import GalleyTypesetting

/// A node that shows a text, which can be set, measured and laid out on any thread.
///
/// A text node is a reference to its ``node``, which stores everything; ``DisplayNode/textNode``
/// returns it.
///
/// Every change redraws the node off the main actor; until then the old pixels stay unchanged.
/// Drawing reuses the measured layout if the node got the measured size.
///
/// Decorations over the text have their own layers, so that they do not redraw it: the dust of
/// spoilers, spoilers being revealed, and the highlight of a pressed link. In a rasterized subtree
/// they are part of the bitmap.
///
/// The node's coordinates are the layout's, and its bounds are the box of the text. Ink that
/// overhangs the box is drawn up to `TextLayout.inkBounds`, but ignored by layout specs and hit
/// tests.
public struct TextNode: Sendable {
  /// The node that shows the text.
  public let node: DisplayNode

  let state: TextNodeState

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - options: The layout options; their width and maximum height apply in addition to the
  ///     node's size.
  ///   - engine: The layout engine.
  ///   - layout: An existing layout of the text, drawn if the node gets its size.
  ///   - environment: The environment of the node.
  public init(
    _ text: AttributedText = AttributedText(""), options: LayoutOptions = LayoutOptions(),
    engine: TextEngine, layout: TextLayout? = nil, environment: DisplayEnvironment
  ) {
    state = TextNodeState(text, options: options, engine: engine)
    if let layout { state.keep(layout) }
    node = DisplayNode(TextNodeContent(state: state), environment: environment)
    node.needsDisplayOnBoundsChange = true
    node.isOpaque = false
    // Pixels drawn for another size must not be stretched.
    node.contentsGravity = .topLeft
    frame = .zero
  }

  fileprivate init(_ node: DisplayNode, _ content: TextNodeContent) {
    (self.node, state) = (node, content.state)
  }

  // MARK: Text and appearance, from any thread

  /// The text; setting an equal one has no effect.
  public var text: AttributedText {
    get { state.current.text }
    nonmutating set { set(\.text, newValue, relayouts: true) }
  }

  /// The layout options; setting equal ones has no effect.
  public var options: LayoutOptions {
    get { state.current.options }
    nonmutating set { set(\.options, newValue, relayouts: true) }
  }

  /// The colors of roles; setting an equal palette has no effect.
  public var palette: Palette {
    get { state.current.painter.palette }
    nonmutating set { set(\.painter.palette, newValue) }
  }

  /// The revealed spoilers; setting them reveals without a transition.
  public var revealed: RevealedSpoilers {
    get { state.current.painter.revealed }
    nonmutating set { set(\.painter.revealed, newValue) }
  }

  /// Whether the dust of spoilers is animated while the node is on a host.
  ///
  /// In a rasterized subtree, every frame redraws the ancestor's bitmap.
  public var animatesDust: Bool {
    get { state.current.animatesDust }
    nonmutating set { set(\.animatesDust, newValue) }
  }

  /// The painter of the text; setting it redraws the node.
  public var painter: TextPainter {
    get { state.current.painter }
    nonmutating set {
      state.change { $0.painter = newValue }
      node.setNeedsDisplay()
    }
  }

  /// Sets a value unless it is equal to the current one.
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

  /// Returns the layout of the text in an available size.
  ///
  /// - Parameter size: The available size, in points; infinite for no limit.
  /// - Returns: The layout, which is cached and drawn if ``frame`` gets its size.
  public func layout(fitting size: Size) -> TextLayout {
    let values = state.current
    return state.layout(of: values, values.options.fitting(size))
  }

  /// Returns the size of the text in an available size, in points.
  ///
  /// Text that does not fit is truncated. The result exceeds the available size if even the
  /// truncated text does not fit, for example because the size is lower than one line: a smaller
  /// box would cut the text off.
  ///
  /// - SeeAlso: `TextLayout.isTruncated` of ``layout(fitting:)``, for whether text is hidden.
  public func size(thatFits size: Size) -> Size {
    layout(fitting: size).extent
  }

  /// The box of the text in the supernode's coordinates, in points.
  public var frame: Rect {
    get { node.frame }
    nonmutating set { node.frame = newValue }
  }

  /// The layout of the text in its current box.
  public var layout: TextLayout {
    state.layout(of: state.current, in: node.bounds.size)
  }

  /// Whether text is truncated for lack of space.
  public var isTruncated: Bool { layout.isTruncated }

  /// The accessibility elements of the text.
  public var accessibilityElements: [AccessibilityElement] {
    layout.accessibilityElements(revealed: revealed)
  }
}

extension DisplayNode {
  /// The text node that this node belongs to; `nil` if it shows something else.
  public var textNode: TextNode? {
    (content as? TextNodeContent).map { TextNode(self, $0) }
  }
}
