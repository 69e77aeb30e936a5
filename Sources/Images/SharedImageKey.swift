public import GalleyGeometry

/// What tells a bitmap that an image was made into from others.
public struct SharedImageKey: Hashable, Sendable {
  /// The image; another source of the same bytes is another image.
  public var source: ImageSource
  /// The size of the bitmap, and where the image stands in it.
  public var backing: ImageBacking
  /// Whether the bitmap lets nothing shine through.
  public var isOpaque = false
  /// The color below the image; `nil` for none.
  public var backgroundColor: Color?
  /// Whose colors the image is shown in.
  public var rendering = ImageRendering.original
  /// What is done to the finished bitmap; `nil` for nothing.
  public var modification: ImageModification?

  /// Makes a key.
  public init(_ source: ImageSource, _ backing: ImageBacking) {
    self.source = source
    self.backing = backing
  }
}

extension ImageSource: Hashable {
  /// Whether both are one object.
  public static func == (left: ImageSource, right: ImageSource) -> Bool { left === right }

  /// Feeds the object's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
