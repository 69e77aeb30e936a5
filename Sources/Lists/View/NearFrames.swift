internal import GalleyGeometry

/// Where the items near the viewport are, and not more of them than a list can have nodes for.
///
/// Along the list is down, wherever that is on screen.
struct NearFrames: ItemFrames {
  /// How many items are near at most, however short they are.
  static let limit = 512

  /// Where all items are.
  let all: LinearFrames
  /// What is seen.
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
