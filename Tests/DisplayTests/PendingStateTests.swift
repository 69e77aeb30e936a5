import Dispatch
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyScheduling
import Testing

@MainActor struct PendingStateTests {
  let test = TestEnvironment()

  /// Runs something on another thread, and waits for it.
  private func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      body()
      done.signal()
    }
    done.wait()
  }

  // L01
  @Test func `a node made elsewhere has its layer when the main actor asks for it`() {
    nonisolated(unsafe) var made: DisplayNode?
    let environment = test.environment
    elsewhere {
      DisplayEnvironment.$current.withValue(environment) { unsafe made = DisplayNode() }
    }
    let node = unsafe made
    #expect(node?.isLoaded == false)
    #expect(node?.layer.delegate === node)
    #expect(node?.isLoaded == true)
  }

  // L05
  @Test func `properties have their defaults before and after loading`() {
    let node = test.make { DisplayNode() }
    for _ in 0..<2 {
      #expect(node.bounds == .zero)
      #expect(node.position == .zero)
      #expect(node.anchorPoint == Point(x: 0.5, y: 0.5))
      #expect(node.transform == .identity)
      #expect(node.opacity == 1)
      #expect(!node.isHidden)
      #expect(node.isOpaque)
      #expect(!node.masksToBounds)
      #expect(node.backgroundColor == nil)
      #expect(node.cornerRadii == .zero)
      #expect(node.border == LayerBorder())
      #expect(node.shadow == LayerShadow())
      #expect(node.contentsScale == 1)
      #expect(node.contentsGravity == .resize)
      #expect(node.contentsRect == Rect(x: 0, y: 0, width: 1, height: 1))
      #expect(!node.needsDisplayOnBoundsChange)
      #expect(node.displaysAsynchronously)
      _ = node.layer
    }
  }

  // L06
  @Test func `what is set elsewhere before loading is on the layer afterwards`() {
    let node = test.make { DisplayNode() }
    elsewhere {
      node.frame = Rect(x: 5, y: 6, width: 7, height: 8)
      node.opacity = 0.5
      node.backgroundColor = .black
      node.masksToBounds = true
      node.zPosition = 3
      node.cornerRadii = CornerRadii(2)
    }
    #expect(node.frame == Rect(x: 5, y: 6, width: 7, height: 8))
    let layer = node.layer
    #expect(layer.frame == Rect(x: 5, y: 6, width: 7, height: 8))
    #expect(layer.opacity == 0.5)
    #expect(layer.backgroundColor == .black)
    #expect(layer.masksToBounds)
    #expect(layer.zPosition == 3)
    #expect(layer.cornerRadii == CornerRadii(2))
  }

  // L07
  @Test func `a layer of others keeps what was never set`() {
    let layer = Layer()
    layer.opacity = 0.25
    layer.backgroundColor = .white
    let node = test.make { DisplayNode { layer } }
    node.backgroundColor = .black
    #expect(node.layer === layer)
    #expect(node.isSynchronous)
    #expect(layer.opacity == 0.25)
    #expect(layer.backgroundColor == .black)
    #expect(node.opacity == 0.25)
  }

  // L11
  @Test func `a frame keeps the origin of the bounds`() {
    let node = test.make { DisplayNode() }
    node.bounds = Rect(x: 1, y: 2, width: 3, height: 4)
    node.frame = Rect(x: 5, y: 6, width: 7, height: 8)
    #expect(node.bounds == Rect(x: 1, y: 2, width: 7, height: 8))
    #expect(node.position == Point(x: 8.5, y: 10))
  }

  // L40
  @Test func `what is set elsewhere on a loaded node is applied with the next tick`() {
    let node = test.make { DisplayNode() }
    let layer = node.layer
    elsewhere { node.opacity = 0.5 }
    #expect(layer.opacity == 1)
    #expect(node.opacity == 1)
    test.tick()
    #expect(layer.opacity == 0.5)
  }

  // L42
  @Test func `applying pending states by hand needs no tick`() {
    let node = test.make { DisplayNode() }
    let layer = node.layer
    elsewhere { node.opacity = 0.5 }
    test.environment.applyPendingStates()
    #expect(layer.opacity == 0.5)
  }

  // L44
  @Test func `what the main actor sets on a loaded node is on the layer at once`() {
    let node = test.make { DisplayNode() }
    let layer = node.layer
    test.settle()
    node.opacity = 0.5
    #expect(layer.opacity == 0.5)
    #expect(!test.environment.loop.needsTick)
  }

  // L46, L47
  @Test func `display that is asked for elsewhere is asked for with the next tick`() {
    let log = Log()
    let node = test.make { DisplayNode(ProbeContent(log: log)) }
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    test.show(node)
    test.settle()
    elsewhere { node.setNeedsDisplay() }
    #expect(!node.layer.needsDisplay)
    test.settle()
    #expect(log.count(of: "draw") == 2)
  }

  // L49
  @Test func `a node that waits for a tick may die`() {
    var node: DisplayNode? = test.make { DisplayNode() }
    _ = node?.layer
    weak let reference = node
    // Not held by the thread, which may let go of what it runs after it has said that it is done.
    elsewhere { [weak node] in node?.opacity = 0.5 }
    node = nil
    #expect(reference == nil)
    test.tick()
  }

  @Test func `numbers that are not finite change nothing`() {
    let node = test.make { DisplayNode() }
    node.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    node.frame = Rect(x: .nan, y: 0, width: 1, height: 1)
    node.position = Point(x: .infinity, y: 0)
    node.opacity = .nan
    #expect(node.frame == Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(node.opacity == 1)
  }
}
