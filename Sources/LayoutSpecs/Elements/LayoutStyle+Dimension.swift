extension LayoutStyle {
  /// A width or height in a style.
  public enum Dimension: Hashable, Sendable {
    /// An extent determined by contents and constraints.
    case auto
    /// An extent in points. An infinite one is equivalent to ``auto``.
    case points(Double)
    /// A fraction of the parent's extent, 1 for all of it; ``auto`` if the parent's extent is
    /// unknown.
    case fraction(Double)

    /// Returns the extent in points; `nil` if it is automatic.
    ///
    /// - Parameters:
    ///   - parent: The parent's extent in points; infinite if unknown.
    ///   - context: The context that NaN and negative values are reported to; they become 0.
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
        context.report(LayoutContext.Fault(.dimension, value: extent))
        return 0
      }
      return extent > SizeRange.maximumExtent ? nil : extent
    }
  }
}

extension LayoutStyle.Dimension: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Creates a dimension in points.
  public init(floatLiteral value: Double) { self = .points(value) }

  /// Creates a dimension in points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }
}
