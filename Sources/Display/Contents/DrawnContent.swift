public import GalleyImages
internal import GalleyPixels
internal import GalleyScheduling

/// A content that a closure draws, in points from the top left corner of the node.
///
/// The closure is called on any thread and sees only its `Sendable` captures. A node too large for
/// a bitmap is not drawn.
public struct DrawnContent: NodeContent {
  /// A drawing closure; it should check periodically whether the request's ticket is stale.
  public typealias Drawing =
    @Sendable (_ context: inout DrawingContext, _ request: NodeImage.Request) -> Void

  /// The content returns images.
  public static let drawing: DisplayNode.DrawingModes = .image

  private let body: Drawing

  /// Creates a content from a drawing closure.
  public init(_ body: @escaping Drawing) {
    self.body = body
  }

  /// Returns the content itself.
  @MainActor public func parameters(for node: DisplayNode) -> DrawnContent { self }

  /// Calls the closure with a transparent context of the node's size.
  public static func image(
    _ parameters: DrawnContent, for request: NodeImage.Request
  ) -> NodeImage? {
    guard var context = try? DrawingContext(of: request) else { return nil }
    parameters.body(&context, request)
    return NodeImage(context.image(), scale: request.scale)
  }
}
