public import GalleyGeometry
public import GalleyPixels

extension Bitmap {
  /// Cuts rounded corners into the bitmap, as the compositor does for a layer of this size.
  ///
  /// The bitmap stays unchanged if there is no memory for a unique copy of shared pixels.
  ///
  /// - Parameters:
  ///   - radii: The radii in points, scaled down to fit the sides.
  ///   - scale: The number of pixels per point.
  ///   - background: The color of the corners; `nil` makes them transparent.
  public mutating func roundCorners(
    _ radii: CornerRadii, scale: Double, over background: Color? = nil
  ) {
    let size = Size(width: Double(width) / scale, height: Double(height) / scale)
    let radii = radii.fitted(to: size)
    let behind = (background ?? .clear).premultipliedChannels
    for corner in CornerMask.Corner.allCases {
      let mask = CornerMask(radius: radii[corner], scale: scale)
      let (width, height) = (self.width, self.height)
      guard mask.side > 0 else { continue }
      let isDone: Void? = withMutableBytes { bytes, bytesPerRow in
        mask.forEachPartialPixel(of: corner, width: width, height: height) { x, y, coverage in
          for channel in 0..<4 {
            let index = y * bytesPerRow + x * 4 + channel
            bytes[index] = between(bytes[index], behind[channel], coverage)
          }
        }
      }
      guard isDone != nil else { return }
    }
  }

  /// Creates a cover for a corner of moving contents in their background color.
  ///
  /// - Parameters:
  ///   - corner: The corner to cover.
  ///   - radius: The radius in points.
  ///   - scale: The number of pixels per point.
  ///   - color: The color of the background.
  /// - Returns: A square bitmap as large as the corner's mask; `nil` if there is nothing to cover.
  /// - Throws: `BitmapError` if there is no memory.
  package static func cornerCover(
    _ corner: CornerMask.Corner, radius: Double, scale: Double, color: Color
  ) throws(BitmapError) -> Bitmap? {
    let mask = CornerMask(radius: radius, scale: scale)
    let side = mask.side
    guard side > 0 else { return nil }
    var cover = try Bitmap(width: side, height: side)
    cover.scale = scale
    let channels = color.premultipliedChannels
    cover.withMutableBytes { bytes, bytesPerRow in
      mask.forEachPartialPixel(of: corner, width: side, height: side) { x, y, coverage in
        for channel in 0..<4 {
          bytes[y * bytesPerRow + x * 4 + channel] = between(channels[channel], 0, 255 - coverage)
        }
      }
    }
    return cover
  }
}

extension CornerMask {
  /// Calls a closure with each pixel in a corner of a bitmap that the mask may cover in part, and
  /// with its coverage.
  fileprivate func forEachPartialPixel(
    of corner: Corner, width: Int, height: Int, _ body: (_ x: Int, _ y: Int, UInt32) -> Void
  ) {
    for row in 0..<min(side, height) {
      for column in 0..<min(firstWhole(inRow: row), width) {
        body(
          corner.isRight ? width - 1 - column : column,
          corner.isBottom ? height - 1 - row : row, UInt32(coverage(x: column, y: row)))
      }
    }
  }
}

/// Interpolates between two values by `share` 255ths of the first, rounded to nearest.
private func between(_ first: UInt8, _ second: UInt8, _ share: UInt32) -> UInt8 {
  let sum = UInt32(first) * share + UInt32(second) * (255 - share)
  return UInt8((sum + 127) / 255)
}

extension Color {
  /// The premultiplied channels in bitmap order: blue, green, red, alpha.
  fileprivate var premultipliedChannels: [UInt8] {
    [blue, green, red, 255].map { UInt8((UInt32($0) * UInt32(alpha) + 127) / 255) }
  }
}
