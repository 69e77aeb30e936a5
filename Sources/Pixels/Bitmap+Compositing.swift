package import GalleyGeometry
internal import Glibc

/// Neighboring pixels of a row.
package struct PixelRun {
  /// The row.
  package let row: Int
  /// The first column.
  package let column: Int
  /// How many pixels there are.
  package let count: Int

  /// Makes a run.
  package init(row: Int, columns: Range<Int>) {
    self.row = row
    column = columns.lowerBound
    count = columns.count
  }
}

/// What a compositor does to the pixels of a surface.
///
/// Each pixel comes out the same whatever rectangle is asked for around it, so that a part of a
/// picture that is composed again fits the rest.
extension Bitmap {
  /// The pixels of a rectangle, as a bitmap of their own.
  ///
  /// - Parameter area: The pixels, all of them in the bitmap.
  /// - Returns: The pixels.
  /// - Throws: `BitmapError` if there are none, or no memory.
  package func copy(of area: PixelRect) throws(BitmapError) -> Bitmap {
    precondition(area.intersection(bounds) == area, "a part is within its bitmap")
    var part = try Bitmap(uncleared: (area.width, area.height), like: self)
    let base = unsafe try part.uniqueBase()
    for y in 0..<area.height {
      unsafe memcpy(
        base + y * part.bytesPerRow, row(area.minY + y) + area.minX * 4, area.width * 4)
    }
    return part
  }

  /// Gives pixels the same color, whatever was there.
  package mutating func replace(_ area: PixelRect, with color: Color) {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    let color = PremultipliedColor(color)
    guard !(isClear && color.argb == 0) else { return }
    guard let base = unsafe mutableBase() else { return }
    for y in area.minY..<area.maxY {
      unsafe Kernels.fill(
        base + (y * bytesPerRow + area.minX * 4), count: area.width, with: color.argb)
    }
  }

  /// Lays the same pixel over all of a rectangle.
  ///
  /// - Parameters:
  ///   - pixel: What is laid, premultiplied.
  ///   - area: The pixels of this bitmap that are drawn on.
  package mutating func draw(_ pixel: UInt32, over area: PixelRect) {
    let area = area.intersection(bounds)
    guard !area.isEmpty, pixel != 0 else { return }
    let color = PremultipliedColor(argb: pixel)
    guard let base = unsafe mutableBase() else { return }
    for y in area.minY..<area.maxY {
      let row = unsafe base + (y * bytesPerRow + area.minX * 4)
      if color.isOpaque {
        unsafe Kernels.fill(row, count: area.width, with: pixel)
      } else {
        unsafe Kernels.blend(color, over: row, count: area.width)
      }
    }
  }

  /// Lays a part of an image over this bitmap, pixel by pixel.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - offset: The column and row of this bitmap where the image's first pixel is.
  ///   - area: The only pixels of this bitmap that are drawn on.
  ///   - opacity: How much of the image shows, of 255.
  package mutating func draw(
    _ image: Bitmap, at offset: (x: Int, y: Int), within area: PixelRect, opacity: UInt8
  ) {
    let area = image.bounds.offset(x: offset.x, y: offset.y).intersection(area)
      .intersection(bounds)
    guard !area.isEmpty, opacity > 0 else { return }
    guard let base = unsafe mutableBase() else { return }
    for y in area.minY..<area.maxY {
      let source = unsafe image.row(y - offset.y) + (area.minX - offset.x) * 4
      let target = unsafe base + (y * bytesPerRow + area.minX * 4)
      if opacity == 255 {
        unsafe Kernels.blend(source, over: target, count: area.width)
      } else {
        unsafe Kernels.blend(source, opacity: opacity, over: target, count: area.width)
      }
    }
    withExtendedLifetime(image) {}
  }

  /// Lays a color over a part of a row.
  ///
  /// - Parameters:
  ///   - color: The color.
  ///   - run: The part of a row.
  ///   - coverage: How much of each pixel it covers, of 255; may be longer than the run.
  package mutating func fill(
    with color: Color, _ run: PixelRun, coverage: [UInt8]
  ) {
    guard contains(run), coverage.count >= run.count else { return }
    let color = PremultipliedColor(color)
    guard let base = unsafe mutableBase() else { return }
    let target = unsafe base + (run.row * bytesPerRow + run.column * 4)
    unsafe coverage.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe Kernels.blend(color, through: start, over: target, count: run.count)
    }
  }

  /// Brings a rectangle back to what it was, except for a part of each pixel.
  ///
  /// - Parameters:
  ///   - area: The rectangle, all of it in the bitmap.
  ///   - saved: What it was; as large as the rectangle.
  ///   - share: The part that stays, of 255.
  package mutating func mix(_ area: PixelRect, with saved: Bitmap, share: UInt8) {
    precondition(
      area.intersection(bounds) == area && saved.width == area.width
        && saved.height == area.height, "what was saved fits its place")
    guard let base = unsafe mutableBase() else { return }
    for y in 0..<area.height {
      unsafe Kernels.mix(
        base + ((area.minY + y) * bytesPerRow + area.minX * 4), with: saved.row(y),
        share: share, count: area.width)
    }
    withExtendedLifetime(saved) {}
  }

  /// Brings a part of a row back to what it was, except for a part of each pixel.
  ///
  /// - Parameters:
  ///   - saved: What was there.
  ///   - origin: Where the first pixel of `saved` is in this bitmap.
  ///   - run: The part of a row of this bitmap.
  ///   - coverage: The part of each pixel that stays, of 255; may be longer than the run.
  package mutating func mix(
    with saved: Bitmap, at origin: (x: Int, y: Int), _ run: PixelRun, coverage: [UInt8]
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

  /// Lays pixels that stand between those of an image over a part of a row.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - places: Where in the image each pixel is, in 1/256 pixel from the middle of its first pixel; never
  ///     outside of the middles of its pixels.
  ///   - run: The part of a row.
  ///   - coverage: How much of each pixel shows, of 255; may be longer than the run.
  package mutating func draw(
    _ image: Bitmap, sampledAt places: [SIMD2<Int32>], _ run: PixelRun, coverage: [UInt8]
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
            "what is sampled is in the image")
        }
        unsafe Kernels.sample(
          image.row(0), bytesPerRow: image.bytesPerRow, at: first, coverage: start,
          over: target, count: run.count)
      }
    }
    withExtendedLifetime(image) {}
  }

  /// What stands between pixels, as ``draw(_:sampledAt:_:coverage:)`` lays it over others.
  ///
  /// - Parameter place: Where that is, in 1/256 pixel from the middle of the first pixel; never outside of the
  ///   middles of the pixels.
  /// - Returns: A premultiplied pixel.
  package func pixel(sampledAt place: SIMD2<Int32>) -> UInt32 {
    precondition(
      place.x >= 0 && place.y >= 0 && place.x <= Int32(width - 1) << 8
        && place.y <= Int32(height - 1) << 8, "what is sampled is in the image")
    var (place, whole, pixel) = (place, UInt8.max, UInt32.zero)
    unsafe Kernels.sample(
      row(0), bytesPerRow: bytesPerRow, at: &place, coverage: &whole, over: &pixel, count: 1)
    return pixel
  }

  private func contains(_ run: PixelRun) -> Bool {
    run.row >= 0 && run.row < height && run.column >= 0 && run.column + run.count <= width
  }
}

extension PixelRun {
  fileprivate func offset(x: Int, y: Int) -> PixelRun {
    PixelRun(row: row + y, columns: column + x..<column + x + count)
  }
}
