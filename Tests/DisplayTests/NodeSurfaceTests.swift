import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import Synchronization
import TestSupport
import Testing

/// A sink that keeps all frames.
private final class FrameLog: FrameSink {
  private let frames = Mutex<[CompositedFrame]>([])

  func present(_ frame: CompositedFrame) { frames.withLock { $0.append(frame) } }

  var all: [CompositedFrame] { frames.withLock { $0 } }
}

@MainActor @Suite struct NodeSurfaceTests {
  let clock = ManualClock()
  let executor: ManualExecutor
  let environment: DisplayEnvironment
  fileprivate let log = FrameLog()
  let surface: NodeSurface

  init() {
    executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock)
    surface = NodeSurface(
      LayerHost(size: Size(width: 8, height: 4), scale: 2), environment: environment, sinks: [log])
  }

  private func tick(after seconds: Double = 0.1) {
    clock.advance(by: seconds)
    environment.loop.tick()
    surface.compositor.waitUntilIdle()
  }

  private func show(_ color: Color) -> DisplayNode {
    let node = DisplayNode(environment: environment)
    node.backgroundColor = color
    surface.rootNode = node
    return node
  }

  /// The first pixel of the last frame.
  private var pixel: UInt32? { log.all.last?.bitmap.pixel(x: 0, y: 0) }

  @Test func `a tick presents a frame only if something has changed`() {
    let node = show(.white)
    tick()
    #expect(log.all.count == 1)
    #expect(log.all.last?.bitmap.width == 16)
    #expect(pixel == 0xFFFF_FFFF)
    tick()
    #expect(log.all.count == 1)
    node.backgroundColor = .black
    #expect(environment.loop.needsTick)
    tick()
    #expect(log.all.count == 2)
    #expect(pixel == 0xFF00_0000)
    surface.rootNode = nil
    environment.loop.settle()
  }

  @Test func `contents drawn on another thread are displayed with the next tick`() {
    let node = DisplayNode(SolidContent(.black), environment: environment)
    surface.rootNode = node
    tick()
    #expect(pixel != 0xFF00_0000)
    executor.runAll()
    tick()
    #expect(pixel == 0xFF00_0000)
    surface.rootNode = nil
    environment.loop.settle()
  }

  @Test func `ticks continue while an animation runs`() {
    let node = show(.white)
    tick()
    #expect(!environment.loop.needsTick)
    var isFinished: Bool?
    Layer.animate(duration: 0.25, curve: .linear) {
      node.layer.opacity = 0
    } completion: {
      isFinished = $0
    }
    tick()
    for _ in 0..<2 {
      #expect(environment.loop.needsTick)
      #expect(isFinished == nil)
      tick()
    }
    #expect(log.all.count >= 3)
    tick()
    #expect(isFinished == true)
    environment.loop.settle()
    #expect(!environment.loop.needsTick)
    #expect(pixel == 0)
    surface.rootNode = nil
    environment.loop.settle()
  }

  @Test func `the root node fills the surface, including after a resize`() throws {
    let node = show(.white)
    tick()
    surface.resize(to: Size(width: 20, height: 10), scale: 1)
    tick()
    #expect(node.frame == Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(log.all.last?.bitmap.width == 20)
    surface.resize(to: Size(width: .nan, height: 10), scale: 0)
    #expect(surface.host.size == Size(width: 20, height: 10))
    #expect(try surface.bitmap().height == 10)
    surface.rootNode = nil
    environment.loop.settle()
  }

  @Test func `ticks ignore a released surface`() {
    var other: NodeSurface? = NodeSurface(
      LayerHost(size: Size(width: 2, height: 2)), environment: environment)
    weak let gone = other
    tick()
    other = nil
    #expect(gone == nil)
    tick()
  }
}
