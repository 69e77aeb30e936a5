package import GalleyGeometry

/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// The width, in pixels.
  public var width: Int
  /// The height, in pixels.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Creates the size nearest to another; `nil` if a side is less than 1 or exceeds the limit.
  package init?(rounding size: Size, limit: Int = 1_000_000_000) {
    let (width, height) = (size.width.rounded(), size.height.rounded())
    let sides = 1...Double(limit)
    guard sides.contains(width), sides.contains(height) else { return nil }
    self.init(width: Int(width), height: Int(height))
  }

  /// The number of pixels.
  ///
  /// Both sides are within the limits of a bitmap, so the product does not overflow.
  var area: Int { width * height }
}

extension ImageSource {
  /// The decoding options of an image file.
  public struct Request: Hashable, Sendable {
    /// The interpretation of the requested size.
    public enum Mode: Hashable, Sendable {
      /// No side exceeds the requested one.
      case fit
      /// No side is shorter than the requested one, up to the image's own size.
      case fill
      /// No side is shorter than with ``fill``; the cheapest such size, for callers that scale it
      /// down.
      case atLeast
    }

    /// The requested size in the display orientation, in pixels; `nil` requests the full size.
    ///
    /// The image keeps its aspect ratio, and is never enlarged.
    public var size: PixelSize?
    /// The interpretation of the size.
    public var mode: Mode
    /// Whether a truncated file is accepted.
    ///
    /// Missing pixels are transparent, or gray in JPEG images.
    public var allowsPartial: Bool

    /// Creates a request.
    public init(size: PixelSize? = nil, mode: Mode = .fit, allowsPartial: Bool = false) {
      self.size = size
      self.mode = mode
      self.allowsPartial = allowsPartial
    }

    /// Returns the size to decode an image at: at least one pixel and at most its own size each
    /// way.
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
}
