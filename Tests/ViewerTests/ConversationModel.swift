import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLists
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting

@testable import GalleyViewer

/// A conversation without a window, with a manual clock, as the model of a window's contents.
@MainActor final class ConversationModel {
  let view: ConversationView
  let clock = ManualClock()
  let environment: DisplayEnvironment
  private let surface: NodeSurface
  /// The links that were tapped.
  private(set) var links: [String] = []

  convenience init(_ rows: ChatRows, size: Size, scale: Double = 1) throws {
    var rows = rows
    rows.style.width = size.width
    try self.init(size: size, scale: scale) { ConversationView(rows, environment: $0) }
  }

  init(
    size: Size, scale: Double = 1, makeView: (DisplayEnvironment) -> ConversationView
  ) throws {
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    environment.scale = scale
    self.environment = environment
    surface = NodeSurface(LayerHost(size: size, scale: scale), environment: environment)
    view = makeView(environment)
    surface.rootNode = view.node
    try view.open(size: size, scale: scale)
    view.onLink = { [weak self] in self?.links.append($0.target) }
    settle()
  }

  isolated deinit {
    surface.rootNode = nil
    environment.loop.tick()
  }

  /// Advances time and completes work until nothing moves.
  func settle() {
    var quiet = 0
    for _ in 0..<120 where quiet < 4 {
      step()
      quiet = environment.loop.needsTick ? 0 : quiet + 1
    }
  }

  /// Completes work, and advances time by a frame.
  func step() {
    environment.executor.waitUntilIdle()
    environment.loop.tick()
    clock.advance(by: 1.0 / 30)
  }

  /// Lets other tasks and frames pass until a condition holds, at most for a while.
  func until(_ isDone: () -> Bool) async {
    for turn in 0..<100_000 where !isDone() {
      await Task.yield()
      if turn % 16 == 15 { step() }
    }
  }

  /// The shown rows.
  func picture() throws -> Bitmap { try surface.bitmap() }

  func resize(to size: Size, scale: Double = 1) {
    surface.resize(to: size, scale: scale)
    view.resize(to: size, scale: scale)
    settle()
  }

  func send(_ phase: PointerEvent.Phase, at point: Point) {
    surface.send(PointerEvent(phase, at: point, time: clock.now))
  }

  func tap(_ point: Point) {
    send(.began, at: point)
    send(.ended, at: point)
    settle()
  }

  /// Returns the middle of the first rectangle of a message's annotation, in the window.
  func place(of range: Range<Int>, in index: Int) -> Point? {
    guard let node = view.list.node(at: index), let text = ChatRowNode(node)?.text,
      let rect = text.layout.rects(of: range).first,
      let frame = view.list.frame(at: index)
    else { return nil }
    let middle = Point(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
    return text.node.convert(middle, to: node).map {
      Point(x: ($0.x + frame.minX).rounded(), y: ($0.y + frame.minY).rounded())
    }
  }
}
