package import GalleyGeometry

extension ImageRecipe {
  /// The key of a bitmap made from an image.
  package struct Key: Hashable, Sendable {
    /// The image; another source with the same bytes is a different image.
    package var source: ImageSource
    /// The size of the bitmap, and the position of the image in it.
    package var backing: Backing
    /// Whether the bitmap is opaque.
    package var isOpaque = false
    /// The color behind the image; `nil` for none.
    package var backgroundColor: Color?
    /// The colors that the image is shown in.
    package var rendering = Rendering.original
    /// A modification of the finished bitmap; `nil` for none.
    package var modification: Modification?

    /// Creates a key.
    package init(_ source: ImageSource, _ backing: Backing) {
      self.source = source
      self.backing = backing
    }
  }
}

extension ImageSource: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: ImageSource, right: ImageSource) -> Bool { left === right }

  /// Feeds the object's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
