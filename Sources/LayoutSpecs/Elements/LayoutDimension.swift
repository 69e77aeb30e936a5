/// An extent that a style asks for.
public enum LayoutDimension: Hashable, Sendable {
  /// Whatever the contents and the surroundings lead to.
  case auto
  /// So many points. Infinitely many are as good as ``auto``.
  case points(Double)
  /// A part of the parent's extent, 1 for all of it; ``auto`` where that is not known.
  case fraction(Double)

  /// The extent in points; `nil` if it is automatic.
  ///
  /// - Parameters:
  ///   - parent: The parent's extent in points; infinite if it is not known.
  ///   - context: Where NaN and negative numbers are reported, which become 0.
  /// - Returns: The extent, not negative.
  func extent(parent: Double, in context: LayoutContext) -> Double? {
    let extent: Double
    switch self {
    case .auto: return nil
    case .points(let points): extent = points
    case .fraction(let fraction):
      let isParentKnown = parent.isFinite
      guard isParentKnown || !(fraction >= 0) else { return nil }
      extent = isParentKnown ? fraction * parent : fraction
    }
    guard extent >= 0 else {
      context.report(LayoutFault(.dimension, value: extent))
      return 0
    }
    return extent > SizeRange.largestExtent ? nil : extent
  }
}

extension LayoutDimension: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Makes a dimension of so many points.
  public init(floatLiteral value: Double) { self = .points(value) }

  /// Makes a dimension of so many points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }
}
