public import GalleyGeometry

/// A spec that lays an element over or behind another one, or both, at the same size.
public struct OverlaySpec: LayoutElement {
  /// The layout attributes of the spec for its parent.
  public var style = LayoutStyle()
  /// The element that determines the size.
  public var child: any LayoutElement
  /// The element in front of it.
  public var overlay: (any LayoutElement)?
  /// The element behind it.
  public var background: (any LayoutElement)?

  /// Always `true`.
  public var hasFixedParts: Bool { true }

  /// Creates a spec with an overlay, a background, or both.
  public init(
    _ child: any LayoutElement, overlay: (any LayoutElement)? = nil,
    background: (any LayoutElement)? = nil
  ) {
    self.child = child
    self.overlay = overlay
    self.background = background
  }

  /// Returns the size of the spec and the layouts of its parts.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let child = context.layout(of: child, at: 0, thatFits: range, parentSize: parentSize)
    func layer(_ element: any LayoutElement, at index: Int) -> NodeLayout {
      context.layout(
        of: element, at: index, thatFits: SizeRange(exactly: child.size), parentSize: child.size)
    }
    let parts = [background.map { layer($0, at: 2) }, child, overlay.map { layer($0, at: 1) }]
    return NodeLayout(
      NodeLayout.Geometry(size: child.size, baselines: child.baselines), element: nil,
      sublayouts: parts.compactMap { $0?.positioned(at: .zero) })
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
  public init(_ child: any LayoutElement) { children = [child] }

  /// Creates a spec of elements.
  public init(@LayoutBuilder _ children: () -> [any LayoutElement]) { self.children = children() }

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
