/// The item that keeps its position on screen when items are resized, inserted and deleted.
///
/// An anchor is created before a change and gives the new viewport offset after it.
struct ScrollAnchor: Equatable, Sendable {
  /// The edge of an item that keeps its position.
  enum Edge: Sendable {
    /// The beginning of the item, so that it grows toward the end.
    case start
    /// The end of the item.
    case end
  }

  /// The index of the item.
  var index: Int
  /// The edge that keeps its position.
  let edge: Edge
  /// The distance of the edge from the beginning of the viewport, in points; negative if before it.
  let distance: Double

  /// Creates an anchor at an edge of an item, for an offset of the viewport.
  init(index: Int, edge: Edge = .start, viewport: Double, in geometry: ItemGeometry) {
    self.index = index
    self.edge = edge
    distance = geometry.offset(of: edge == .start ? index : index + 1) - viewport
  }

  /// Creates an anchor at the first item that begins in a part of the viewport.
  ///
  /// If none does, the anchor is the item that covers the part, by its end if that is visible.
  /// An item that is partly visible therefore grows out of it. The result is `nil` if no
  /// item is visible.
  ///
  /// - Parameters:
  ///   - part: The part of the viewport to search.
  ///   - viewport: The offset of the viewport; `nil` for the beginning of the part.
  ///   - geometry: The geometry of the items.
  init?(first part: Range<Double>, at viewport: Double? = nil, in geometry: ItemGeometry) {
    let seen = geometry.items(in: part)
    guard let first = seen.first else { return nil }
    let viewport = viewport ?? part.lowerBound
    if geometry.offset(of: first) >= part.lowerBound {
      self.init(index: first, viewport: viewport, in: geometry)
    } else if seen.count > 1 {
      self.init(index: first + 1, viewport: viewport, in: geometry)
    } else {
      let isEndSeen = geometry.offset(of: first + 1) <= part.upperBound
      self.init(index: first, edge: isEndSeen ? .end : .start, viewport: viewport, in: geometry)
    }
  }

  /// Returns the anchor after a change of the items.
  ///
  /// If the item was deleted or moved, the next kept item replaces it, or, if there is none, the
  /// previous kept one, each at its own position on screen.
  ///
  /// - Parameters:
  ///   - map: The index map of the change.
  ///   - viewport: The offset of the viewport before the change.
  ///   - geometry: The geometry before the change.
  /// - Returns: The anchor, or `nil` if no previous item is left.
  func following(_ map: IndexMap, viewport: Double, in geometry: ItemGeometry) -> ScrollAnchor? {
    guard let kept = map.nearestKept(to: index), let new = map.newIndex(of: kept) else {
      return nil
    }
    var anchor =
      kept == index
      ? self : ScrollAnchor(index: kept, edge: edge, viewport: viewport, in: geometry)
    anchor.index = new
    return anchor
  }

  /// Returns the viewport offset that keeps the anchor's position.
  func viewport(in geometry: ItemGeometry) -> Double {
    geometry.offset(of: edge == .start ? index : index + 1) - distance
  }
}
