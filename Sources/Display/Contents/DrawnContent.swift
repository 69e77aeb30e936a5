public import GalleyImages
internal import GalleyPixels
internal import GalleyScheduling

/// A content that a closure draws, in points from the upper left corner of the node.
///
/// The closure is called on any thread and so sees only what it captured, which is `Sendable`. What is
/// too large for a bitmap is not drawn.
public struct DrawnContent: NodeContent {
  /// Draws; asks the request's ticket now and then whether that is still wanted.
  public typealias Drawing =
    @Sendable (_ context: inout DrawingContext, _ request: NodeImageRequest) -> Void

  /// Gives pictures.
  public static let drawing: NodeDrawing = .image

  private let body: Drawing

  /// Makes a content.
  public init(_ body: @escaping Drawing) {
    self.body = body
  }

  /// Captures the closure.
  @MainActor public func parameters(for node: DisplayNode) -> DrawnContent { self }

  /// Calls the closure with a clear context of the node's size.
  public static func image(
    _ parameters: DrawnContent, for request: NodeImageRequest
  ) -> NodeImage? {
    guard var context = try? DrawingContext(of: request) else { return nil }
    parameters.body(&context, request)
    return NodeImage(context.image(), scale: request.scale)
  }
}
