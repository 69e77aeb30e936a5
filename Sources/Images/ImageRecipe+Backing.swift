public import GalleyGeometry

extension ImageRecipe {
  /// The bitmap size of an image in a view, and the position of the image in the bitmap.
  ///
  /// A bitmap never exceeds the image's own resolution: an image shown larger is stretched at
  /// display time.
  package struct Backing: Hashable, Sendable {
    /// The size of the bitmap, in pixels.
    package let size: PixelSize
    /// The rectangle of the whole image, in pixels of the bitmap; it may extend beyond the bitmap.
    package let drawRect: Rect

    /// Creates the smallest backing that shows an image at full quality.
    ///
    /// The result is `nil` if a side of the image or the bounds is less than a pixel or not finite,
    /// or if the backing is empty.
    ///
    /// - Parameters:
    ///   - image: The size of the image, in pixels.
    ///   - bounds: The size of the view, in pixels.
    ///   - fitting: The fitting of the image in the view.
    ///   - options: Additional options.
    package init?(
      image: Size, bounds: Size, fitting: ImageFitting, options: BackingOptions = .init()
    ) {
      let sides = [image.width, image.height, bounds.width, bounds.height]
      guard sides.allSatisfy({ $0.isFinite && $0 >= 1 && $0 <= 1e9 }) else { return nil }
      let crop = options.validCrop
      var size = bounds
      if let forced = options.forcedSize {
        size = Size(width: Double(forced.width), height: Double(forced.height))
      } else if fitting == .center, crop == nil {
        size = Size(width: min(image.width, bounds.width), height: min(image.height, bounds.height))
      } else if !options.allowsUpscaling {
        let enough = Self.enough(of: image, for: bounds, fitting, crop)
        if enough.area < bounds.area { size = enough }
      }
      guard let pixels = PixelSize(rounding: size) else { return nil }
      self.size = pixels
      let backing = Size(width: Double(pixels.width), height: Double(pixels.height))
      if let crop {
        drawRect = Self.rect(cropping: crop, in: backing)
      } else {
        let rect = fitting.rect(for: image, in: Rect(origin: .zero, size: backing))
        let slack = Size(
          width: backing.width - rect.size.width, height: backing.height - rect.size.height)
        let share = fitting == .aspectFill ? options.fillOrigin : Point(x: 0.5, y: 0.5)
        drawRect = Rect(
          origin: Point(x: slack.width * share.x, y: slack.height * share.y), size: rect.size)
      }
    }

    /// Returns the size, in the aspect of the bounds, at which an image has one pixel for each of
    /// its own.
    private static func enough(
      of image: Size, for bounds: Size, _ fitting: ImageFitting, _ crop: Rect?
    ) -> Size {
      if let crop {
        return Size(width: image.width * crop.size.width, height: image.height * crop.size.height)
      }
      let aspect = bounds.width / bounds.height
      let isWider = image.width / image.height > aspect
      switch fitting {
      case .aspectFit where isWider, .aspectFill where !isWider:
        return Size(width: image.width, height: image.width / aspect)
      case .aspectFit, .aspectFill:
        return Size(width: image.height * aspect, height: image.height)
      case .stretch, .center:
        return Size(width: min(image.width, bounds.width), height: min(image.height, bounds.height))
      }
    }

    /// Returns the rectangle of an image whose part `crop` fills the bitmap.
    private static func rect(cropping crop: Rect, in backing: Size) -> Rect {
      let (width, height) = (backing.width / crop.size.width, backing.height / crop.size.height)
      return Rect(x: -crop.minX * width, y: -crop.minY * height, width: width, height: height)
    }
  }

  /// Options of an image's backing.
  public struct BackingOptions: Hashable, Sendable {
    /// The part of the image to show, in unit coordinates; an empty rectangle shows all of it.
    ///
    /// The origin of an empty crop aligns an image that fills its bounds: 0 shows its left and top
    /// edges, 1 its right and bottom edges.
    public var crop = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
    /// Whether a bitmap may be larger than the image.
    public var allowsUpscaling = false
    /// A bitmap size that overrides the computed one; `nil` for none.
    public var forcedSize: PixelSize?

    /// Creates the default options.
    public init() {}

    /// The crop, if it is valid and not empty.
    var validCrop: Rect? {
      guard crop.size.width > 0, crop.size.height > 0, crop.size.width <= 1, crop.size.height <= 1,
        crop.minX >= 0, crop.minY >= 0, crop.maxX <= 1, crop.maxY <= 1
      else { return nil }
      return crop
    }

    /// The alignment of an image that fills its bounds, in unit coordinates.
    var fillOrigin: Point {
      func share(_ value: Double) -> Double { value.isNaN ? 0.5 : max(0, min(1, value)) }
      return Point(x: share(crop.minX), y: share(crop.minY))
    }
  }
}

extension Size {
  fileprivate var area: Double { width * height }
}
