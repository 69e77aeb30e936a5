package import GalleyGeometry

extension Bitmap {
  /// Resamples pixels to another size, aligned to the pixel grid.
  ///
  /// Downscaling averages exactly the area that each new pixel covers, premultiplied. Upscaling
  /// interpolates between the four nearest pixels.
  ///
  /// - Parameters:
  ///   - bytes: The pixels as premultiplied BGRA, row by row without padding.
  ///   - size: The number of columns and rows.
  ///   - factor: The scale factor.
  ///   - place: The position of the top left corner, in new pixels.
  ///   - pool: The pool that provides the memory.
  /// - Returns: The new pixels and their position, relative to the same origin.
  /// - Throws: `BitmapError` if the result is empty or too large, or memory runs out.
  package static func resampling(
    _ bytes: [UInt8], size: (width: Int, height: Int), by factor: Double, at place: Point,
    pool: Pool = .shared
  ) throws(BitmapError) -> (bitmap: Bitmap, x: Int, y: Int) {
    let across = Resampler(count: size.width, factor: factor, start: place.x)
    let down = Resampler(count: size.height, factor: factor, start: place.y)
    guard bytes.count >= size.width * size.height * 4, across.count > 0, down.count > 0 else {
      throw .empty(width: across.count, height: down.count)
    }
    var bitmap = try Bitmap(width: across.count, height: down.count, pool: pool)
    let narrow = across.rows(of: bytes, size: size)
    bitmap.withMutableBytes { target, bytesPerRow in
      for y in 0..<down.count {
        for x in 0..<across.count {
          var sum = SIMD4<Float>(repeating: 0.5)
          for (offset, weight) in down.weights[y].enumerated() {
            sum += narrow[(down.starts[y] + offset) * across.count + x] * weight
          }
          let pixel = Kernels.bytes(sum)
          for channel in 0..<4 { target[y * bytesPerRow + x * 4 + channel] = pixel[channel] }
        }
      }
    }
    return (bitmap, across.first, down.first)
  }
}

/// The weights of old pixels in each new pixel along one axis.
private struct Resampler {
  /// The first new pixel, relative to the origin of `start`.
  let first: Int
  /// The number of new pixels.
  let count: Int
  /// The first old pixel of each new one.
  private(set) var starts: [Int] = []
  /// The weights of the old pixels, starting at that one, in each new pixel; at most 1 in total.
  private(set) var weights: [[Float]] = []

  init(count old: Int, factor: Double, start: Double) {
    let grid = PixelGrid(scale: 1)
    let end = start + Double(old) * factor
    let range = grid.pixelsTouched(by: Rect(x: start, y: 0, width: max(0, end - start), height: 1))
    first = range.minX
    count = range.width
    for new in first..<(first + count) {
      let low = (Double(new) - start) / factor
      let high = (Double(new + 1) - start) / factor
      factor < 1
        ? appendMean(from: low, to: high, of: old) : appendTent(at: (low + high) / 2, of: old)
    }
  }

  /// Appends a new pixel weighted by covered area; pixels outside the image are transparent.
  private mutating func appendMean(from low: Double, to high: Double, of old: Int) {
    let start = max(0, min(old - 1, Int(low.rounded(.down))))
    let end = max(start + 1, min(old, Int(high.rounded(.up))))
    starts.append(start)
    weights.append(
      (start..<end).map { pixel in
        let covered = min(high, Double(pixel + 1)) - max(low, Double(pixel))
        return Float(max(0, covered) / (high - low))
      })
  }

  /// Appends a new pixel interpolated between the two nearest centers; pixels outside are
  /// transparent.
  private mutating func appendTent(at center: Double, of old: Int) {
    let left = (center - 0.5).rounded(.down)
    let share = center - 0.5 - left
    let pairs = [(Int(left), 1 - share), (Int(left) + 1, share)]
      .filter { (0..<old).contains($0.0) }
    starts.append(pairs.first?.0 ?? 0)
    weights.append(pairs.map { Float($0.1) })
  }

  /// Returns all rows of an image, resampled horizontally.
  func rows(of bytes: [UInt8], size: (width: Int, height: Int)) -> [SIMD4<Float>] {
    var rows: [SIMD4<Float>] = []
    rows.reserveCapacity(count * size.height)
    for y in 0..<size.height {
      for x in 0..<count {
        var sum = SIMD4<Float>.zero
        for (offset, weight) in weights[x].enumerated() {
          let index = (y * size.width + starts[x] + offset) * 4
          let pixel = SIMD4(bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3])
          sum += Kernels.numbers(pixel) * weight
        }
        rows.append(sum)
      }
    }
    return rows
  }
}
