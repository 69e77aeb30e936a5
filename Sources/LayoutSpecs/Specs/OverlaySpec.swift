public import GalleyGeometry

/// A spec that lays an element over another one of the same size.
public struct OverlaySpec: LayoutElement {
  /// The layout attributes of the spec for its parent.
  public var style = LayoutStyle()
  /// The element that determines the size.
  public var child: any LayoutElement
  /// The element in front of it.
  public var overlay: any LayoutElement

  /// Always `true`.
  public var hasFixedParts: Bool { true }

  /// Creates a spec with an overlay.
  public init(_ child: any LayoutElement, overlay: any LayoutElement) {
    self.child = child
    self.overlay = overlay
  }

  /// Returns the size of the spec and the layouts of its parts.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let (child, overlay) = context.pair(child, overlay, thatFits: range, parentSize: parentSize)
    return NodeLayout(
      NodeLayout.Geometry(size: child.size, baselines: child.baselines), element: nil,
      sublayouts: [child, overlay])
  }
}

/// A spec that lays an element behind another one of the same size.
public struct BackgroundSpec: LayoutElement {
  /// The layout attributes of the spec for its parent.
  public var style = LayoutStyle()
  /// The element that determines the size.
  public var child: any LayoutElement
  /// The element behind it.
  public var background: any LayoutElement

  /// Always `true`.
  public var hasFixedParts: Bool { true }

  /// Creates a spec with a background.
  public init(_ child: any LayoutElement, background: any LayoutElement) {
    self.child = child
    self.background = background
  }

  /// Returns the size of the spec and the layouts of its parts.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let (child, background) = context.pair(
      child, background, thatFits: range, parentSize: parentSize)
    return NodeLayout(
      NodeLayout.Geometry(size: child.size, baselines: child.baselines), element: nil,
      sublayouts: [background, child])
  }
}

extension LayoutContext {
  /// Lays out an element, and another one at exactly its size.
  fileprivate func pair(
    _ leader: any LayoutElement, _ follower: any LayoutElement, thatFits range: SizeRange,
    parentSize: Size
  ) -> (NodeLayout, NodeLayout) {
    let leader = layout(of: leader, at: 0, thatFits: range, parentSize: parentSize)
    let exact = SizeRange(exactly: leader.size)
    let follower = layout(of: follower, at: 1, thatFits: exact, parentSize: leader.size)
    return (leader.positioned(at: .zero), follower.positioned(at: .zero))
  }
}

/// A spec that lays elements over each other, each within the full range.
///
/// Its width and height are the maxima of its elements'.
public struct WrapperSpec: LayoutElement {
  /// The layout attributes of the spec for its parent.
  public var style = LayoutStyle()
  /// The elements, back to front.
  public var children: [any LayoutElement]

  /// Always `true`.
  public var hasFixedParts: Bool { true }

  /// Creates a spec of one element.
  public init(_ child: any LayoutElement) {
    children = [child]
  }

  /// Creates a spec of elements.
  public init(@ElementBuilder _ children: () -> [any LayoutElement]) {
    self.children = children()
  }

  /// Returns the size of the spec and the layouts of its parts.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let parts = children.enumerated().map { index, child in
      context.layout(of: child, at: index, thatFits: range, parentSize: parentSize)
        .positioned(at: .zero)
    }
    return NodeLayout(size: parts.extent, sublayouts: parts)
  }
}

extension [NodeLayout] {
  /// The smallest size that contains all parts, from the origin.
  var extent: Size {
    reduce(.zero) { size, part in
      Size(
        width: Swift.max(size.width, part.frame.maxX),
        height: Swift.max(size.height, part.frame.maxY))
    }
  }
}
