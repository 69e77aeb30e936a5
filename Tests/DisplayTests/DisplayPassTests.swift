import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import Synchronization
import Testing

@MainActor struct DisplayPassTests {
  let test = TestEnvironment()
  let log = Log()

  private func makeNode() -> DisplayNode {
    let node = DisplayNode(ProbeContent(log: log), environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    return node
  }

  // D01: a node is drawn once off the main actor; its observer is told once.
  // D03: parameters are captured once per drawing.
  @Test func `a node is drawn off the main actor, with parameters captured once`() {
    let node = makeNode()
    let observer = LoggingObserver(log)
    node.addObserver(observer)
    test.tick(showing: node)
    let states = log.take().filter { !$0.hasSuffix("will") && $0 != "parameters" }
    #expect(!states.contains("did"))
    #expect(node.layer.contents == nil)
    test.settle()
    #expect(log.all == ["draw", "did"])
    #expect(node.layer.contents?.width == 10)
    #expect(!node.layer.needsDisplay)
    node.setNeedsDisplay()
    test.tick()
    #expect(log.take() == ["draw", "did", "will", "parameters"])
    test.settle()
    #expect(log.all == ["draw", "did"])
  }

  // D01: the drawing is on another thread, all else on the main actor.
  @Test func `a node's content is drawn on a thread of the executor`() {
    let environment = DisplayEnvironment(
      executor: PoolExecutor(threads: 2), clock: SystemClock())
    let surface = NodeSurface(
      LayerHost(size: Size(width: 20, height: 20), scale: 1), environment: environment)
    let node = DisplayNode(ThreadContent(log: log), environment: environment)
    surface.rootNode = node
    for _ in 0..<2 {
      node.setNeedsDisplay()
      environment.loop.tick()
      environment.loop.settle()
      #expect(log.take() == ["parameters on main: true", "draw on main: false"])
    }
    node.displaysAsynchronously = false
    node.setNeedsDisplay()
    environment.loop.settle()
    #expect(log.take() == ["parameters on main: true", "draw on main: true"])
    surface.rootNode = nil
    environment.loop.settle()
  }

  // D02: a synchronously displayed node has contents on return.
  // D03: parameters are captured once per drawing.
  @Test func `a node without asynchronous display is drawn before display returns`() {
    let node = makeNode()
    let observer = LoggingObserver(log)
    node.addObserver(observer)
    node.displaysAsynchronously = false
    test.show(node)
    node.layer.display()
    #expect(log.all == ["load", "will", "parameters", "draw", "did"])
    #expect(node.layer.contents != nil)
    #expect(test.executor.submitted.isEmpty)
  }

  // D04: with two drawing methods, the one that returns an image is used.
  @Test(arguments: [true, false])
  func `a content with two drawing methods uses the one that returns an image`(isAsynchronous: Bool)
  {
    let node = DisplayNode(ProbeImage(log: log), environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    node.displaysAsynchronously = isAsynchronous
    test.settle(showing: node)
    #expect(log.all == ["parameters", "image"])
    #expect(node.layer.contents?.width == 4)
  }

  @Test func `a content that returns images is called even for an empty node`() {
    let node = DisplayNode(ProbeImage(log: log), environment: test.environment)
    test.settle(showing: node)
    #expect(log.count(of: "image") == 1)
  }

  // D05: a drawing canceled before its start never runs.
  @Test func `a display canceled before it starts never draws`() {
    let node = makeNode()
    let observer = LoggingObserver(log)
    node.addObserver(observer)
    test.tick(showing: node)
    node.cancelDisplay()
    test.settle()
    #expect(log.count(of: "draw") == 0)
    #expect(log.count(of: "did") == 0)
    #expect(node.layer.contents == nil)
    #expect(test.executor.counters.canceledBeforeStart == 1)
  }

  // D13: a drawing canceled while running has no result.
  @Test func `a drawing canceled in flight is discarded`() {
    let caller = Caller()
    let node = makeNode(calling: caller)
    let observer = LoggingObserver(log)
    node.addObserver(observer)
    caller.body.withLock { $0 = { [weak node] in node?.cancelDisplay() } }
    test.settle(showing: node)
    #expect(log.count(of: "stale: true") == 1)
    #expect(log.count(of: "did") == 0)
    #expect(node.layer.contents == nil)
    #expect(test.executor.counters.staleAtEnd == 1)
  }

  // D14: a drawing without a cancellation check returns its result.
  @Test func `a synchronous drawing cannot be canceled`() {
    let caller = Caller()
    let node = makeNode(calling: caller)
    caller.body.withLock { $0 = { [weak node] in node?.cancelDisplay() } }
    node.layer.displayImmediately()
    #expect(log.all == ["stale: false"])
    #expect(node.layer.contents == nil || node.layer.contents?.width == 10)
    caller.body.withLock { $0 = {} }
    node.layer.displayImmediately()
    #expect(node.layer.contents?.width == 10)
  }

  // D15: a drawing uses the properties at the time of its request.
  @Test func `a drawing uses the parameters captured at its request`() throws {
    let color = Mutex(Color.red)
    let node = DisplayNode(ColorContent { color.withLock { $0 } }, environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    test.tick(showing: node)
    color.withLock { $0 = .green }
    test.settle()
    #expect(node.layer.contents?.pixel(x: 0, y: 0) == Color.red.argb)
    node.setNeedsDisplay()
    test.settle()
    #expect(node.layer.contents?.pixel(x: 0, y: 0) == Color.green.argb)
  }

  private func makeNode(calling caller: Caller) -> DisplayNode {
    let node = DisplayNode(
      DrawnContent { [log] _, request in
        caller.call()
        log.add("stale: \(request.ticket.isStale)")
      }, environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    return node
  }

  // D06: contents of a container appear together.
  @Test func `contents of one transaction container appear together`() throws {
    let container = DisplayNode(environment: test.environment)
    container.isTransactionContainer = true
    let (fast, slow) = (makeNode(), makeNode())
    container.addSubnode(fast)
    container.addSubnode(slow)
    test.tick(showing: container)
    let work = test.executor.submitted
    try #require(work.count == 2)
    test.executor.run(work[0])
    test.tick()
    #expect(fast.layer.contents == nil)
    test.executor.run(work[1])
    test.tick()
    #expect(fast.layer.contents != nil)
    #expect(slow.layer.contents != nil)
  }

  @Test func `contents of nodes without a common container appear independently`() throws {
    let (fast, slow) = (makeNode(), makeNode())
    test.show(fast)
    test.tick(showing: slow)
    test.executor.run(test.executor.submitted[0])
    test.tick()
    #expect(fast.layer.contents != nil)
    #expect(slow.layer.contents == nil)
  }

  // D07: a suspended node is not drawn; a resumed one is drawn once.
  @Test(arguments: [true, false])
  func `a suspended node is not drawn until it is resumed, then drawn once`(isAsynchronous: Bool) {
    let node = makeNode()
    node.displaysAsynchronously = isAsynchronous
    test.show(node)
    node.isDisplaySuspended = true
    node.setNeedsDisplay()
    #expect(!node.layer.needsDisplay)
    test.settle()
    #expect(log.all.isEmpty)
    node.isDisplaySuspended = false
    test.settle()
    #expect(log.count(of: "draw") == 1)
  }

  @Test func `a drawing in flight at suspension is repeated on resumption`() {
    let node = makeNode()
    test.settle(showing: node)
    node.setNeedsDisplay()
    test.tick()
    test.executor.startNext()
    node.isDisplaySuspended = true
    test.settle()
    #expect(node.layer.contents != nil)
    let before = log.count(of: "parameters")
    node.isDisplaySuspended = false
    test.settle()
    #expect(log.count(of: "parameters") == before + 1)
  }

  // D12: a node is drawn as soon as it has an extent, but only once.
  @Test func `an empty node is drawn once when it gets an extent`() throws {
    let node = DisplayNode(ProbeContent(log: log), environment: test.environment)
    test.settle(showing: node)
    #expect(node.layer.contents == nil)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    test.settle()
    let contents = try #require(node.layer.contents)
    node.frame = Rect(x: 0, y: 0, width: 20, height: 20)
    test.settle()
    #expect(node.layer.contents?.sharesPixels(with: contents) == true)
    #expect(log.count(of: "draw") == 1)
  }

  // N03: an older result never replaces a newer one.
  @Test func `an asynchronous drawing never replaces a later synchronous one`() throws {
    let node = makeNode()
    test.tick(showing: node)
    let id = try #require(test.executor.startNext())
    // It is drawn first and delivered last.
    test.executor.draw(id)
    node.layer.displayImmediately()
    let contents = try #require(node.layer.contents)
    test.executor.finish(id)
    test.settle()
    #expect(node.layer.contents?.sharesPixels(with: contents) == true)
  }

  // N17: the drawing of a released node is canceled.
  @Test func `a pending drawing is canceled when its node is released`() {
    var node: DisplayNode? = makeNode()
    node?.setNeedsDisplay()
    node.map { test.show($0) }
    test.tick()
    node?.layer.removeFromSuperlayer()
    node = nil
    test.tick()
    test.executor.runAll()
    #expect(log.count(of: "draw") == 0)
  }

  // N17: the drawing of a released node is canceled.
  @Test func `a drawing in flight becomes stale when its node is released`() {
    let caller = Caller()
    let node = Mutex<DisplayNode?>(nil)
    do {
      let made = makeNode(calling: caller)
      test.tick(showing: made)
      made.layer.removeFromSuperlayer()
      test.environment.updateInterfaceStates()
      node.withLock { $0 = made }
    }
    caller.body.withLock { $0 = { node.withLock { $0 = nil } } }
    test.executor.runAll()
    #expect(log.all == ["stale: true"])
    #expect(test.executor.counters.staleAtEnd == 1)
  }

  @Test func `old contents stay until new ones are ready`() throws {
    let node = makeNode()
    test.settle(showing: node)
    let old = try #require(node.layer.contents)
    node.setNeedsDisplay()
    test.tick()
    #expect(node.layer.contents?.sharesPixels(with: old) == true)
    test.settle()
    #expect(node.layer.contents?.sharesPixels(with: old) == false)
  }

  @Test func `a node invalidated at every tick still gets contents`() {
    let node = makeNode()
    test.show(node)
    var started: [DisplayWork.ID] = []
    for _ in 0..<12 {
      node.setNeedsDisplay()
      test.tick()
      // Drawing takes longer than a tick: it finishes two ticks after its start.
      if let id = test.executor.startNext() { started.append(id) }
      if started.count > 2 { test.executor.finish(started.removeFirst()) }
    }
    #expect(node.layer.contents != nil)
  }

  @Test func `ensuring display draws the whole tree before returning`() throws {
    let parent = makeNode()
    let child = makeNode()
    parent.addSubnode(child)
    test.show(parent)
    parent.ensureDisplayed()
    #expect(parent.layer.contents != nil)
    #expect(child.layer.contents != nil)
  }

  @Test func `only a node too large for a bitmap has no contents`() {
    let node = makeNode()
    node.frame = Rect(x: 0, y: 0, width: 1e9, height: 1e9)
    let other = makeNode()
    test.show(node)
    test.settle(showing: other)
    #expect(node.layer.contents == nil)
    #expect(other.layer.contents != nil)
  }
}

/// An action during a drawing.
private final class Caller: Sendable {
  let body = Mutex<(@Sendable () -> Void)?>(nil)

  func call() { body.withLock { $0 }?() }
}

/// A content that fills its canvas with the captured color.
private struct ColorContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = .canvas
  let color: @Sendable () -> Color

  func parameters(for node: DisplayNode) -> Color { color() }

  static func draw(_ parameters: Color, on canvas: inout NodeCanvas) {
    canvas.bitmap.fill(with: parameters)
  }
}

/// A content that logs the threads it is called on.
private struct ThreadContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = .canvas
  let log: Log

  func parameters(for node: DisplayNode) -> ThreadContent {
    log.add("parameters on main: \(isOnMain)")
    return self
  }

  static func draw(_ parameters: ThreadContent, on canvas: inout NodeCanvas) {
    parameters.log.add("draw on main: \(isOnMain)")
  }
}
