import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPainting
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Spoilers of a text that are revealed one after the other, and again.
@MainActor struct SpoilerRevealTests {
  private let test = TestEnvironment(size: Size(width: 140, height: 60))
  private let node: TextNode

  private static let origin = Point(x: 10, y: 10)

  init() {
    var text = AttributedText("ab cdef gh", style: TestFonts.style())
    text.annotate(3..<7, as: .spoiler)
    text.annotate(8..<10, as: .spoiler)
    node = TextNode(text, engine: TestFonts.engine(), environment: test.environment)
    let size = node.size(thatFits: Size(width: 120, height: .infinity))
    node.frame = Rect(origin: Self.origin, size: size)
  }

  private func painted(_ change: (inout TextPainter) -> Void) throws -> Bitmap {
    var painter = TextPainter()
    change(&painter)
    var bitmap = try Bitmap(width: 140, height: 60)
    painter.paint(node.layout, at: Self.origin, into: &bitmap, scale: 1)
    return bitmap
  }

  @Test func `a spoiler tapped during a reveal is revealed once the text shows the first one`()
    throws
  {
    test.settle(showing: node.node)
    node.reveal(0, from: .zero)
    for _ in 0..<5 { test.tick() }
    node.reveal(1, from: Point(x: 80, y: 5))
    test.tick()
    test.tick()
    test.present()
    let start = test.clock.now
    #expect(try test.image() == painted { $0.revealed = RevealedSpoilers([0]) })
    for _ in 0..<12 { test.tick() }
    test.present()
    let elapsed = test.clock.now - start
    #expect(
      try test.image()
        == painted {
          $0.revealed = RevealedSpoilers([0])
          $0.transition = SpoilerTransition(
            .reveals(from: Point(x: 80, y: 5)), of: [1], elapsed: elapsed)
        })
  }

  @Test func `a reveal that began before the text is shown has progressed in its first image`()
    throws
  {
    let start = test.clock.now
    node.reveal(0, from: .zero)
    for _ in 0..<10 { test.tick() }
    test.tick(showing: node.node)
    test.present()
    let elapsed = test.clock.now - start
    #expect(
      try test.image()
        == painted {
          $0.transition = SpoilerTransition(.reveals(from: .zero), of: [0], elapsed: elapsed)
        })
    for _ in 0..<45 { test.tick() }
    test.settle()
    #expect(try test.image() == painted { $0.revealed = RevealedSpoilers([0]) })
  }

  @Test func `a tap on a spoiler that is being revealed does not begin anew`() throws {
    test.settle(showing: node.node)
    let start = test.clock.now
    node.reveal(0, from: .zero)
    for _ in 0..<10 { test.tick() }
    node.reveal(0, from: Point(x: 60, y: 5))
    test.tick()
    test.present()
    let elapsed = test.clock.now - start
    #expect(!node.revealed.contains(0))
    #expect(
      try test.image()
        == painted {
          $0.transition = SpoilerTransition(.reveals(from: .zero), of: [0], elapsed: elapsed)
        })
  }

  @Test(arguments: [false, true])
  func `a spoiler that was hidden again is revealed again`(isRasterized: Bool) throws {
    test.settle(
      showing: node.node, within: Size(width: 140, height: 60), isRasterized: isRasterized)
    let hidden = try test.image()
    for _ in 0..<2 {
      node.reveal(0)
      for _ in 0..<45 { test.tick() }
      test.settle()
      #expect(node.revealed.contains(0) && !node.revealed.contains(1))
      #expect(try test.image() == painted { $0.revealed = RevealedSpoilers([0]) })
      node.revealed = .none
      test.settle()
      #expect(try test.image() == hidden)
    }
  }
}
