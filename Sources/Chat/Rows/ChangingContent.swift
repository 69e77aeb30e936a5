internal import GalleyDisplay
internal import GalleyScheduling
internal import Synchronization

/// A content that can be replaced; the old pixels stay visible until the new ones are ready.
struct ChangingContent<Base: NodeContent>: NodeContent {
  static var drawing: DisplayNode.DrawingModes { Base.drawing }
  static var keepsContents: Bool { Base.keepsContents }

  private let cell: ContentCell<Base>

  /// Creates a content with an initial value.
  init(_ base: Base) {
    cell = ContentCell(base)
  }

  /// Replaces the content and redraws a node.
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

  static func image(_ parameters: Base.Parameters, for request: NodeImage.Request) -> NodeImage? {
    Base.image(parameters, for: request)
  }
}

private final class ContentCell<Base: NodeContent>: Sendable {
  let base: Mutex<Base>

  init(_ base: Base) {
    self.base = Mutex(base)
  }
}
