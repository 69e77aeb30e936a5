internal import GalleyGeometry

/// The frames of the items near the viewport, limited to the number of nodes that a list can have.
///
/// The y-axis is the list's axis, whatever its direction on screen.
struct NearFrames: ItemFrames {
  /// The maximum number of near items, however short they are.
  static let limit = 512

  /// The frames of all items.
  let all: LinearFrames
  /// The visible range.
  let viewport: Range<Double>

  var count: Int { all.count }

  func items(intersecting rect: Rect) -> [Range<Int>] {
    let ranges = all.items(intersecting: rect)
    guard let found = ranges.first, found.count > Self.limit else { return ranges }
    let seen = all.geometry.items(from: viewport.lowerBound, to: viewport.upperBound)
    let middle = seen.isEmpty ? found.lowerBound : seen.lowerBound
    let start = max(found.lowerBound, middle - Self.limit / 4)
    return [start..<min(found.upperBound, start + Self.limit)]
  }

  func frame(of index: Int) -> Rect? { all.frame(of: index) }

  func frames(of range: Range<Int>) -> [Rect] { all.frames(of: range) }
}
