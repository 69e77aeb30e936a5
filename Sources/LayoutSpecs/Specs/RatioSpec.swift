public import GalleyGeometry

/// An element with a ratio of height to width.
///
/// It is as large as its range lets it be. Where the range leaves no size of that ratio, it has the
/// size that comes nearest; where nothing bounds it, it is as large as the element needs. A ratio that
/// is not a positive number is none.
public struct RatioSpec: LayoutElement {
  /// What the spec asks of what it stands in.
  public var style = LayoutStyle()
  /// The height for each point of width.
  public var ratio: Double
  /// The element.
  public var child: any LayoutElement

  /// The parts are the same for every range.
  public var hasFixedParts: Bool { true }

  /// Gives an element a ratio of height to width.
  public init(_ ratio: Double, _ child: any LayoutElement) {
    self.ratio = ratio
    self.child = child
  }

  /// Finds the size of the spec, and where its parts are.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    var inner = range
    if let ratio = context.ratio(ratio) {
      inner = SizeRange(exactly: size(of: ratio, in: range) { natural(in: range, context) })
    }
    let part = context.layout(of: child, thatFits: inner, parentSize: range.max)
    return NodeLayout(size: part.size, sublayouts: [part.positioned(at: .zero)])
  }

  /// The size of the range that suits the ratio best; the larger of two that suit as well.
  private func size(of ratio: Double, in range: SizeRange, natural: () -> Size) -> Size {
    var sizes: [Size] = []
    if range.max.width.isFinite {
      sizes.append(Size(width: range.max.width, height: range.max.width * ratio))
    }
    if range.max.height.isFinite {
      sizes.append(Size(width: range.max.height / ratio, height: range.max.height))
    }
    if sizes.isEmpty {
      let natural = natural()
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

  private func natural(in range: SizeRange, _ context: LayoutContext) -> Size {
    context.layout(of: child, thatFits: range, parentSize: range.max).size
  }
}
