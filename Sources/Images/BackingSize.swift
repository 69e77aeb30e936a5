public import GalleyGeometry

/// In how many pixels an image is kept for a place on the screen, and where it stands in them.
///
/// An image is never made larger than it is: what is shown larger is kept small, and stretched when
/// it is shown.
public struct ImageBacking: Hashable, Sendable {
  /// The size of the bitmap, in pixels.
  public let size: PixelSize
  /// Where the whole image is drawn, in pixels of the bitmap; it may reach out of it.
  public let drawRect: Rect

  /// Finds the least bitmap that shows an image as well as its place can.
  ///
  /// There is none if the image or the place has less than a pixel, or a side is not finite, or
  /// nothing is left of it.
  ///
  /// - Parameters:
  ///   - image: The size of the image, in pixels.
  ///   - bounds: The size of the place, in pixels.
  ///   - fitting: How the image stands in the place.
  ///   - options: What else is wanted.
  public init?(
    image: Size, bounds: Size, fitting: ImageFitting, options: ImageBackingOptions = .init()
  ) {
    let sides = [image.width, image.height, bounds.width, bounds.height]
    guard sides.allSatisfy({ $0.isFinite && $0 >= 1 && $0 <= 1e9 }) else { return nil }
    let crop = options.validCrop
    var size = bounds
    if let forced = options.forcedSize {
      size = Size(width: Double(forced.width), height: Double(forced.height))
    } else if fitting == .center, crop == nil {
      size = Size(
        width: min(image.width, bounds.width), height: min(image.height, bounds.height))
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

  /// The size of the place's aspect at which an image has a pixel for each of its own.
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

  /// Where an image is drawn whose part `crop` is to fill the bitmap.
  private static func rect(cropping crop: Rect, in backing: Size) -> Rect {
    let (width, height) = (backing.width / crop.size.width, backing.height / crop.size.height)
    return Rect(x: -crop.minX * width, y: -crop.minY * height, width: width, height: height)
  }
}

/// What may be wanted of an image's backing beside a place to fit in.
public struct ImageBackingOptions: Hashable, Sendable {
  /// The part of the image to show, in parts of its sides; without extent, all of it.
  ///
  /// The origin of a crop without extent says which part of an image that fills its place is seen:
  /// at 0 its left and top, at 1 its right and bottom.
  public var crop = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
  /// Whether a bitmap may be larger than the image.
  public var allowsUpscaling = false
  /// The size that the bitmap has to have, whatever the image and the place; `nil` for none.
  public var forcedSize: PixelSize?

  /// Makes the options that an image has unless others are given.
  public init() {}

  /// The part to show, if one is asked for that is there.
  var validCrop: Rect? {
    guard crop.size.width > 0, crop.size.height > 0, crop.size.width <= 1, crop.size.height <= 1,
      crop.minX >= 0, crop.minY >= 0, crop.maxX <= 1, crop.maxY <= 1
    else { return nil }
    return crop
  }

  /// Which part of the slack is before an image that fills its place.
  var fillOrigin: Point {
    func share(_ value: Double) -> Double { value.isNaN ? 0.5 : max(0, min(1, value)) }
    return Point(x: share(crop.minX), y: share(crop.minY))
  }
}

extension PixelSize {
  /// Makes a size of the nearest whole pixels; `nil` if there is none.
  fileprivate init?(rounding size: Size) {
    let (width, height) = (size.width.rounded(), size.height.rounded())
    guard width >= 1, height >= 1, width <= 1e9, height <= 1e9 else { return nil }
    self.init(width: Int(width), height: Int(height))
  }
}

extension Size {
  fileprivate var area: Double { width * height }
}
