extension LayoutContext {
  /// A value or a tree that layout could not use and had to repair.
  ///
  /// Layout never fails: invalid input becomes 0 or nothing, and is reported to the context's
  /// callback, where a development build may stop and tests may count.
  public struct Fault: Error, Hashable, Sendable {
    /// The kinds of faults.
    public enum Kind: Hashable, Sendable {
      /// An element returned a size that is NaN, infinite, negative or too large; it became 0.
      case size
      /// A position was not finite; it became 0.
      case position
      /// A dimension of a style was NaN or negative; it became 0.
      case dimension
      /// A flex factor was NaN, negative or infinite; it became 0.
      case flexFactor
      /// A spacing was not finite; it became 0.
      case spacing
      /// A ratio was not a positive number; it is ignored.
      case ratio
      /// A scale was not a positive number; it became 1.
      case scale
      /// An element contains itself; the inner occurrence gets its minimum size and no parts.
      case cycle
      /// Elements are nested deeper than ``LayoutContext/maximumDepth``; the deepest get their
      /// minimum size and no parts.
      case depth
    }

    /// The kind of the fault.
    public let kind: Kind
    /// The invalid number, or 0 if there is none.
    public let value: Double

    /// Creates a fault.
    public init(_ kind: Kind, value: Double = 0) {
      self.kind = kind
      self.value = value
    }
  }
}
