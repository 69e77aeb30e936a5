import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

/// Thumbnails, which image nodes show until their image arrives.
@MainActor struct ThumbnailTests {
  private let test = TestEnvironment()

  @Test(arguments: [(320, true), (321, false)])
  func `a thumbnail has up to 320 pixels a side`(side: Int, isShown: Bool) throws {
    for (width, height) in [(side, 8), (8, side)] {
      var appearance = ImageAppearance()
      appearance.thumbnail = try Bitmap(width: width, height: height, color: .green).pngData()
      let node = ImageNode(appearance: appearance, environment: test.environment)
      node.node.frame = Rect(x: 0, y: 0, width: 20, height: 20)
      test.settle(showing: node.node)
      #expect((node.node.layer.contents != nil) == isShown)
      #expect(node.error == nil)
    }
  }
}
