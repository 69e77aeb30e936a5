public import GalleyGeometry

/// One pass of layout: what holds for all elements in it, and what it has found so far.
///
/// A pass is for elements that do not change meanwhile; when they have, make another context. It may go
/// from thread to thread, but lays out on one at a time.
public struct LayoutContext: Sendable {
  /// The pixels that sizes are rounded up to.
  public let grid: PixelGrid
  /// Whether what is at the start of a row is on the right.
  public let isRightToLeft: Bool

  /// How deep elements may be nested; what is deeper has the least size, and nothing in it.
  ///
  /// A guess: several times what a message or a list item needs. In a debug build, stacks so deep were
  /// measured to take 1 to 1.5 megabytes of a thread's stack, which commonly has 8.
  public static let greatestDepth = 100

  private let onFault: (@Sendable (LayoutFault) -> Void)?
  private let pass = LayoutPass()
  /// The number of the element that is being laid out.
  private var slot: Int?
  private var depth = 0

  /// Makes the context of a new pass.
  ///
  /// - Parameters:
  ///   - scale: The pixels to a point.
  ///   - isRightToLeft: Whether what is at the start of a row is on the right.
  ///   - onFault: Is told what had to be put right, on the thread that lays out.
  public init(
    scale: Double = 1, isRightToLeft: Bool = false,
    onFault: (@Sendable (LayoutFault) -> Void)? = nil
  ) {
    let isScale = scale > 0 && scale.isFinite
    grid = PixelGrid(scale: isScale ? scale : 1)
    self.isRightToLeft = isRightToLeft
    self.onFault = onFault
    if !isScale { report(LayoutFault(.scale, value: scale)) }
  }

  /// Lays out an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - index: Which part of the element that asks it is.
  ///   - range: The sizes that it may have; of these the element's style picks.
  ///   - parentSize: What its fractions refer to, in points; infinite where it is not known.
  /// - Returns: The layout, without a position. Its size is in whole pixels and within the range, of which
  ///   both ends are rounded up to pixels.
  public func layout(
    of element: any LayoutElement, at index: Int = 0, thatFits range: SizeRange, parentSize: Size
  ) -> NodeLayout {
    let style = ResolvedStyle(element.style, parentSize: parentSize, in: self)
    return layout(of: element, at: index, in: style.range(within: range), parentSize: parentSize)
  }

  /// Lays out an element in what its style has left of a range.
  func layout(
    of element: any LayoutElement, at index: Int, in range: SizeRange, parentSize: Size
  ) -> NodeLayout {
    let range = grid.range(holding: range)
    let node = element.identified
    let slot = pass.slot(of: node, at: index, in: slot)
    let key = LayoutPass.Key(slot: slot, range: range, parentSize: parentSize)
    switch pass.begin(key, depth: depth) {
    case .known(let layout):
      return layout
    case .refused(let kind):
      report(LayoutFault(kind))
      return NodeLayout(node, size: range.min)
    case .unknown:
      var inner = self
      inner.depth += 1
      inner.slot = element.hasFixedParts ? slot.number : pass.newNumber()
      let found = element.layout(thatFits: range, parentSize: parentSize, in: inner)
      let layout = repaired(found, of: node, in: range)
      pass.end(key, layout)
      return layout
    }
  }

  /// Reports what had to be put right.
  public func report(_ fault: LayoutFault) {
    onFault?(fault)
  }

  /// What an element said, as a layout of that element in the range that it had.
  private func repaired(
    _ layout: NodeLayout, of node: (any IdentifiedElement)?, in range: SizeRange
  ) -> NodeLayout {
    if layout.isRepaired { report(LayoutFault(.size)) }
    let size = range.clamp(grid.size(holding: layout.size))
    let isOther = layout.element !== node && layout.element != nil
    if size == layout.size, layout.position == nil, layout.element === node, !layout.isRepaired {
      return layout
    }
    return NodeLayout(
      NodeLayout.Geometry(size: size, baselines: layout.baselines), element: node,
      sublayouts: isOther ? [layout.positioned(at: .zero)] : layout.sublayouts)
  }
}

extension LayoutContext {
  /// A distance between things; 0 if it is not finite.
  func distance(_ value: Double, _ kind: LayoutFault.Kind = .spacing) -> Double {
    guard abs(value) <= SizeRange.largestExtent else {
      report(LayoutFault(kind, value: value))
      return 0
    }
    return value
  }

  /// A place; 0 in a direction where it is not finite.
  func place(_ point: Point) -> Point {
    Point(x: distance(point.x, .position), y: distance(point.y, .position))
  }

  /// A flex factor; 0 if it is none.
  func flexFactor(_ value: Double) -> Double {
    guard value >= 0, value <= SizeRange.largestExtent else {
      report(LayoutFault(.flexFactor, value: value))
      return 0
    }
    return value
  }

  /// A ratio, or `nil` if it is none.
  func ratio(_ value: Double) -> Double? {
    guard value > 0, value.isFinite else {
      report(LayoutFault(.ratio, value: value))
      return nil
    }
    return value
  }
}
