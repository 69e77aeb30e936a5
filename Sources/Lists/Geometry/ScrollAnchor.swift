/// What keeps its place on screen when items around it change their lengths, come and go.
///
/// It is taken before a change and says after it how far to scroll.
public struct ScrollAnchor: Hashable, Sendable {
  /// Which end of an item keeps its place.
  public enum Edge: Hashable, Sendable {
    /// Where the item begins: what is in it grows away from the beginning.
    case start
    /// Where the item ends.
    case end
  }

  /// The item.
  public var index: Int
  /// Which end of it keeps its place.
  public let edge: Edge
  /// How far that end is behind the beginning of the viewport, in points; negative if before it.
  public let distance: Double

  /// Takes an item's end for an anchor.
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - edge: Which end of it.
  ///   - viewport: Where the viewport begins.
  ///   - geometry: Where the items stand.
  public init(index: Int, edge: Edge = .start, viewport: Double, in geometry: ItemGeometry) {
    self.index = index
    self.edge = edge
    distance = geometry.offset(of: edge == .start ? index : index + 1) - viewport
  }

  /// Takes what is seen first: the first item that begins in the viewport, or, if none does, the one
  /// that covers it, by its end if that is seen.
  ///
  /// So an item that is seen in part, and grows, grows out of the viewport.
  ///
  /// If no item is there, there is no anchor.
  ///
  /// - Parameters:
  ///   - viewport: Where the viewport begins and ends.
  ///   - geometry: Where the items stand.
  public init?(first viewport: Range<Double>, in geometry: ItemGeometry) {
    let seen = geometry.items(from: viewport.lowerBound, to: viewport.upperBound)
    guard let first = seen.first else { return nil }
    let start = viewport.lowerBound
    if geometry.offset(of: first) >= start {
      self.init(index: first, viewport: start, in: geometry)
    } else if seen.count > 1 {
      self.init(index: first + 1, viewport: start, in: geometry)
    } else {
      let isEndSeen = geometry.offset(of: first + 1) <= viewport.upperBound
      self.init(index: first, edge: isEndSeen ? .end : .start, viewport: start, in: geometry)
    }
  }

  /// The same anchor after items went, came and moved.
  ///
  /// If its item went or moved, the nearest behind it that did not takes its place, and if there is
  /// none, the nearest before it: each has its own place on screen kept.
  ///
  /// - Parameters:
  ///   - map: Where the items went.
  ///   - viewport: Where the viewport began.
  ///   - geometry: Where the items stood before the change.
  /// - Returns: The anchor, or `nil` if no item is left of those before.
  public func following(
    _ map: IndexMap, viewport: Double, in geometry: ItemGeometry
  ) -> ScrollAnchor? {
    guard let kept = map.nearestKept(to: index), let new = map.newIndex(of: kept) else {
      return nil
    }
    var anchor =
      kept == index
      ? self : ScrollAnchor(index: kept, edge: edge, viewport: viewport, in: geometry)
    anchor.index = new
    return anchor
  }

  /// Where the viewport has to begin for the anchor to be where it was.
  public func viewport(in geometry: ItemGeometry) -> Double {
    geometry.offset(of: edge == .start ? index : index + 1) - distance
  }
}
