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

  init(_ rows: ChatRows, size: Size, scale: Double = 1) throws {
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    environment.scale = scale
    self.environment = environment
    surface = NodeSurface(LayerHost(size: size, scale: scale), environment: environment)
    var rows = rows
    rows.style.width = size.width
    view = ConversationView(rows, environment: environment)
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
    for _ in 0..<120 {
      environment.executor.waitUntilIdle()
      environment.loop.tick()
      clock.advance(by: 1.0 / 30)
    }
  }

  /// The shown rows, with dust that does not depend on the time.
  func picture() throws -> Bitmap {
    for index in view.list.displayedItems.live ?? 0..<0 {
      view.list.node(at: index).flatMap { ChatRowNode($0) }?.text?.animatesDust = false
    }
    settle()
    return try surface.bitmap()
  }

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
