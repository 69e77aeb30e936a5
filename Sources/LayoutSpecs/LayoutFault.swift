/// A number or a tree that layout could not use as it was, and put right.
///
/// Layout never fails: whatever is wrong becomes 0 or nothing, and is reported to the context's
/// callback, so that a development build may stop there and tests may count.
public struct LayoutFault: Error, Hashable, Sendable {
  /// What was wrong.
  public enum Kind: Hashable, Sendable {
    /// An element said a size that is NaN, infinite, negative or too large; it became 0.
    case size
    /// A position was not finite; it became 0.
    case position
    /// A dimension of a style was NaN or negative; it became 0.
    case dimension
    /// A flex factor was NaN, negative or infinite; it became 0.
    case flexFactor
    /// A distance between things was not finite; it became 0.
    case spacing
    /// A ratio was not a positive number; there is no ratio then.
    case ratio
    /// A scale was not a positive number; it became 1.
    case scale
    /// An element was within itself; it has the least size there, and nothing in it.
    case cycle
    /// Elements were nested deeper than ``LayoutContext/greatestDepth``; likewise.
    case depth
  }

  /// What was wrong.
  public let kind: Kind
  /// The number that was wrong, or 0 if none was.
  public let value: Double

  /// Makes a fault.
  public init(_ kind: Kind, value: Double = 0) {
    self.kind = kind
    self.value = value
  }
}
