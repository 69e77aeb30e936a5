public import GalleyGeometry
internal import GalleyLayers
public import GalleyTypesetting

/// A text to lay out independently of a node, with the available size.
public struct TextLayoutRequest: Hashable, Sendable {
  /// The text.
  public var text: AttributedText
  /// The layout options; their width and maximum height apply in addition to ``room``.
  public var options: LayoutOptions
  /// The available size, in points; infinite for no limit.
  public var room: Size

  /// Creates a request.
  public init(
    _ text: AttributedText, options: LayoutOptions = LayoutOptions(),
    room: Size = Size(width: .infinity, height: .infinity)
  ) {
    self.text = text
    self.options = options
    self.room = room
  }
}

/// A text that has been laid out and is not shown yet.
public struct MeasuredText: Sendable {
  /// The layout.
  public let layout: TextLayout
  /// The size of the layout, limited to the available size, in points.
  public let size: Size
  /// Shows the text in a node, with the box at an origin in the supernode's coordinates.
  ///
  /// The node is the one that the layout was made for, or a new one. The result applied last is
  /// shown; applying one that is already shown has no effect.
  public let apply: @MainActor @Sendable (_ origin: Point) -> TextNode
}

extension TextNode {
  /// Returns a function that lays out texts on any thread, to be shown later on the main actor.
  ///
  /// The function may be kept and called repeatedly, from several threads at once: it reads the
  /// node's state only to reuse existing layouts. Nothing changes until a result is applied, and
  /// applying measures nothing.
  ///
  /// - Parameters:
  ///   - node: The node to show the text; `nil` creates one when a result is applied.
  ///   - engine: The layout engine.
  /// - Returns: A function that lays out a text, on any thread.
  public static func asyncLayout(
    _ node: TextNode?, engine: TextEngine
  ) -> @Sendable (TextLayoutRequest) -> MeasuredText {
    let known = node.map(\.state.current)
    return { request in
      let options = request.options.fitting(request.room)
      let layout =
        known?.layout(of: request.text, options) ?? engine.layout(request.text, options: options)
      let size = layout.extent.limited(to: request.room)
      return MeasuredText(layout: layout, size: size) { origin in
        let target =
          node ?? TextNode(request.text, options: request.options, engine: engine, layout: layout)
        target.show(layout, of: request)
        let frame = Rect(origin: origin, size: size)
        if target.frame != frame { target.frame = frame }
        return target
      }
    }
  }

  /// Shows a text with an existing layout of it.
  package func show(_ layout: TextLayout, of request: TextLayoutRequest) {
    let isNew = state.change { values in
      guard values.text != request.text || values.options != request.options else {
        values.keep(layout)
        return false
      }
      (values.text, values.options) = (request.text, request.options)
      values.invalidateLayouts()
      values.keep(layout)
      return true
    }
    guard isNew else { return }
    node.invalidateLayout()
    node.setNeedsDisplay()
  }
}
