public import GalleyGeometry
public import GalleyImages

/// How an image is shown in a node.
public struct ImageLook: Hashable, Sendable {
  /// How the image stands in the node's bounds; `nil` keeps it in its own size, a pixel of the file
  /// for a pixel of the screen, and stretches it as ``stretch`` says.
  public var fitting: ImageFitting?
  /// Which part of the image is wanted, and in how many pixels.
  ///
  /// Unless it says otherwise a bitmap has no more pixels than the image: what is shown larger is
  /// stretched by the compositor.
  public var options = ImageBackingOptions()
  /// Whether the picture lets nothing shine through.
  public var isOpaque = false
  /// The color below the image; `nil` for none.
  public var backgroundColor: Color?
  /// Whose colors the image is shown in; a template without a color has that of its node.
  public var rendering = ImageRendering.original
  /// What is done to the finished bitmap, off the main actor; `nil` for nothing.
  public var modification: ImageModification?
  /// The corners that are cut out of the picture.
  ///
  /// With a tail, the image has the node's bounds without the room that the tail takes. Where there
  /// are corners, the bitmap has all pixels of the bounds, so that they are sharp.
  public var corners = ImageCorners()
  /// The part of an image in its own size that is stretched, as parts of its width and height.
  public var stretch = Rect.unit

  /// Makes the look of an image.
  public init(_ fitting: ImageFitting? = .aspectFill) {
    self.fitting = fitting
  }

  /// Whether the image is shown in the color of its node.
  var dependsOnTint: Bool { rendering == .template(nil) }
}

/// What tells a bitmap that an image was made into for a node from others.
public struct ImageBitmapKey: Hashable, Sendable {
  /// The image, its size and what was done to it.
  var image: SharedImageKey
  /// The corners that were cut, and the size and the pixels to a point that they were cut at.
  var corners: ImageCorners
  var bounds: Size
  var scale: Double
}
