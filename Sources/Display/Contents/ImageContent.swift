public import GalleyImages
public import GalleyLayoutSpecs
internal import Synchronization

/// A content that shows an image file.
///
/// The file is read and decoded off the main actor, within its limits and at no more pixels than the
/// node shows. Nodes that show the same ``ImageFile`` in the same way share one bitmap.
public struct ImageContent: NodeContent {
  /// What a pass needs to know.
  public struct Parameters: Sendable {
    let drawer: ImageDrawer
    let failure = ImageFailure()
  }

  /// Gives pictures.
  public static let drawing: NodeDrawing = .image

  /// The image.
  public let file: ImageFile
  /// How it is shown.
  public let look: ImageLook
  /// Hears why there is no image, in the tick that would have shown it, once for each pass.
  public let onError: (@MainActor @Sendable (DisplayNode, ImageError) -> Void)?

  /// Makes a content.
  ///
  /// - Parameters:
  ///   - file: The image.
  ///   - look: How it is shown.
  ///   - onError: Hears why there is no image.
  public init(
    _ file: ImageFile, look: ImageLook = ImageLook(),
    onError: (@MainActor @Sendable (DisplayNode, ImageError) -> Void)? = nil
  ) {
    self.file = file
    self.look = look
    self.onError = onError
  }

  /// The size of the image, a pixel of it for a pixel of the screen; smaller, in its aspect, if it has
  /// to be.
  ///
  /// This reads the file on the calling thread, if that has not been done, and never again; see
  /// ``ImageFile/prepare(_:)``. An image that cannot be read takes any size.
  public func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    file.measurement(thatFits: range, scale: scale)
  }

  /// Whether it is a template that has no color of its own.
  public var dependsOnTint: Bool { look.dependsOnTint }

  /// Captures the image and its look.
  @MainActor public func parameters(for node: DisplayNode) -> Parameters {
    Parameters(drawer: ImageDrawer(file, look, for: node))
  }

  /// Reads and decodes the image.
  public static func image(_ parameters: Parameters, for request: NodeImageRequest) -> NodeImage? {
    parameters.failure.noting { () throws(ImageError) in
      try parameters.drawer.picture(for: request)
    }
  }

  /// Tells of an error.
  @MainActor public func passDidEnd(
    _ parameters: Parameters, of node: DisplayNode, _ ending: NodePassEnding
  ) {
    if ending != .dropped, let error = parameters.failure.error { onError?(node, error) }
  }
}

/// Where a pass leaves what went wrong, for the main actor.
final class ImageFailure: Sendable {
  private let state = Mutex<ImageError?>(nil)

  var error: ImageError? { state.withLock { $0 } }

  /// Makes a picture; gives none if that throws.
  func noting(_ body: () throws(ImageError) -> NodeImage?) -> NodeImage? {
    do throws(ImageError) {
      return try body()
    } catch {
      state.withLock { $0 = error }
      return nil
    }
  }
}
