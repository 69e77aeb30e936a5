internal import GalleyGeometry

/// Where the items near the viewport are, and not more of them than a list can have nodes for.
///
/// Along the list is down, wherever that is on screen.
struct NearFrames: ItemFrames {
  /// How many items are near at most, however short they are.
  static let limit = 512

  let geometry: ItemGeometry
  let breadth: Double
  /// What is seen.
  let viewport: Range<Double>

  var count: Int { geometry.count }

  func items(intersecting rect: Rect) -> [Range<Int>] {
    let found = geometry.items(from: rect.minY, to: rect.maxY)
    guard found.count > Self.limit else { return found.isEmpty ? [] : [found] }
    let seen = geometry.items(from: viewport.lowerBound, to: viewport.upperBound)
    let middle = seen.isEmpty ? found.lowerBound : seen.lowerBound
    let start = max(found.lowerBound, middle - Self.limit / 4)
    return [start..<min(found.upperBound, start + Self.limit)]
  }

  func frame(of index: Int) -> Rect? {
    guard index >= 0, index < count else { return nil }
    return Rect(
      x: 0, y: geometry.offset(of: index), width: breadth, height: geometry.length(of: index))
  }

  func frames(of range: Range<Int>) -> [Rect] {
    var start = geometry.offset(of: range.lowerBound)
    return geometry.lengths(of: range).map { length in
      defer { start += length }
      return Rect(x: 0, y: start, width: breadth, height: length)
    }
  }
}
