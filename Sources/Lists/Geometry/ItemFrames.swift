package import GalleyGeometry

/// The frames of a list's items.
///
/// Frames are in points, in the coordinate space of the viewport.
package protocol ItemFrames: Sendable {
  /// The number of items.
  var count: Int { get }

  /// Returns the items that may intersect a rectangle: all that do, and possibly others.
  ///
  /// The cost should grow with the number of items found, not with the number of items.
  ///
  /// - Returns: Ranges of indices, ascending and disjoint.
  func items(intersecting rect: Rect) -> [Range<Int>]

  /// Returns the frame of an item; `nil` if the index is out of bounds.
  func frame(of index: Int) -> Rect?

  /// Returns the frames of a valid range of items.
  func frames(of range: Range<Int>) -> [Rect]
}

extension ItemFrames {
  /// Returns the frames of a range of items, computed one by one.
  package func frames(of range: Range<Int>) -> [Rect] {
    range.map { frame(of: $0) ?? .zero }
  }
}

/// The frames of items in a row, each as broad as the list.
package struct LinearFrames: ItemFrames {
  /// The lengths of the items.
  package var geometry: ItemGeometry
  /// The axis along which the items are placed.
  package var axis: ListAxis
  /// The size of the items across the axis, in points.
  package var breadth: Double

  /// Creates the frames of items with known lengths.
  package init(_ geometry: ItemGeometry, axis: ListAxis = .vertical, breadth: Double) {
    self.geometry = geometry
    self.axis = axis
    self.breadth = breadth
  }

  /// The number of items.
  package var count: Int { geometry.count }

  /// The total size of all items.
  package var contentSize: Size {
    axis == .vertical
      ? Size(width: breadth, height: geometry.length)
      : Size(width: geometry.length, height: breadth)
  }

  /// Returns the items that intersect a rectangle, as one range or none.
  ///
  /// - Complexity: O(log *n*) for *n* items.
  package func items(intersecting rect: Rect) -> [Range<Int>] {
    let range =
      axis == .vertical
      ? geometry.items(from: rect.minY, to: rect.maxY)
      : geometry.items(from: rect.minX, to: rect.maxX)
    return range.isEmpty ? [] : [range]
  }

  /// Returns the frame of an item; `nil` if the index is out of bounds.
  ///
  /// - Complexity: O(log *n*) for *n* items.
  package func frame(of index: Int) -> Rect? {
    guard index >= 0, index < count else { return nil }
    return axis.rect(
      from: geometry.offset(of: index), length: geometry.length(of: index), breadth: breadth)
  }

  /// Returns the frames of a range of items.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* of *n* items.
  package func frames(of range: Range<Int>) -> [Rect] {
    var start = geometry.offset(of: range.lowerBound)
    return geometry.lengths(of: range).map { length in
      defer { start += length }
      return axis.rect(from: start, length: length, breadth: breadth)
    }
  }
}

extension Rect {
  /// Returns whether the interiors of two rectangles intersect; an empty rectangle intersects those
  /// that contain it.
  func meets(_ other: Rect) -> Bool {
    minX < other.maxX && maxX > other.minX && minY < other.maxY && maxY > other.minY
  }
}
