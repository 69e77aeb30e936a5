import Dispatch
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import Synchronization
import TestSupport
import Testing

/// A drawing that takes forever, on one of two threads.
@MainActor @Suite struct StuckDrawingTests {
  private let environment = DisplayEnvironment(
    executor: PoolExecutor(threads: 2), clock: SystemClock())
  private let gate = DispatchSemaphore(value: 0)
  private let root: DisplayNode
  private let stuck: DisplayNode
  private let surface: NodeSurface

  init() {
    surface = NodeSurface(
      LayerHost(size: Size(width: 8, height: 8), scale: 1), environment: environment)
    root = DisplayNode(environment: environment)
    let isStuck = DispatchSemaphore(value: 0)
    stuck = DisplayNode(
      GatedContent(gate: gate, isStuck: isStuck), environment: environment)
    stuck.frame = Rect(x: 0, y: 0, width: 4, height: 4)
    root.addSubnode(stuck)
    surface.rootNode = root
    environment.loop.tick()
    isStuck.wait()
  }

  /// Ticks until a node is drawn, for at most a minute.
  private func tick(
    untilDrawn node: DisplayNode, _ location: SourceLocation = #_sourceLocation
  ) {
    let end = ContinuousClock.now + .seconds(60)
    while node.layer.contents == nil, ContinuousClock.now < end { environment.loop.tick() }
    #expect(node.layer.contents != nil, sourceLocation: location)
  }

  @Test func `other nodes are drawn, and ticks continue`() {
    for _ in 0..<20 {
      let node = DisplayNode(GatedContent(), environment: environment)
      node.frame = Rect(x: 4, y: 4, width: 4, height: 4)
      root.addSubnode(node)
      tick(untilDrawn: node)
      node.removeFromSupernode()
    }
    #expect(stuck.layer.contents == nil)
    gate.signal()
    environment.loop.settle()
    #expect(stuck.layer.contents != nil)
  }

  @Test func `its result is not shown after a newer one`() throws {
    // Only the first drawing is stuck.
    stuck.setNeedsDisplay()
    tick(untilDrawn: stuck)
    let shown = try surface.bitmap().pngData()
    gate.signal()
    environment.loop.settle()
    #expect(try surface.bitmap().pngData() == shown)
  }
}

/// A color for each drawing, of which the first waits for a gate.
private struct GatedContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = .canvas
  let count = Counter()
  var gate: DispatchSemaphore?
  var isStuck: DispatchSemaphore?

  func parameters(for node: DisplayNode) -> GatedContent { self }

  static func draw(_ parameters: GatedContent, on canvas: inout NodeCanvas) {
    let number = parameters.count.next()
    if number == 0 {
      parameters.isStuck?.signal()
      parameters.gate?.wait()
    }
    canvas.bitmap.fill(with: number == 0 ? .black : .white)
  }
}

/// A counter of drawings.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}
