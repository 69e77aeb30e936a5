public import GalleyGeometry

/// Where the items of a list stand.
///
/// Frames are in points, in one coordinate space with the viewport.
public protocol ItemFrames: Sendable {
  /// How many items there are.
  var count: Int { get }

  /// The items that may be in a rectangle: all that are, and perhaps some that are not.
  ///
  /// What this costs should grow with what is found, not with all there is.
  ///
  /// - Returns: Their indices, ascending and apart.
  func items(intersecting rect: Rect) -> [Range<Int>]

  /// Where an item stands, or `nil` if there is none with that index.
  func frame(of index: Int) -> Rect?

  /// Where the items of a range stand, all of which there are.
  func frames(of range: Range<Int>) -> [Rect]
}

extension ItemFrames {
  /// Where the items of a range stand, each asked for by itself.
  public func frames(of range: Range<Int>) -> [Rect] {
    range.map { frame(of: $0) ?? .zero }
  }
}

/// The axis along which items stand one behind the other.
public enum ListAxis: Hashable, Sendable {
  /// From top to bottom.
  case vertical
  /// From left to right.
  case horizontal

  /// A rectangle with a beginning and a length along the axis, and such across it.
  func rect(from start: Double, length: Double, across: Double = 0, breadth: Double) -> Rect {
    self == .vertical
      ? Rect(x: across, y: start, width: breadth, height: length)
      : Rect(x: start, y: across, width: length, height: breadth)
  }
}

/// Items one behind the other, each as broad as the list.
public struct LinearFrames: ItemFrames {
  /// How long the items are.
  public var geometry: ItemGeometry
  /// Along which axis they stand.
  public var axis: ListAxis
  /// How broad they are across that axis, in points.
  public var breadth: Double

  /// Makes the frames of items of known lengths.
  public init(_ geometry: ItemGeometry, axis: ListAxis = .vertical, breadth: Double) {
    self.geometry = geometry
    self.axis = axis
    self.breadth = breadth
  }

  /// How many items there are.
  public var count: Int { geometry.count }

  /// How much room all items take.
  public var contentSize: Size {
    axis == .vertical
      ? Size(width: breadth, height: geometry.length)
      : Size(width: geometry.length, height: breadth)
  }

  /// The items in a rectangle: one range, or none.
  ///
  /// - Complexity: O(log *n*) with *n* items.
  public func items(intersecting rect: Rect) -> [Range<Int>] {
    let range =
      axis == .vertical
      ? geometry.items(from: rect.minY, to: rect.maxY)
      : geometry.items(from: rect.minX, to: rect.maxX)
    return range.isEmpty ? [] : [range]
  }

  /// Where an item stands.
  ///
  /// - Complexity: O(log *n*) with *n* items.
  public func frame(of index: Int) -> Rect? {
    guard index >= 0, index < count else { return nil }
    return axis.rect(
      from: geometry.offset(of: index), length: geometry.length(of: index), breadth: breadth)
  }

  /// Where the items of a range stand.
  ///
  /// - Complexity: O(log *n* + *k*) with *k* of *n* items in the range.
  public func frames(of range: Range<Int>) -> [Rect] {
    var start = geometry.offset(of: range.lowerBound)
    return geometry.lengths(of: range).map { length in
      defer { start += length }
      return axis.rect(from: start, length: length, breadth: breadth)
    }
  }
}

/// How much of an item is seen.
public struct ItemVisibility: Hashable, Sendable {
  /// Which share of the item's area is seen, from 0 to 1.
  public let fraction: Double
  /// Which part of it is seen, from its top left corner; empty if none is.
  public let rect: Rect

  /// Finds how much of an item is in a viewport.
  public init(of frame: Rect, in viewport: Rect) {
    let seen = frame.intersection(viewport)
    rect = seen.isEmpty ? .zero : seen.offset(x: -frame.minX, y: -frame.minY)
    let area = frame.size.width * frame.size.height
    fraction = area > 0 ? rect.size.width * rect.size.height / area : 0
  }
}

extension Rect {
  /// Whether the insides of two rectangles meet; one without extent is met if it is inside.
  func meets(_ other: Rect) -> Bool {
    minX < other.maxX && maxX > other.minX && minY < other.maxY && maxY > other.minY
  }
}
