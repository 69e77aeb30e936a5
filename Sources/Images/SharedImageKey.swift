public import GalleyGeometry

/// The key of a bitmap made from an image.
public struct SharedImageKey: Hashable, Sendable {
  /// The image; another source with the same bytes is a different image.
  public var source: ImageSource
  /// The size of the bitmap, and the position of the image in it.
  public var backing: ImageBacking
  /// Whether the bitmap is opaque.
  public var isOpaque = false
  /// The color behind the image; `nil` for none.
  public var backgroundColor: Color?
  /// The colors that the image is shown in.
  public var rendering = ImageRendering.original
  /// A modification of the finished bitmap; `nil` for none.
  public var modification: ImageModification?

  /// Creates a key.
  public init(_ source: ImageSource, _ backing: ImageBacking) {
    self.source = source
    self.backing = backing
  }
}

extension ImageSource: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: ImageSource, right: ImageSource) -> Bool { left === right }

  /// Feeds the object's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
