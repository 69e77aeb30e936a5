public import GalleyGeometry

/// An element with another one over it, which gets the same size.
public struct OverlaySpec: LayoutElement {
  /// What the spec asks of what it stands in.
  public var style = LayoutStyle()
  /// The element that says the size.
  public var child: any LayoutElement
  /// What is over it.
  public var overlay: any LayoutElement

  /// The parts are the same for every range.
  public var hasFixedParts: Bool { true }

  /// Lays an element over another.
  public init(_ child: any LayoutElement, overlay: any LayoutElement) {
    self.child = child
    self.overlay = overlay
  }

  /// Finds the size of the spec, and where its parts are.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let (child, overlay) = context.pair(child, overlay, thatFits: range, parentSize: parentSize)
    return NodeLayout(
      NodeLayout.Geometry(size: child.size, baselines: child.baselines), element: nil,
      sublayouts: [child, overlay])
  }
}

/// An element with another one behind it, which gets the same size.
public struct BackgroundSpec: LayoutElement {
  /// What the spec asks of what it stands in.
  public var style = LayoutStyle()
  /// The element that says the size.
  public var child: any LayoutElement
  /// What is behind it.
  public var background: any LayoutElement

  /// The parts are the same for every range.
  public var hasFixedParts: Bool { true }

  /// Puts an element behind another.
  public init(_ child: any LayoutElement, background: any LayoutElement) {
    self.child = child
    self.background = background
  }

  /// Finds the size of the spec, and where its parts are.
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
  /// Lays out an element, and another one in exactly its size.
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

/// Elements that lie over each other, each with the sizes that all may have.
///
/// The size is that of the widest and of the highest of them.
public struct WrapperSpec: LayoutElement {
  /// What the spec asks of what it stands in.
  public var style = LayoutStyle()
  /// The elements, from the lowest to the topmost.
  public var children: [any LayoutElement]

  /// The parts are the same for every range.
  public var hasFixedParts: Bool { true }

  /// Wraps an element.
  public init(_ child: any LayoutElement) {
    children = [child]
  }

  /// Wraps elements.
  public init(@ElementBuilder _ children: () -> [any LayoutElement]) {
    self.children = children()
  }

  /// Finds the size of the spec, and where its parts are.
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
  /// The least size that holds all, from the origin on.
  var extent: Size {
    reduce(.zero) { size, part in
      Size(
        width: Swift.max(size.width, part.frame.maxX),
        height: Swift.max(size.height, part.frame.maxY))
    }
  }
}
