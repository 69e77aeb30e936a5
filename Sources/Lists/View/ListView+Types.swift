public import GalleyGeometry

extension ListView {
  /// The items on screen, by visible index.
  public struct DisplayedItems: Hashable, Sendable {
    /// The items that are at least partly visible.
    public var range: Range<Int>
    /// The first fully visible item; `nil` if there is none.
    public var firstFullyVisible: Int?
    /// The last fully visible item; `nil` if there is none.
    public var lastFullyVisible: Int?
    /// The items that have nodes.
    public var live: Range<Int>?

    /// Creates the displayed items of a list in which nothing is visible.
    public init(range: Range<Int> = 0..<0) { self.range = range }
  }

  /// The distance of the viewport from an end of the list.
  public enum EndDistance: Hashable, Sendable {
    /// A distance in points; negative beyond the end.
    case known(Double)
    /// Unknown, because items in between are not measured.
    case unknown
    /// None, because the list has no items.
    case none
  }

  /// The visible part of an item.
  public struct Visibility: Hashable, Sendable {
    /// The visible fraction of the item's area, from 0 to 1.
    public let fraction: Double
    /// The visible rectangle, relative to the item's top left corner; empty if the item is not
    /// visible.
    public let rect: Rect

    /// Creates the visible part of a frame in a viewport.
    public init(of frame: Rect, in viewport: Rect) {
      let seen = frame.intersection(viewport)
      rect = seen.isEmpty ? .zero : seen.offset(x: -frame.minX, y: -frame.minY)
      let area = frame.size.width * frame.size.height
      fraction = area > 0 ? rect.size.width * rect.size.height / area : 0
    }
  }
}
