public import GalleyGeometry
internal import GalleyLayers
internal import GalleyScheduling
public import GalleyTypesetting

extension TextNode {
  /// A text to lay out independently of a node, with the available size.
  public struct LayoutRequest: Hashable, Sendable {
    /// The text.
    public var text: AttributedText
    /// The layout options; their width and maximum height apply in addition to ``availableSize``.
    public var options: LayoutOptions
    /// The available size, in points; infinite for no limit.
    public var availableSize: Size

    /// Creates a request.
    public init(
      _ text: AttributedText, options: LayoutOptions = LayoutOptions(),
      availableSize: Size = Size(width: .infinity, height: .infinity)
    ) {
      self.text = text
      self.options = options
      self.availableSize = availableSize
    }
  }
}

extension TextNode {
  /// A text that has been laid out and is not shown yet.
  public struct MeasuredText: Sendable {
    /// The layout.
    public let layout: TextLayout
    /// The size of the layout, in points, which exceeds the available one if even the truncated
    /// text does not fit.
    public let size: Size
    /// Shows the text in a node, with the box at an origin in the supernode's coordinates.
    ///
    /// The node is the one that the layout was made for, or a new one. The result applied last is
    /// shown; applying one that is already shown has no effect.
    public let apply: @MainActor @Sendable (_ origin: Point) -> TextNode
  }
}

extension TextNode {
  /// Returns a function that lays out texts on any thread, to be shown later on the main actor.
  ///
  /// The function may be kept and called repeatedly, from several threads at once: it reads the
  /// node's state only to reuse existing layouts. Nothing changes until a result is applied, and
  /// applying measures nothing.
  ///
  /// - Returns: A function that lays out a text, on any thread.
  public func asyncLayout() -> @Sendable (LayoutRequest) -> MeasuredText {
    Self.asyncLayout(engine: state.engine, known: state.current) { _, _ in self }
  }

  /// Returns a function that lays out texts on any thread, each for a node that is created when the
  /// result is applied.
  ///
  /// - Parameters:
  ///   - engine: The layout engine.
  ///   - environment: The environment of the nodes.
  /// - Returns: A function that lays out a text, on any thread.
  public static func asyncLayout(
    engine: TextEngine, environment: DisplayEnvironment
  ) -> @Sendable (LayoutRequest) -> MeasuredText {
    asyncLayout(engine: engine, known: nil) { request, layout in
      TextNode(
        request.text, options: request.options, engine: engine, layout: layout,
        environment: environment)
    }
  }

  private static func asyncLayout(
    engine: TextEngine, known: TextNodeState.Values?,
    node: @escaping @MainActor @Sendable (LayoutRequest, TextLayout) -> TextNode
  ) -> @Sendable (LayoutRequest) -> MeasuredText {
    { request in
      let options = request.options.fitting(request.availableSize)
      let layout =
        known?.layout(of: request.text, options) ?? engine.layout(request.text, options: options)
      let size = layout.extent
      return MeasuredText(layout: layout, size: size) { origin in
        let target = node(request, layout)
        target.show(layout, of: request)
        let frame = Rect(origin: origin, size: size)
        if target.frame != frame { target.frame = frame }
        return target
      }
    }
  }

  /// Shows a text with an existing layout of it.
  package func show(_ layout: TextLayout, of request: LayoutRequest) {
    let (isNew, replaced) = state.change { values -> (Bool, [TextLayout]) in
      guard values.text != request.text || values.options != request.options else {
        return (false, values.keep(layout).map { [$0] } ?? [])
      }
      let old = values.layouts
      (values.text, values.options) = (request.text, request.options)
      values.invalidateLayouts()
      values.keep(layout)
      return (true, old)
    }
    // Freed here, they would wait for the memory lock of the thread that made them.
    if !replaced.isEmpty { node.environment.loop.backgroundReleases.add(replaced) }
    guard isNew else { return }
    node.invalidateLayout()
    node.setNeedsDisplay()
  }
}
