/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// The extent from left to right, in pixels.
  public var width: Int
  /// The extent from top to bottom, in pixels.
  public var height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels.
  ///
  /// Both sides are those of a bitmap, so the product is a number.
  var area: Int { width * height }
}

/// What is wanted of an image file.
public struct ImageRequest: Hashable, Sendable {
  /// How a wanted size is meant.
  public enum Mode: Hashable, Sendable {
    /// No side may be longer than wanted.
    case fit
    /// No side may be shorter than wanted, as far as the image has the pixels.
    case fill
    /// No side may be shorter than what ``fill`` gives, for who makes it smaller anyway: a size that takes the
    /// least work.
    case atLeast
  }

  /// The wanted size of the image as it is seen, in pixels; `nil` asks for all that there are.
  ///
  /// The image keeps its aspect, and is never made larger.
  public var size: PixelSize?
  /// How the size is meant.
  public var mode: Mode
  /// Whether it is no error that pixels are missing at the end.
  ///
  /// Missing pixels are transparent, or gray in JPEG images.
  public var allowsPartial: Bool

  /// Makes a request.
  public init(size: PixelSize? = nil, mode: Mode = .fit, allowsPartial: Bool = false) {
    self.size = size
    self.mode = mode
    self.allowsPartial = allowsPartial
  }

  /// The size to decode an image at, which is at most its own and at least one pixel each way.
  func size(for width: Int, _ height: Int) -> PixelSize {
    let own = PixelSize(width: width, height: height)
    guard let size else { return own }
    let ratios = [
      Double(max(1, size.width)) / Double(width), Double(max(1, size.height)) / Double(height),
    ]
    let factor = (mode == .fit ? ratios.min() : ratios.max()) ?? 1
    guard factor < 1 else { return own }
    func length(_ side: Int, _ wanted: Int) -> Int {
      let length = max(1, min(side, Int((Double(side) * factor).rounded())))
      return mode == .fit ? min(length, max(1, wanted)) : max(length, min(side, wanted))
    }
    return PixelSize(width: length(width, size.width), height: length(height, size.height))
  }
}
