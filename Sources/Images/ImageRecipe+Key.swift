package import GalleyGeometry

extension ImageRecipe {
  /// The key of a bitmap made from an image.
  package struct Key: Hashable, Sendable {
    /// The image; another source with the same bytes is a different image.
    package let source: ImageSource
    /// The size of the bitmap, and the position of the image in it.
    package let backing: Backing
    /// Whether the bitmap is opaque.
    package let isOpaque: Bool
    /// The color behind the image; `nil` for none.
    package let backgroundColor: Color?
    /// The colors that the image is shown in.
    package let rendering: Rendering
    /// A modification of the finished bitmap; `nil` for none.
    package let modification: Modification?
  }
}

extension ImageSource: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: ImageSource, right: ImageSource) -> Bool { left === right }

  /// Feeds the object's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
