import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// A lens over a text whose characters are 10 points wide.
@MainActor @Suite(.endsStages) struct MagnifierTests {
  private let environment: DisplayEnvironment
  private let surface: NodeSurface
  private let text: TextNode
  private let magnifier: Magnifier

  init() throws {
    let clock = ManualClock()
    let executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock)
    let size = Size(width: 400, height: 300)
    surface = NodeSurface(LayerHost(size: size), environment: environment)
    text = TextNode(
      AttributedText("ab cd ef", style: TestFonts.style()), engine: TestFonts.engine(),
      environment: environment)
    magnifier = Magnifier(environment: environment)
    let root = DisplayNode(environment: environment)
    root.frame = Rect(origin: .zero, size: size)
    text.node.frame = Rect(x: 0, y: 0, width: 80, height: 20)
    root.addSubnode(text.node)
    root.addSubnode(magnifier.node)
    surface.rootNode = root
    StageLog.current?.whenOver { [weak surface, weak loop = environment.loop, executor] in
      surface?.rootNode = nil
      finish(executor, loop)
    }
  }

  private func show(
    selected: Range<Int>? = 3..<5, around x: Double = 40, above point: Point,
    in size: Size = Size(width: 400, height: 300)
  ) {
    magnifier.show(
      text, selected: selected, around: Point(x: x, y: 10), above: point, in: size,
      background: .white)
    for _ in 0..<4 { environment.loop.tick() }
  }

  /// The pixels of the enlarged text.
  private func picture() throws -> Bitmap {
    let picture = try #require(magnifier.node.subnodes.first?.subnodes.first)
    return try #require(picture.layer.contents)
  }

  @Test func `the lens is round, has an edge and a shadow, and is above handles`() {
    let node = magnifier.node
    #expect(node.isHidden)
    #expect(node.cornerRadii == CornerRadii(23))
    #expect(node.subnodes.first?.cornerRadii == CornerRadii(23))
    #expect(node.subnodes.first?.frame == Rect(x: 0, y: 0, width: 132, height: 46))
    #expect(node.border.width == 1)
    #expect(node.shadow.offset == Size(width: 0, height: 2) && node.shadow.radius == 6)
    let handle = HandleNode(color: .black, environment: environment)
    #expect(handle.node.subnodes.map(\.cornerRadii) == [CornerRadii(0), CornerRadii(6)])
    #expect(node.zPosition > handle.node.zPosition && handle.node.zPosition > NodeDepth.dragged)
  }

  @Test func `the lens is above its point, and in the list`() {
    // In the middle, and within four points of the edges.
    for (x, y, lensX, lensY) in [
      (200.0, 150.0, 134.0, 88.0), (70, 66, 4, 4), (71, 67, 5, 5), (0, 0, 4, 4),
      (330, 150, 264, 88), (331, 150, 264, 88),
    ] {
      show(above: Point(x: x, y: y))
      #expect(!magnifier.node.isHidden)
      #expect(magnifier.node.frame == Rect(x: lensX, y: lensY, width: 132, height: 46))
    }
    // In a list that is narrower than the lens.
    for x in [0.0, 50, 99] {
      show(above: Point(x: x, y: 150), in: Size(width: 100, height: 300))
      #expect(magnifier.node.frame == Rect(x: 4, y: 88, width: 132, height: 46))
    }
  }

  @Test func `the text is drawn again if another part, text or selection is shown`() throws {
    let place = Point(x: 200, y: 150)
    show(above: place)
    var last = try picture()
    /// Whether something else has been drawn.
    func hasChanged() throws -> Bool {
      let new = try picture()
      defer { last = new }
      return !new.sharesPixels(with: last)
    }
    // Neither for the same, nor for another place of the lens.
    show(above: place)
    show(above: Point(x: 220, y: 170))
    #expect(try !hasChanged())
    show(around: 30, above: place)
    #expect(try hasChanged())
    show(selected: 3..<8, around: 30, above: place)
    #expect(try hasChanged())
    show(selected: nil, around: 30, above: place)
    #expect(try hasChanged())
    text.text = AttributedText("ab cd eg", style: TestFonts.style())
    show(selected: nil, around: 30, above: place)
    #expect(try hasChanged())
    show(selected: nil, around: 30, above: place)
    #expect(try !hasChanged())
    magnifier.hide()
    #expect(magnifier.node.isHidden)
  }
}
