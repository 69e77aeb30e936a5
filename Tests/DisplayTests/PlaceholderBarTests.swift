@testable import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

/// The bars of placeholders of texts.
struct PlaceholderBarTests {
  private func bars(
    _ width: Double, _ height: Double, _ change: (inout Placeholder.Lines) -> Void = { _ in }
  ) -> [Rect] {
    var lines = Placeholder.Lines()
    lines.insets = Insets(top: 3, left: 5, bottom: 7, right: 11)
    change(&lines)
    return lines.bars(in: Size(width: width, height: height))
  }

  @Test func `bars are inset, and the last of several is shorter`() {
    // 50 points, of which 40 are free: bars at 0 and 20, and one at 30 would need 40.
    #expect(
      bars(116, 50) == [
        Rect(x: 5, y: 3, width: 100, height: 10), Rect(x: 5, y: 23, width: 60, height: 10),
      ])
    #expect(bars(116, 20) == [Rect(x: 5, y: 3, width: 100, height: 10)])
  }

  @Test(arguments: [(19.9, 0), (20.0, 1), (39.9, 1), (40.0, 2), (60.0, 3), (1e9, 100)])
  func `only whole bars are shown, up to a hundred`(height: Double, count: Int) {
    #expect(bars(116, height).count == count)
  }

  @Test func `a node without room has no bars`() {
    #expect(bars(16, 50).isEmpty)
    #expect(bars(17, 50).map(\.size.width) == [1, 0.6])
    #expect(bars(116, 50) { $0.thickness = 0 }.isEmpty)
    #expect(bars(116, 50) { $0.thickness = .infinity }.isEmpty)
    #expect(bars(116, 50) { $0.pitch = 0 }.isEmpty)
  }

  @Test func `bars do not overlap, however small the pitch`() {
    let found = bars(116, 50) { ($0.thickness, $0.pitch) = (1, 0.5) }
    #expect(found.count == 40)
    #expect(found[1].minY == 4)
    #expect(bars(116, 12) { ($0.thickness, $0.pitch) = (0.5, 1) }.count == 2)
  }

  @Test(arguments: [(-1.0, 0.0), (0.25, 25), (1, 100), (2, 100), (.nan, 100)])
  func `the length of the last bar is a fraction`(length: Double, width: Double) {
    #expect(bars(116, 50) { $0.lastLength = length }.last?.size.width == width)
  }

  @MainActor @Test(arguments: [1.0, 2])
  func `the shimmer fades from transparent to its color and back`(scale: Double) throws {
    let lines = Placeholder.Lines(shimmer: Color(argb: 0xFF00_00FF))
    let layers = lines.layers(in: Size(width: 100, height: 10), scale: scale)
    let light = try #require(layers.first?.sublayers.first?.contents)
    let width = Int(80 * scale)
    #expect(light.width == width && light.height == 1)
    let alphas = (0..<width).map { light.pixel(x: $0, y: 0) >> 24 }
    let (rise, fall) = (Array(alphas.prefix(width / 2)), Array(alphas.suffix(width / 2)))
    #expect(rise == rise.sorted() && fall == fall.sorted(by: >))
    // The ends are half a pixel from transparent, and the middle is half a pixel from opaque.
    #expect(abs(Double(rise[0]) - 255 / (80 * scale)) < 0.6)
    #expect(rise[0] < 5 && fall[0] > 250 && rise[width / 2 - 1] > 250 && fall[width / 2 - 1] < 5)
  }

  @MainActor @Test func `the shimmer moves along the middle of a bar, from beside it to beside it`()
    throws
  {
    let layers = Placeholder.Lines(thickness: 12).layers(in: Size(width: 100, height: 12), scale: 1)
    let light = try #require(layers.first?.sublayers.first)
    #expect(light.bounds.size == Size(width: 80, height: 12))
    let change = try #require(light.animation(forKey: Placeholder.Lines.shimmerKey)?.change)
    guard case .position(let start, let end) = change else {
      Issue.record("the shimmer does not move")
      return
    }
    #expect(start == Point(x: -40, y: 6) && end == Point(x: 140, y: 6))
  }
}
