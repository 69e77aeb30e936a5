/// The position of an item in the viewport after scrolling to it.
public enum ScrollPosition: Hashable, Sendable {
  /// The visible part of an item that is longer than the viewport.
  public enum Overflow: Hashable, Sendable {
    /// The beginning of the item.
    case head
    /// The end of the item.
    case tail
  }

  /// At the beginning of the viewport, inset by a distance in points.
  case head(Double = 0)
  /// At the end of the viewport, inset by a distance in points.
  case tail(Double = 0)
  /// In the middle of the viewport.
  case center(Overflow = .head)
  /// Anywhere in the viewport, with the least scrolling and a distance from the edge in points.
  case visible(Double = 0)
}
