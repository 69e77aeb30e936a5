public import GalleyGeometry
public import GalleyImages

/// The appearance of an image in a node.
public struct ImageAppearance: Hashable, Sendable {
  /// The fit of the image in the node's bounds; `nil` keeps one image pixel per display pixel and
  /// stretches the image by ``stretch``.
  public var fitting: ImageFitting?
  /// The crop and pixel size of the bitmap.
  ///
  /// By default a bitmap has no more pixels than the image; the compositor scales it up.
  public var options = ImageRecipe.BackingOptions()
  /// Whether the image has no transparent pixels.
  public var isOpaque = false
  /// The color behind the image, or `nil` for none.
  public var backgroundColor: Color?
  /// The color of an image node whose image has not arrived or cannot be shown; `nil` for none.
  ///
  /// An image that arrives replaces it with the node's cross-fade. Corners do not apply to it.
  public var emptyColor: Color?
  /// A tiny version of an image node's image as a file, shown blurred until the image arrives;
  /// `nil` for none.
  ///
  /// It may have up to 320 pixels a side, and takes the place of ``emptyColor`` unless it is
  /// damaged.
  public var thumbnail: [UInt8]?
  /// Whether a truncated file is shown as far as it goes; it is reported as an error as well.
  public var allowsPartial = false
  /// The rendering of colors; a template without a color uses its node's tint.
  public var rendering = ImageRecipe.Rendering.original
  /// A modification of the finished bitmap, applied off the main actor; `nil` for none.
  public var modification: ImageRecipe.Modification?
  /// The corners that are cut out of the image.
  ///
  /// With a tail, the image excludes the part of the node's bounds that the tail takes. With
  /// corners, the bitmap has the full resolution of the bounds, so that they are sharp.
  public var corners = ImageCorners()
  /// The stretchable part of an image without a fitting, in unit coordinates.
  public var stretch = Rect.unit

  /// Creates an appearance.
  public init(_ fitting: ImageFitting? = .aspectFill) {
    self.fitting = fitting
  }

  /// The thumbnail to draw; `nil` for none.
  var thumbnailFile: ImageFile? {
    thumbnail.map { bytes in
      var limits = ImageLimits()
      limits.side = 320
      return ImageFile(bytes, limits: limits)
    }
  }

  /// The appearance of the thumbnail, which is enlarged by the compositor.
  var ofThumbnail: ImageAppearance {
    var appearance = self
    appearance.thumbnail = nil
    appearance.options.allowsUpscaling = false
    appearance.modification = .softened
    return appearance
  }

  /// Whether an image node shows something before its image arrives.
  var hasStandIn: Bool { emptyColor != nil || thumbnail != nil }

  /// Whether the image takes the tint of its node.
  var dependsOnTint: Bool { rendering == .template(nil) }
}
