public import GalleyGeometry

/// Elements at the places that their styles say.
public struct AbsoluteSpec: LayoutElement {
  /// How large the spec is.
  public enum Sizing: Hashable, Sendable {
    /// It takes all the room that there is; unbounded room is none.
    case fill
    /// It is just large enough for its elements.
    case fit
  }

  /// What the spec asks of what it stands in.
  public var style = LayoutStyle()
  /// How large the spec is.
  public var sizing: Sizing
  /// The elements, from the lowest to the topmost.
  public var children: [any LayoutElement]

  /// The parts are the same for every range.
  public var hasFixedParts: Bool { true }

  /// Puts elements at the places that their styles say.
  public init(sizing: Sizing = .fill, @ElementBuilder _ children: () -> [any LayoutElement]) {
    self.sizing = sizing
    self.children = children()
  }

  /// Finds the size of the spec, and where its parts are.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let parts = children.enumerated().map { index, child in
      let position = context.place(child.style.layoutPosition)
      let room = Size(
        width: max(0, range.max.width - position.x), height: max(0, range.max.height - position.y))
      return context.layout(
        of: child, at: index, thatFits: SizeRange(upTo: room), parentSize: range.max
      ).positioned(at: position)
    }
    let extent = parts.extent
    guard sizing == .fill else { return NodeLayout(size: extent, sublayouts: parts) }
    let size = Size(
      width: range.max.width.isFinite ? range.max.width : extent.width,
      height: range.max.height.isFinite ? range.max.height : extent.height)
    return NodeLayout(size: size, sublayouts: parts)
  }
}
