import GalleyGeometry
import Testing

@Suite struct RectTests {
  private let rect = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test func `a rectangle contains the points before its right and bottom edges`() {
    #expect(rect.contains(Point(x: 10, y: 20)))
    #expect(rect.contains(Point(x: 39.9, y: 59.9)))
    #expect(!rect.contains(Point(x: 40, y: 30)))
    #expect(!rect.contains(Point(x: 20, y: 60)))
    #expect(!rect.contains(Point(x: 9.9, y: 30)))
  }

  @Test func `a rectangle contains another with the same edges and none that exceeds one`() {
    #expect(rect.contains(rect))
    for (x, y) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)] {
      #expect(!rect.contains(rect.offset(x: x, y: y)))
    }
    #expect(rect.contains(Rect(x: 20, y: 30, width: 5, height: 5)))
  }

  @Test func `the intersection is the common area`() {
    let other = Rect(x: 30, y: 0, width: 30, height: 30)
    #expect(rect.intersection(other) == Rect(x: 30, y: 20, width: 10, height: 10))
    #expect(rect.intersects(other))
    let neighbor = rect.offset(x: 30, y: 0)
    #expect(rect.intersection(neighbor).isEmpty)
    #expect(!rect.intersects(neighbor))
  }
}
