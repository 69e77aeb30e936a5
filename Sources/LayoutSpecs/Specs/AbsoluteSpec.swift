public import GalleyGeometry

/// A spec that positions elements by the positions in their styles.
public struct AbsoluteSpec: LayoutElement {
  /// The size behavior of the spec.
  public enum Sizing: Hashable, Sendable {
    /// The spec fills the available space; in an unbounded direction it fits its elements.
    case fill
    /// The spec is just large enough for its elements.
    case fit
  }

  /// The layout attributes of the spec for its parent.
  public var style = LayoutStyle()
  /// The size behavior of the spec.
  public var sizing: Sizing
  /// The elements, back to front.
  public var children: [any LayoutElement]

  /// Always `true`.
  public var hasFixedParts: Bool { true }

  /// Creates a spec of positioned elements.
  public init(sizing: Sizing = .fill, @LayoutBuilder _ children: () -> [any LayoutElement]) {
    self.sizing = sizing
    self.children = children()
  }

  /// Returns the size of the spec and the layouts of its parts.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let parts = children.enumerated().map { index, child in
      let position = context.position(child.style.layoutPosition)
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
