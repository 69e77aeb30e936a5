public import GalleyGeometry

/// A spec that adds insets around an element.
///
/// An infinite inset takes all available space: one pushes the element to the opposite edge, two
/// opposite ones center it. In an unbounded direction an infinite inset is 0. With negative insets
/// the element overflows the spec.
public struct InsetSpec: LayoutElement {
  /// The layout attributes of the spec for its parent.
  public var style = LayoutStyle()
  /// The insets, in points.
  public var insets: Insets
  /// The element.
  public var child: any LayoutElement

  /// Always `true`.
  public var hasFixedParts: Bool { true }

  /// Creates insets around an element.
  public init(_ insets: Insets, _ child: any LayoutElement) {
    self.insets = insets
    self.child = child
  }

  /// Returns the size of the spec and the layouts of its parts.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let x = Sides(insets.left, insets.right, of: range.width, in: context)
    let y = Sides(insets.top, insets.bottom, of: range.height, in: context)
    let inner = SizeRange(width: x.inner, height: y.inner)
    let part = context.layout(of: child, thatFits: inner, parentSize: inner.max)
    let position = Point(
      x: x.offset(of: part.size.width, in: context), y: y.offset(of: part.size.height, in: context))
    return NodeLayout(
      size: Size(
        width: x.extent(around: part.size.width), height: y.extent(around: part.size.height)),
      sublayouts: [part.positioned(at: position)])
  }
}

/// The insets of two opposite sides.
private struct Sides {
  let outer: ExtentRange
  /// The insets; `nil` for an infinite one.
  let before: Double?
  let after: Double?

  init(_ before: Double, _ after: Double, of outer: ExtentRange, in context: LayoutContext) {
    self.outer = outer
    self.before = before == .infinity ? nil : context.distance(before)
    self.after = after == .infinity ? nil : context.distance(after)
  }

  private var sum: Double { (before ?? 0) + (after ?? 0) }
  private var isElastic: Bool { before == nil || after == nil }

  /// The range left for the element.
  var inner: ExtentRange {
    let least = isElastic ? 0 : max(0, outer.min - sum)
    return ExtentRange(min: least, max: max(0, outer.max - sum))
  }

  /// Returns the extent of the element with its insets.
  func extent(around inner: Double) -> Double {
    if isElastic, outer.max.isFinite { return outer.max }
    return max(outer.min, max(0, inner + sum))
  }

  /// Returns the offset of the element.
  func offset(of inner: Double, in context: LayoutContext) -> Double {
    if let before { return before }
    let room = extent(around: inner) - inner
    return after.map { room - $0 } ?? context.grid.roundedDown(room / 2)
  }
}
