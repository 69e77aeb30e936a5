public import GalleyGeometry
internal import GalleyLayers
public import GalleyTypesetting

/// A text that is to be laid out away from its node, and the room that it has.
public struct TextLayoutRequest: Hashable, Sendable {
  /// The text.
  public var text: AttributedText
  /// How it is laid out; its width and maximum height are limits beside the room.
  public var options: LayoutOptions
  /// The most that it may take, in points; infinite for no limit.
  public var room: Size

  /// Makes a request.
  public init(
    _ text: AttributedText, options: LayoutOptions = LayoutOptions(),
    room: Size = Size(width: .infinity, height: .infinity)
  ) {
    self.text = text
    self.options = options
    self.room = room
  }
}

/// A text that has been laid out, and is not shown yet.
public struct MeasuredText: Sendable {
  /// The layout.
  public let layout: TextLayout
  /// How large it is, and no larger than the room.
  public let size: Size
  /// Has a node show it with its box at a point of the supernode's coordinates.
  ///
  /// The node is the one that the measuring was for, or a new one. Of several results for one node the
  /// one that is applied last is shown; one that is shown already changes nothing.
  public let apply: @MainActor @Sendable (_ origin: Point) -> TextNode
}

extension TextNode {
  /// Lays texts out on any thread, many at a time, for nodes that show them when the main actor says so.
  ///
  /// What is given may be kept and called often, on several threads at once: it only looks at what the
  /// node shows to find a layout that is there already. Nothing changes before results are applied, and
  /// applying measures nothing.
  ///
  /// - Parameters:
  ///   - node: The node that will show the text; `nil` makes one when a result is applied.
  ///   - engine: Lays texts out.
  /// - Returns: What lays a text out, on any thread.
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

  /// Shows a text with a layout that was made of it.
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
