public import GalleyGeometry
internal import GalleyLayers
public import GalleyPainting
public import GalleyRichTypesetting
internal import GalleyScheduling
public import GalleyTypesetting

/// A node that shows a rich message, which can be set, measured and laid out on any thread.
///
/// A rich message node is a reference to its ``node``, which stores everything;
/// ``DisplayNode/richMessageNode`` returns it.
///
/// Every change redraws the node off the main actor; until then the old pixels stay unchanged.
/// Drawing reuses the measured layout if the node got the measured size. The node's coordinates are
/// the layout's. Ink that overhangs the box is drawn, but ignored by layout specs and hit tests.
public struct RichMessageNode: Sendable {
  /// The node that shows the message.
  public let node: DisplayNode

  let state: RichNodeState

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - document: The message with its texts shaped.
  ///   - fillsWidth: Whether the message is as wide as the available width.
  ///   - engine: The layout engine, which shapes sections that are opened.
  ///   - layout: An existing layout of the document, drawn if the node gets its size.
  ///   - environment: The environment of the node.
  public init(
    _ document: RichDocument, fillsWidth: Bool = false, engine: TextEngine,
    layout: RichLayout? = nil, environment: DisplayEnvironment
  ) {
    state = RichNodeState(document, engine: engine)
    state.change { values in
      values.fillsWidth = fillsWidth
      if let layout { values.keep(layout, for: layout.size.width) }
    }
    node = DisplayNode(RichNodeContent(state: state), environment: environment)
    node.needsDisplayOnBoundsChange = true
    node.isOpaque = false
    // Pixels drawn for another size must not be stretched.
    node.contentsGravity = .topLeft
    frame = .zero
  }

  fileprivate init(_ node: DisplayNode, _ content: RichNodeContent) {
    (self.node, state) = (node, content.state)
  }

  // MARK: The message and its appearance, from any thread

  /// The message with its texts shaped; setting the same one has no effect.
  public var document: RichDocument {
    get { state.current.document }
    nonmutating set { show(newValue, layout: nil) }
  }

  /// Whether the message is as wide as the available width, rather than as its widest block.
  public var fillsWidth: Bool {
    get { state.current.fillsWidth }
    nonmutating set {
      let isNew = state.change { values in
        guard values.fillsWidth != newValue else { return false }
        values.fillsWidth = newValue
        values.invalidateLayouts()
        return true
      }
      if isNew { update() }
    }
  }

  /// The painter of the message; setting it redraws the node.
  public var painter: TextPainter {
    get { state.current.painter }
    nonmutating set {
      state.change { $0.painter = newValue }
      node.setNeedsDisplay()
    }
  }

  /// The colors of roles; setting an equal palette has no effect.
  public var palette: Palette {
    get { painter.palette }
    nonmutating set { if newValue != palette { painter.palette = newValue } }
  }

  /// The revealed spoilers; setting equal ones has no effect.
  public var revealed: RevealedSpoilers {
    get { painter.revealed }
    nonmutating set { if newValue != revealed { painter.revealed = newValue } }
  }

  /// Shows a document with an existing layout of it.
  package func show(_ document: RichDocument, layout: RichLayout?) {
    let isNew = state.change { values in
      let isNew = values.document !== document
      if isNew {
        values.document = document
        values.invalidateLayouts()
      }
      if let layout { values.keep(layout, for: layout.size.width) }
      return isNew
    }
    if isNew { update() }
  }

  private func update() {
    node.invalidateLayout()
    node.setNeedsDisplay()
  }

  // MARK: Measuring, on any thread

  /// Returns the layout of the message in an available width.
  ///
  /// - Parameter width: The available width, in points; infinite for no limit.
  /// - Returns: The layout, which is cached and drawn if ``frame`` gets its size.
  public func layout(fitting width: Double) -> RichLayout {
    state.layout(of: state.current, width: width)
  }

  /// The box of the message in the supernode's coordinates, in points.
  public var frame: Rect {
    get { node.frame }
    nonmutating set { node.frame = newValue }
  }

  /// The layout of the message in its current box.
  public var layout: RichLayout { state.layout(of: state.current, in: node.bounds.size) }

  /// Returns the part of the message at a point of the node.
  public func hit(at point: Point) -> RichLayout.Hit {
    layout.hit(at: point, revealed: revealed)
  }
}

extension DisplayNode {
  /// The rich message node that this node belongs to; `nil` if it shows something else.
  public var richMessageNode: RichMessageNode? {
    (content as? RichNodeContent).map { RichMessageNode(self, $0) }
  }
}
