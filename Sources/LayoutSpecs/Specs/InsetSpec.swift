public import GalleyGeometry

/// An element with room around it.
///
/// An infinite inset takes all the room there is: one of them pushes the element to the opposite edge,
/// two opposite ones center it. Where the room is unbounded, an infinite inset is none. Negative insets
/// let the element stick out.
public struct InsetSpec: LayoutElement {
  /// What the spec asks of what it stands in.
  public var style = LayoutStyle()
  /// The room on each side, in points.
  public var insets: Insets
  /// The element.
  public var child: any LayoutElement

  /// The parts are the same for every range.
  public var hasFixedParts: Bool { true }

  /// Makes room around an element.
  public init(_ insets: Insets, _ child: any LayoutElement) {
    self.insets = insets
    self.child = child
  }

  /// Finds the size of the spec, and where its parts are.
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
  /// The insets; `nil` stands for infinitely much.
  let before: Double?
  let after: Double?

  init(_ before: Double, _ after: Double, of outer: ExtentRange, in context: LayoutContext) {
    self.outer = outer
    self.before = before == .infinity ? nil : context.distance(before)
    self.after = after == .infinity ? nil : context.distance(after)
  }

  private var sum: Double { (before ?? 0) + (after ?? 0) }
  private var isElastic: Bool { before == nil || after == nil }

  /// What is left for the element.
  var inner: ExtentRange {
    let least = isElastic ? 0 : max(0, outer.min - sum)
    return ExtentRange(min: least, max: max(0, outer.max - sum))
  }

  /// The extent of element and insets.
  func extent(around inner: Double) -> Double {
    if isElastic, outer.max.isFinite { return outer.max }
    return max(outer.min, max(0, inner + sum))
  }

  /// Where the element begins.
  func offset(of inner: Double, in context: LayoutContext) -> Double {
    if let before { return before }
    let room = extent(around: inner) - inner
    return after.map { room - $0 } ?? context.grid.extent(within: room / 2)
  }
}
