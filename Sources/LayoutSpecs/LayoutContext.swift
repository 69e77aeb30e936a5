public import GalleyGeometry

/// The context of one layout pass: its global parameters and cached results.
///
/// A context is valid while the elements do not change; afterwards create another. It may move
/// between threads, but lays out on one thread at a time.
public struct LayoutContext: Sendable {
  /// The pixel grid that sizes are rounded up to.
  public let grid: PixelGrid
  /// Whether rows start on the right.
  public let isRightToLeft: Bool

  /// The maximum nesting depth of elements; deeper ones get their minimum size and no parts.
  ///
  /// A guess: several times the needs of a message or a list item. In a debug build, stacks of this
  /// depth were measured to take 1 to 1.5 megabytes of a thread's stack, which commonly has 8.
  public static let maximumDepth = 100

  private let onFault: (@Sendable (Fault) -> Void)?
  private let pass = LayoutPass()
  /// The number of the element being laid out.
  private var slot: Int?
  private var depth = 0

  /// Creates the context of a new pass.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point.
  ///   - isRightToLeft: Whether rows start on the right.
  ///   - onFault: Called for each repaired value, on the thread that lays out.
  public init(
    scale: Double = 1, isRightToLeft: Bool = false, onFault: (@Sendable (Fault) -> Void)? = nil
  ) {
    let isScale = scale > 0 && scale.isFinite
    grid = PixelGrid(scale: isScale ? scale : 1)
    self.isRightToLeft = isRightToLeft
    self.onFault = onFault
    if !isScale { report(Fault(.scale, value: scale)) }
  }

  /// Lays out an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - index: The index of the element among the parts of its parent.
  ///   - range: The permitted sizes, which the element's style constrains further.
  ///   - parentSize: The size that fractions refer to, in points; infinite where unknown.
  /// - Returns: The layout, without a position. Its size is in whole pixels and within the range,
  ///   both ends of which are rounded up to pixels.
  public func layout(
    of element: any LayoutElement, at index: Int = 0, thatFits range: SizeRange, parentSize: Size
  ) -> NodeLayout {
    let style = ResolvedStyle(element.style, parentSize: parentSize, in: self)
    return layout(of: element, at: index, in: style.range(within: range), parentSize: parentSize)
  }

  /// Lays out an element in a range that its style has already constrained.
  func layout(
    of element: any LayoutElement, at index: Int, in range: SizeRange, parentSize: Size
  ) -> NodeLayout {
    let range = grid.roundedUp(range)
    let node = element.identified
    let slot = pass.slot(of: node, at: index, in: slot)
    let key = LayoutPass.Key(slot: slot, range: range, parentSize: parentSize)
    switch pass.lookUp(key, depth: depth) {
    case .known(let layout):
      return layout
    case .refused(let kind):
      report(Fault(kind))
      return NodeLayout(node, size: range.min)
    case .unknown:
      var inner = self
      inner.depth += 1
      inner.slot = element.hasFixedParts ? slot.number : pass.newNumber()
      let found = element.layout(thatFits: range, parentSize: parentSize, in: inner)
      let layout = repaired(found, of: node, in: range)
      pass.store(layout, for: key)
      return layout
    }
  }

  /// Reports a repaired value.
  public func report(_ fault: Fault) { onFault?(fault) }

  /// Returns an element's result, repaired and clamped, as a layout of that element.
  private func repaired(
    _ layout: NodeLayout, of node: NodeLayout.Element?, in range: SizeRange
  ) -> NodeLayout {
    if layout.isRepaired { report(Fault(.size)) }
    let size = range.clamp(grid.roundedUp(layout.size))
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
  /// Returns a distance, or 0 if it is not finite.
  func distance(_ value: Double, _ kind: Fault.Kind = .spacing) -> Double {
    valid(value, if: abs(value) <= SizeRange.maximumExtent, kind) ?? 0
  }

  /// Returns a position, with components that are not finite replaced by 0.
  func position(_ point: Point) -> Point {
    Point(x: distance(point.x, .position), y: distance(point.y, .position))
  }

  /// Returns a flex factor, or 0 if it is invalid.
  func flexFactor(_ value: Double) -> Double {
    valid(value, if: value >= 0 && value <= SizeRange.maximumExtent, .flexFactor) ?? 0
  }

  /// Returns a ratio, or `nil` if it is invalid.
  func ratio(_ value: Double) -> Double? { valid(value, if: value > 0 && value.isFinite, .ratio) }

  /// Returns a valid number, or reports a fault and returns `nil`.
  private func valid(_ value: Double, if isValid: Bool, _ kind: Fault.Kind) -> Double? {
    if isValid { return value }
    report(Fault(kind, value: value))
    return nil
  }
}
