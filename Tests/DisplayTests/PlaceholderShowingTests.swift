@testable import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

/// The conditions on which placeholders show and go, and their resolution.
@MainActor struct PlaceholderShowingTests {
  private let test = TestEnvironment()
  private let log = Log()

  private func makeNode(_ placeholder: Placeholder) -> DisplayNode {
    let node = DisplayNode(ProbeImage(log: log), environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 40, height: 50)
    node.placeholder = placeholder
    return node
  }

  private func standIn(of node: DisplayNode) -> Layer? {
    node.layer.sublayers.first { $0.zPosition == 9_999 }
  }

  @Test func `a range-managed node shows its placeholder once it is visible`() {
    let node = makeNode(.solid(.green))
    node.isRangeManaged = true
    node.setInterfaceState(.display)
    test.tick(showing: node)
    // It is being drawn in advance.
    #expect(node.isDisplaying && !node.isShowingPlaceholder)
    node.setInterfaceState(.visible)
    test.tick()
    #expect(node.isDisplaying && node.isShowingPlaceholder)
    test.settle()
    #expect(!node.isShowingPlaceholder)
  }

  @Test func `a placeholder that its node no longer has goes without a fade`() {
    let node = makeNode(.solid(.green, fadeDuration: 0.5))
    test.tick(showing: node)
    node.placeholder = nil
    #expect(node.isShowingPlaceholder)
    test.settle()
    #expect(standIn(of: node) == nil)
  }

  @Test func `a placeholder that is not shown is done, and one without contents is not`() {
    let node = makeNode(.solid(.green))
    #expect(node.removePlaceholderIfDone())
    test.tick(showing: node)
    #expect(!node.removePlaceholderIfDone() && node.isShowingPlaceholder)
    node.layer.removeFromSuperlayer()
    #expect(node.removePlaceholderIfDone() && !node.isShowingPlaceholder)
  }

  @Test func `placeholders go at once unless they are given a fade`() {
    let color = Color.green
    let plain: [Placeholder] = [
      .solid(color), .drawn(SolidContent(color)), .textLines(), .boxes([]),
    ]
    #expect(plain.map(\.fadeDuration) == [0, 0, 0, 0])
    let faded: [Placeholder] = [
      .solid(color, fadeDuration: 1), .drawn(SolidContent(color), fadeDuration: 2),
      .textLines(fadeDuration: 3), .boxes([], fadeDuration: 4),
    ]
    #expect(faded.map(\.fadeDuration) == [1, 2, 3, 4])
  }

  @Test(arguments: [(512.0, 1.0), (1_024, 1), (2_048, 0.5)])
  func `a drawn placeholder has no more than 512 x 512 x 4 pixels`(
    side: Double, scale: Double
  ) throws {
    #expect(Placeholder.pixelLimit == 512 * 512 * 4)
    let node = makeNode(.drawn(ProbeContent(log: log)))
    node.frame.size = Size(width: side, height: side)
    test.tick(showing: node)
    let layer = try #require(standIn(of: node))
    #expect(layer.contentsScale == scale)
    #expect(layer.contents?.width == Int(side * scale))
    #expect(layer.contents?.height == Int(side * scale))
  }
}
