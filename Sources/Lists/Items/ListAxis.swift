internal import GalleyGeometry

/// The axis along which items are placed.
public enum ListAxis: Hashable, Sendable {
  /// Top to bottom.
  case vertical
  /// Left to right.
  case horizontal

  /// Returns the size with the given components along the axis and across it.
  func size(length: Double, breadth: Double) -> Size {
    self == .vertical
      ? Size(width: breadth, height: length) : Size(width: length, height: breadth)
  }

  /// Returns a rectangle with the given position and length along the axis and across it.
  func rect(from start: Double, length: Double, across: Double = 0, breadth: Double) -> Rect {
    Rect(
      origin: self == .vertical ? Point(x: across, y: start) : Point(x: start, y: across),
      size: size(length: length, breadth: breadth))
  }
}

/// An end of a list, beyond which there may be more items.
public enum ListEnd: Hashable, Sendable {
  /// The end before the first item.
  case head
  /// The end after the last item.
  case tail
}
