package import GalleyGeometry
internal import Glibc

/// A run of adjacent pixels in a row.
package struct PixelSpan {
  /// The row.
  package let row: Int
  /// The first column.
  package let column: Int
  /// The number of pixels.
  package let count: Int

  /// Creates a run.
  package init(row: Int, columns: Range<Int>) {
    self.row = row
    column = columns.lowerBound
    count = columns.count
  }
}

extension PixelRect {
  /// Returns the rectangle extended by a number of pixels on every side.
  package func grown(by count: Int) -> PixelRect {
    PixelRect(minX: minX - count, minY: minY - count, maxX: maxX + count, maxY: maxY + count)
  }
}

/// Compositing operations.
///
/// The result of a pixel does not depend on the rectangle around it, so that a recomposited part of
/// a picture matches the rest.
extension Bitmap {
  /// Returns the pixels of a rectangle inside the bitmap as a new bitmap.
  ///
  /// - Throws: `BitmapError` if the rectangle is empty or memory runs out.
  package func copy(of area: PixelRect) throws(BitmapError) -> Bitmap {
    precondition(area.intersection(bounds) == area, "area must be within the bitmap")
    var part = try Bitmap(uncleared: (area.width, area.height), like: self)
    let base = unsafe try part.uniqueBase()
    for y in 0..<area.height {
      unsafe memcpy(base + y * part.bytesPerRow, row(area.minY + y) + area.minX * 4, area.width * 4)
    }
    return part
  }

  /// Sets pixels to a color, without blending.
  package mutating func replace(_ area: PixelRect, with color: Color) {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    let color = PremultipliedColor(color)
    guard !(isClear && color.argb == 0) else { return }
    guard let base = unsafe mutableBase(for: area.minY..<area.maxY) else { return }
    for y in area.minY..<area.maxY {
      unsafe Kernels.fill(
        base + (y * bytesPerRow + area.minX * 4), count: area.width, with: color.argb)
    }
  }

  /// Composites a premultiplied pixel over every pixel of a rectangle.
  package mutating func draw(_ pixel: UInt32, over area: PixelRect) {
    let area = area.intersection(bounds)
    guard !area.isEmpty, pixel != 0 else { return }
    let color = PremultipliedColor(argb: pixel)
    guard let base = unsafe mutableBase(for: area.minY..<area.maxY) else { return }
    for y in area.minY..<area.maxY {
      let row = unsafe base + (y * bytesPerRow + area.minX * 4)
      if color.isOpaque {
        unsafe Kernels.fill(row, count: area.width, with: pixel)
      } else {
        unsafe Kernels.blend(color, over: row, count: area.width)
      }
    }
  }

  /// Composites a part of an image over the bitmap, without scaling.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - offset: The column and row of the image's first pixel in the bitmap.
  ///   - area: The destination pixels.
  ///   - opacity: The opacity of the image, out of 255.
  ///   - instructions: The instructions to use.
  package mutating func draw(
    _ image: Bitmap, at offset: (x: Int, y: Int), within area: PixelRect, opacity: UInt8,
    using instructions: Instructions = .best
  ) {
    let area = image.bounds.offset(x: offset.x, y: offset.y).intersection(area).intersection(bounds)
    guard !area.isEmpty, opacity > 0 else { return }
    guard let base = unsafe mutableBase(for: area.minY..<area.maxY) else { return }
    for y in area.minY..<area.maxY {
      let source = unsafe image.row(y - offset.y) + (area.minX - offset.x) * 4
      let target = unsafe base + (y * bytesPerRow + area.minX * 4)
      if opacity == 255 {
        unsafe Kernels.blend(source, over: target, count: area.width, using: instructions)
      } else {
        unsafe Kernels.blend(source, opacity: opacity, over: target, count: area.width)
      }
    }
    withExtendedLifetime(image) {}
  }

  /// Composites a color over a run of pixels, with a coverage for each, out of 255; there may be
  /// more of them than pixels.
  package mutating func fill(with color: Color, _ run: PixelSpan, coverage: [UInt8]) {
    guard contains(run), coverage.count >= run.count else { return }
    let color = PremultipliedColor(color)
    guard let base = unsafe mutableBase() else { return }
    let target = unsafe base + (run.row * bytesPerRow + run.column * 4)
    unsafe coverage.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe Kernels.blend(color, through: start, over: target, count: run.count)
    }
  }

  /// Restores a rectangle inside the bitmap from saved pixels of the same size, keeping a share of
  /// its current contents, out of 255.
  package mutating func mix(_ area: PixelRect, with saved: Bitmap, share: UInt8) {
    precondition(
      area.intersection(bounds) == area && saved.width == area.width
        && saved.height == area.height, "saved pixels must have the size of the area")
    guard let base = unsafe mutableBase() else { return }
    for y in 0..<area.height {
      unsafe Kernels.mix(
        base + ((area.minY + y) * bytesPerRow + area.minX * 4), with: saved.row(y),
        share: share, count: area.width)
    }
    withExtendedLifetime(saved) {}
  }

  /// Restores a run from saved pixels, the first of which is at `origin` in the bitmap, keeping a
  /// share of each current pixel, out of 255; there may be more shares than pixels.
  package mutating func mix(
    with saved: Bitmap, at origin: (x: Int, y: Int), _ run: PixelSpan, coverage: [UInt8]
  ) {
    guard contains(run), coverage.count >= run.count,
      saved.contains(run.offset(x: -origin.x, y: -origin.y))
    else { return }
    guard let base = unsafe mutableBase() else { return }
    let target = unsafe base + (run.row * bytesPerRow + run.column * 4)
    unsafe coverage.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe Kernels.mix(
        target, with: saved.row(run.row - origin.y) + (run.column - origin.x) * 4, coverage: start,
        count: run.count)
    }
    withExtendedLifetime(saved) {}
  }

  /// Composites interpolated pixels of an image over a run.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - places: The position of each pixel in the image, in 1/256 pixel from the center of its
  ///     first pixel; within the centers of its outermost pixels.
  ///   - run: The run.
  ///   - coverage: The coverage of each pixel, out of 255; may be longer than the run.
  package mutating func draw(
    _ image: Bitmap, sampledAt places: [SIMD2<Int32>], _ run: PixelSpan, coverage: [UInt8]
  ) {
    guard contains(run), coverage.count >= run.count, places.count >= run.count else {
      return
    }
    let last = SIMD2(Int32(image.width - 1) << 8, Int32(image.height - 1) << 8)
    guard let base = unsafe mutableBase() else { return }
    let target = unsafe base + (run.row * bytesPerRow + run.column * 4)
    unsafe coverage.withUnsafeBytes { bytes in
      unsafe places.withUnsafeBufferPointer { places in
        guard let start = bytes.baseAddress, let first = places.baseAddress else { return }
        for index in 0..<run.count {
          let place = unsafe places[index]
          precondition(
            place.x >= 0 && place.y >= 0 && place.x <= last.x && place.y <= last.y,
            "sample position must be within the image")
        }
        unsafe Kernels.sample(
          image.row(0), bytesPerRow: image.bytesPerRow, at: first, coverage: start,
          over: target, count: run.count)
      }
    }
    withExtendedLifetime(image) {}
  }

  /// Returns an interpolated premultiplied pixel, as ``draw(_:sampledAt:_:coverage:)`` composites
  /// it.
  ///
  /// The place is in 1/256 pixel from the center of the first pixel, within the centers of the
  /// outermost pixels.
  package func pixel(sampledAt place: SIMD2<Int32>) -> UInt32 {
    precondition(
      place.x >= 0 && place.y >= 0 && place.x <= Int32(width - 1) << 8
        && place.y <= Int32(height - 1) << 8, "sample position must be within the image")
    var (place, whole, pixel) = (place, UInt8.max, UInt32.zero)
    unsafe Kernels.sample(
      row(0), bytesPerRow: bytesPerRow, at: &place, coverage: &whole, over: &pixel, count: 1)
    return pixel
  }

  /// Returns whether all rows of a part, including the interpolated neighbors, are equal.
  package func rowsAreAlike(in part: PixelRect) -> Bool {
    guard !part.isEmpty, part.intersection(bounds) == part else { return false }
    let (first, count) = (part.minX * 4, part.width * 4)
    return (max(0, part.minY - 1)..<min(height, part.maxY + 1)).allSatisfy { y in
      unsafe memcmp(row(y) + first, row(part.minY) + first, count) == 0
    }
  }

  /// Returns whether all columns of a part, including the interpolated neighbors, are equal.
  package func columnsAreAlike(in part: PixelRect) -> Bool {
    guard !part.isEmpty, part.intersection(bounds) == part else { return false }
    let first = max(0, part.minX - 1)
    let count = min(width, part.maxX + 1) - first
    // A row equals itself moved by a pixel if all its pixels are equal.
    return (part.minY..<part.maxY).allSatisfy { y in
      let start = unsafe row(y) + first * 4
      return unsafe memcmp(start, start + 4, (count - 1) * 4) == 0
    }
  }

  private func contains(_ run: PixelSpan) -> Bool {
    run.row >= 0 && run.row < height && run.column >= 0 && run.column + run.count <= width
  }
}

extension PixelSpan {
  fileprivate func offset(x: Int, y: Int) -> PixelSpan {
    PixelSpan(row: row + y, columns: column + x..<column + x + count)
  }
}
