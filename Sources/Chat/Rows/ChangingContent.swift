internal import GalleyDisplay
internal import GalleyScheduling
internal import Synchronization

/// A content that may be changed for another of its kind: the old pixels stay until there are new ones.
struct ChangingContent<Base: NodeContent>: NodeContent {
  static var drawing: NodeDrawing { Base.drawing }
  static var keepsContents: Bool { Base.keepsContents }

  private let cell: ContentCell<Base>

  /// Makes a content that is at first what it is given.
  init(_ base: Base) {
    cell = ContentCell(base)
  }

  /// Has a node drawn with another content.
  func change(to base: Base, on node: DisplayNode) {
    cell.base.withLock { $0 = base }
    node.setNeedsDisplay()
  }

  @MainActor func parameters(for node: DisplayNode) -> Base.Parameters {
    cell.base.withLock { $0 }.parameters(for: node)
  }

  static func draw(_ parameters: Base.Parameters, on canvas: inout NodeCanvas) {
    Base.draw(parameters, on: &canvas)
  }

  static func image(_ parameters: Base.Parameters, for request: NodeImageRequest) -> NodeImage? {
    Base.image(parameters, for: request)
  }
}

private final class ContentCell<Base: NodeContent>: Sendable {
  let base: Mutex<Base>

  init(_ base: Base) {
    self.base = Mutex(base)
  }
}
