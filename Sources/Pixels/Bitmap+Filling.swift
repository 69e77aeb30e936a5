public import GalleyGeometry

extension Bitmap {
  /// Sets every pixel to a color, without blending.
  public mutating func fill(with color: Color) {
    let color = PremultipliedColor(color)
    guard color.argb != 0 else { return clear() }
    guard let base = unsafe beginWriting(0..<height)?.base else { return }
    for y in 0..<height {
      unsafe Kernels.fill(base + y * bytesPerRow, count: width, with: color.argb)
    }
  }

  /// Composites a color over the pixels of `rect`, clipped to the bitmap.
  public mutating func fill(_ rect: PixelRect, with color: Color) {
    let rect = rect.intersection(bounds)
    let color = PremultipliedColor(color)
    guard !rect.isEmpty, color.alpha > 0 else { return }
    let isOpaque = color.isOpaque || isClear
    guard let (base, fresh) = unsafe beginWriting(rect.minY..<rect.maxY) else { return }
    for y in rect.minY..<rect.maxY {
      let row = unsafe base + (y * bytesPerRow + rect.minX * 4)
      if y >= fresh {
        unsafe Kernels.fill(row - rect.minX * 4, count: rect.minX, with: 0)
        unsafe Kernels.fill(row + rect.width * 4, count: width - rect.maxX, with: 0)
      }
      if isOpaque || y >= fresh {
        unsafe Kernels.fill(row, count: rect.width, with: color.argb)
      } else {
        unsafe Kernels.blend(color, over: row, count: rect.width)
      }
    }
  }

  /// Composites another bitmap over this one, without scaling.
  ///
  /// - Parameters:
  ///   - image: The bitmap to draw.
  ///   - x: The column of the image's left edge; pixels outside of this bitmap are clipped.
  ///   - y: The row of the image's top edge.
  public mutating func draw(_ image: Bitmap, x: Int, y: Int) {
    draw(image, at: (x, y), within: bounds, opacity: 255)
  }
}
