import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import Synchronization
import TestSupport

/// A manually driven environment with a surface.
@MainActor final class TestEnvironment {
  let clock = ManualClock()
  let executor: ManualExecutor
  let environment: DisplayEnvironment
  let host: LayerHost

  init(scale: Double = 1, size: Size = Size(width: 100, height: 100), pool: Bitmap.Pool = .shared) {
    executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock, pool: pool)
    host = LayerHost(size: size, scale: scale)
    let host = host
    host.onChange = { [environment] in environment.loop.setNeedsTick() }
    handlers = [
      environment.loop.onEachTick(in: .layout) { _ in host.root.layoutIfNeeded() },
      environment.loop.onEachTick(in: .display) { _ in host.root.displayTreeIfNeeded() },
    ]
  }

  private let handlers: [DisplayLoop.Handler]

  /// Ends pending work, which would keep the nodes and the environment alive.
  isolated deinit { environment.loop.settle(limit: 100) }

  /// Makes a node whose subnodes stand as a spec says.
  func makeParent(
    _ spec: @escaping DisplayNode.LayoutSpecMaker, isManaged: Bool = true
  ) -> DisplayNode {
    let node = DisplayNode(environment: environment)
    node.managesSubnodes = isManaged
    node.layoutSpec = spec
    return node
  }

  /// Adds a node to the surface.
  func show(_ node: DisplayNode) { host.root.addSublayer(node.layer) }

  /// Adds a node to the surface and runs one tick.
  func tick(showing node: DisplayNode) {
    show(node)
    tick()
  }

  /// Adds a node to the surface and settles.
  func settle(showing node: DisplayNode) {
    show(node)
    settle()
  }

  /// Runs one tick.
  func tick() {
    clock.advance(by: 1.0 / 60)
    environment.loop.tick()
  }

  /// Draws the requests of the last tick, and shows the results without advancing time.
  func present() {
    executor.runAll()
    environment.loop.tick()
  }

  /// Shows a node within a root of a size, whose bitmap has the node if it is rasterized.
  ///
  /// - Returns: The root.
  @discardableResult
  func settle(
    showing node: DisplayNode, within size: Size, isRasterized: Bool = true
  ) -> DisplayNode {
    let root = DisplayNode(environment: environment)
    root.frame = Rect(origin: .zero, size: size)
    root.isOpaque = false
    root.rasterizesSubtree = isRasterized
    root.addSubnode(node)
    settle(showing: root)
    return root
  }

  /// Runs ticks and drawings until nothing is pending.
  func settle() {
    tick()
    environment.loop.settle(limit: 100)
  }

  /// Advances the clock, ends finished animations and starts new ones.
  func frame(after seconds: Double = 0) {
    clock.advance(by: seconds)
    host.tick(at: clock.now)
    _ = host.commit(at: clock.now)
  }

  /// Returns the pixels of the surface.
  func image() throws -> Bitmap { try host.commit(at: clock.now).bitmap(at: clock.now) }
}

/// Returns the names of a node's subnodes, in their order.
func names(_ node: DisplayNode) -> String { node.subnodes.map { $0.name ?? "" }.joined() }

/// A content that fills its canvas and logs its calls.
struct ProbeContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = .canvas
  let log: Log
  var color = Color(argb: 0xFF00_00FF)

  func parameters(for node: DisplayNode) -> ProbeContent {
    log.add("parameters")
    return self
  }

  static func draw(_ parameters: ProbeContent, on canvas: inout NodeCanvas) {
    parameters.log.add("draw")
    canvas.bitmap.fill(with: parameters.color)
  }
}

/// A content that returns an image, but can also draw.
struct ProbeImage: NodeContent {
  static let drawing: DisplayNode.DrawingModes = [.canvas, .image]
  let log: Log
  var size = (width: 4, height: 4)

  func parameters(for node: DisplayNode) -> ProbeImage {
    log.add("parameters")
    return self
  }

  static func draw(_ parameters: ProbeImage, on canvas: inout NodeCanvas) {
    parameters.log.add("draw")
  }

  static func image(_ parameters: ProbeImage, for request: NodeImage.Request) -> NodeImage? {
    parameters.log.add("image")
    let bitmap = try? Bitmap(
      width: parameters.size.width, height: parameters.size.height, color: .black)
    return bitmap.map { NodeImage($0, scale: request.scale) }
  }
}

/// A log of events in order, from any thread.
final class Log: Sendable {
  private let entries = Mutex<[String]>([])

  func add(_ entry: String) { entries.withLock { $0.append(entry) } }

  var all: [String] { entries.withLock { $0 } }

  /// Returns the events since the last call.
  func take() -> [String] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }

  func count(of entry: String) -> Int { all.count { $0 == entry } }
}

/// An observer that logs its calls.
final class LoggingObserver: NodeObserver {
  let log: Log

  init(_ log: Log) { self.log = log }

  private func add(_ node: DisplayNode, _ event: String) {
    log.add((node.name.map { "\($0) " } ?? "") + event)
  }

  func nodeDidLoad(_ node: DisplayNode) { add(node, "load") }
  func nodeDidEnterHierarchy(_ node: DisplayNode) { add(node, "enter") }
  func nodeDidExitHierarchy(_ node: DisplayNode) { add(node, "exit") }
  func node(_ node: DisplayNode, didEnter state: InterfaceState) { add(node, "+\(state)") }
  func node(_ node: DisplayNode, didExit state: InterfaceState) { add(node, "-\(state)") }
  func node(_ node: DisplayNode, didChangeFrom old: InterfaceState, to new: InterfaceState) {
    add(node, "\(old)>\(new)")
  }
  func nodeWillDisplay(_ node: DisplayNode, asynchronously: Bool) { add(node, "will") }
  func nodeDidDisplay(_ node: DisplayNode) { add(node, "did") }
}

/// A sequence of given elements that tells when a reader has taken all of them.
struct FiniteSequence<Element: Sendable>: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    var elements: IndexingIterator<[Element]>
    let end: AsyncStream<Never>.Continuation

    mutating func next() async -> Element? {
      let element = elements.next()
      if element == nil { end.finish() }
      return element
    }
  }

  private let elements: [Element]
  private let ending = AsyncStream.makeStream(of: Never.self)

  init(_ elements: [Element]) { self.elements = elements }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(elements: elements.makeIterator(), end: ending.continuation)
  }

  /// Returns when the elements have been taken.
  func end() async {
    for await _ in ending.stream {}
  }
}

/// A sequence whose elements a test sends one by one.
struct SteppedSequence<Element: Sendable>: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    var elements: AsyncStream<Element>.AsyncIterator
    let request: AsyncStream<Void>.Continuation

    mutating func next() async -> Element? {
      request.yield()
      return await elements.next(isolation: nil)
    }
  }

  private let elements = AsyncStream.makeStream(of: Element.self)
  private let requests = AsyncStream.makeStream(of: Void.self)

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      elements: elements.stream.makeAsyncIterator(), request: requests.continuation)
  }

  /// Sends an element, and returns when the reader has taken it.
  func send(_ element: Element) async {
    elements.continuation.yield(element)
    var taken = requests.stream.makeAsyncIterator()
    // The request for this element, and the next one.
    if isFirst.current { await taken.next(isolation: nil) }
    isFirst.change { $0 = false }
    await taken.next(isolation: nil)
  }

  private let isFirst = Shared(true)
}
