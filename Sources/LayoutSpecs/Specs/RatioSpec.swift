public import GalleyGeometry

/// A spec with a fixed ratio of height to width.
///
/// It is as large as its range permits. If the range contains no size of the ratio, it takes the
/// nearest one; if the range is unbounded, it is large enough for the element. A ratio that is not
/// a positive number is ignored.
public struct RatioSpec: LayoutElement {
  /// The layout attributes of the spec for its parent.
  public var style = LayoutStyle()
  /// The ratio of height to width.
  public var ratio: Double
  /// The element.
  public var child: any LayoutElement

  /// Always `true`.
  public var hasFixedParts: Bool { true }

  /// Creates a spec with a ratio of height to width.
  public init(_ ratio: Double, _ child: any LayoutElement) {
    self.ratio = ratio
    self.child = child
  }

  /// Returns the size of the spec and the layouts of its parts.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    var inner = range
    if let ratio = context.ratio(ratio) {
      inner = SizeRange(exactly: size(of: ratio, in: range, context))
    }
    let part = context.layout(of: child, thatFits: inner, parentSize: range.max)
    return NodeLayout(size: part.size, sublayouts: [part.positioned(at: .zero)])
  }

  /// Returns the size in the range that matches the ratio best; the larger one in a tie.
  private func size(of ratio: Double, in range: SizeRange, _ context: LayoutContext) -> Size {
    var sizes: [Size] = []
    if range.max.width.isFinite {
      sizes.append(Size(width: range.max.width, height: range.max.width * ratio))
    }
    if range.max.height.isFinite {
      sizes.append(Size(width: range.max.height / ratio, height: range.max.height))
    }
    if sizes.isEmpty {
      let natural = context.layout(of: child, thatFits: range, parentSize: range.max).size
      let width = max(natural.width, natural.height / ratio)
      sizes.append(Size(width: width, height: width * ratio))
    }
    func miss(_ size: Size) -> Double { abs(size.height - size.width * ratio) }
    let allowed = sizes.map(range.clamp)
    guard let first = allowed.first, let last = allowed.last else { return range.min }
    let (one, other) = (miss(first), miss(last))
    if one == other { return first.width * first.height < last.width * last.height ? last : first }
    return other < one ? last : first
  }
}
