public import GalleyImages
public import GalleyLayoutSpecs
internal import GalleyScheduling

/// A content that shows an image file.
///
/// The file is read and decoded off the main actor, within its limits and with no more pixels than
/// the node shows. Nodes that show the same ``ImageFile`` in the same way share one bitmap.
public struct ImageContent: NodeContent {
  /// The captured parameters of a pass.
  public struct Parameters: Sendable {
    let drawer: ImageDrawer
    let failure = OperationResult<ImageError>()
  }

  /// The content returns images.
  public static let drawing: DisplayNode.DrawingModes = .image

  /// The image.
  public let file: ImageFile
  /// The appearance of the image.
  public let appearance: ImageAppearance
  /// Called with the error if there is no image, once per pass, in the tick that would have shown
  /// the image.
  public let onError: (@MainActor @Sendable (DisplayNode, ImageError) -> Void)?

  /// Creates a content.
  ///
  /// - Parameters:
  ///   - file: The image.
  ///   - appearance: The appearance of the image.
  ///   - onError: Called with the error if there is no image.
  public init(
    _ file: ImageFile, appearance: ImageAppearance = ImageAppearance(),
    onError: (@MainActor @Sendable (DisplayNode, ImageError) -> Void)? = nil
  ) {
    self.file = file
    self.appearance = appearance
    self.onError = onError
  }

  /// Returns the size of the image at one image pixel per display pixel, scaled down in proportion
  /// if the range requires it.
  ///
  /// Reads the file on the calling thread if it has not been read yet; see
  /// ``ImageFile/prepare(_:)``. An image that cannot be read takes any size.
  public func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    file.measurement(thatFits: range, scale: scale)
  }

  /// Whether the image is a template without a color of its own.
  public var dependsOnTint: Bool { appearance.dependsOnTint }

  /// Captures the image and its appearance.
  @MainActor public func parameters(for node: DisplayNode) -> Parameters {
    Parameters(drawer: ImageDrawer(.file(file), appearance, for: node))
  }

  /// Reads and decodes the image.
  public static func image(_ parameters: Parameters, for request: NodeImage.Request) -> NodeImage? {
    parameters.drawer.image(for: request, storing: parameters.failure)
  }

  /// Reports an error of the pass.
  @MainActor public func passDidEnd(
    _ parameters: Parameters, of node: DisplayNode, _ ending: DisplayNode.PassEnding
  ) {
    if ending != .dropped, let error = parameters.failure.take() { onError?(node, error) }
  }
}
