public import GalleyGeometry
internal import GalleyImages
internal import GalleyPixels

/// A content of one color, optionally with rounded corners.
///
/// Without corners its bitmap is one pixel that the layer stretches.
public struct SolidContent: NodeContent {
  /// The content returns images.
  public static let drawing: DisplayNode.DrawingModes = .image

  /// The color.
  public let color: Color
  /// The corner radii in points, scaled down to fit the node.
  public let corners: CornerRadii

  /// Creates a content.
  public init(_ color: Color, corners: CornerRadii = .zero) {
    self.color = color
    self.corners = corners
  }

  /// Returns the content itself.
  @MainActor public func parameters(for node: DisplayNode) -> SolidContent { self }

  /// Fills the bounds.
  public static func image(
    _ parameters: SolidContent, for request: NodeImage.Request
  ) -> NodeImage? {
    guard !request.bounds.isEmpty else { return nil }
    guard !parameters.corners.isZero else {
      let bitmap = try? Bitmap(width: 1, height: 1, color: parameters.color, pool: request.pool)
      return bitmap.map { NodeImage($0, scale: request.scale) }
    }
    guard var context = try? DrawingContext(of: request) else { return nil }
    let size = request.bounds.size
    context.fill(
      Rect(origin: .zero, size: size), corners: parameters.corners.fitted(to: size),
      with: parameters.color)
    return NodeImage(context.image(), scale: request.scale)
  }
}
