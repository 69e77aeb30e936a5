import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import TestSupport
import Testing

@testable import GalleyViewer

/// The overlay that F12 shows.
@MainActor @Suite final class InspectorTests {
  let clock = ManualClock()
  let environment: DisplayEnvironment
  let root: DisplayNode
  let row: DisplayNode
  let text: DisplayNode
  let damage = DamageLog()
  let surface: NodeSurface

  init() {
    environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    root = DisplayNode(environment: environment)
    row = DisplayNode(environment: environment)
    text = DisplayNode(environment: environment)
    surface = NodeSurface(
      LayerHost(size: Size(width: 200, height: 100), backgroundColor: .white),
      environment: environment, sinks: [damage])
    (root.name, row.name, text.name) = ("root", "row", "text")
    row.frame = Rect(x: 10, y: 20, width: 100, height: 40)
    text.frame = Rect(x: 5, y: 5, width: 50, height: 10)
    text.backgroundColor = Color(argb: 0xFFFF_0000)
    row.bounds.origin = Point(x: 0, y: 2)
    row.addSubnode(text)
    root.addSubnode(row)
    surface.rootNode = root
    tick()
  }

  /// Ends pending work, which would keep the nodes and the environment alive.
  isolated deinit {
    surface.rootNode = nil
    environment.loop.settle(limit: 100)
  }

  private func tick() {
    environment.loop.tick()
    surface.compositor.waitUntilIdle()
    clock.advance(by: 1.0 / 60)
  }

  private func inspector(at pointer: Point? = nil) -> Inspector {
    let inspector = Inspector(root, engine: TestFonts.engine(), damage: damage) { pointer }
    root.addSubnode(inspector.node)
    tick()
    return inspector
  }

  @Test func `outlines follow scrolled and hidden nodes, without the overlay's own`() {
    let inspector = inspector()
    func boxes() -> [Rect] {
      NodeOutline.all(of: root, ignoring: inspector.node, limit: 9).map(\.rect)
    }
    #expect(boxes() == [row.frame, Rect(x: 15, y: 23, width: 50, height: 10)])
    row.bounds.origin = Point(x: 0, y: 4)
    #expect(boxes()[1] == Rect(x: 15, y: 21, width: 50, height: 10))
    text.isHidden = true
    #expect(boxes() == [row.frame])
    row.frame.origin.y = 400
    #expect(boxes().isEmpty)
    #expect(NodeOutline.all(of: root, ignoring: inspector.node, limit: 0).isEmpty)
  }

  @Test func `the path names the nodes under a point, and the last one's properties`() {
    let inspector = inspector()
    func path(_ x: Double, _ y: Double) -> [DisplayNode] {
      NodeOutline.path(at: Point(x: x, y: y), of: root, ignoring: inspector.node)
    }
    func names(_ x: Double, _ y: Double) -> [String?] { path(x, y).map(\.name) }
    #expect(names(20, 25) == ["root", "row", "text"])
    #expect(names(100, 50) == ["root", "row"])
    #expect(names(190, 90) == ["root"])
    #expect(
      Inspector.description(of: path(20, 25))
        == "root > row > text\n50.0 x 10.0 at 5.0, 5.0, visible, contents 0 KB")
  }

  @Test func `damage is logged apart from the overlay's`() {
    let inspector = inspector(at: Point(x: 20, y: 25))
    _ = damage.take()
    for _ in 0..<3 { tick() }
    #expect(damage.take().isEmpty)
    text.backgroundColor = Color(argb: 0xFF00_FF00)
    tick()
    #expect(damage.take() == [Rect(x: 15, y: 23, width: 50, height: 10)])
    // The flash appears and goes away without damage of its own.
    text.backgroundColor = Color(argb: 0xFF00_00FF)
    for _ in 0..<4 { tick() }
    _ = damage.take()
    for _ in 0..<30 { tick() }
    #expect(damage.take().isEmpty)
    inspector.close()
    text.backgroundColor = Color(argb: 0xFFFF_0000)
    tick()
    #expect(damage.take().isEmpty)
  }
}
