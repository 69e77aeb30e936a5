internal import GalleyGeometry

/// The axis along which items are placed.
public enum ListAxis: Hashable, Sendable {
  /// Top to bottom.
  case vertical
  /// Left to right.
  case horizontal

  /// Returns a rectangle with the given position and length along the axis and across it.
  func rect(from start: Double, length: Double, across: Double = 0, breadth: Double) -> Rect {
    self == .vertical
      ? Rect(x: across, y: start, width: breadth, height: length)
      : Rect(x: start, y: across, width: length, height: breadth)
  }
}

/// An end of a list, beyond which there may be more items.
public enum ListEnd: Hashable, Sendable {
  /// The end before the first item.
  case head
  /// The end after the last item.
  case tail
}
