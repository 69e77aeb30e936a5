package import GalleyGeometry

extension Bitmap {
  /// Shows pixels at another size, on the grid of this bitmap's pixels.
  ///
  /// Made smaller, each new pixel is the mean of exactly the area that it covers, premultiplied, so
  /// nothing is skipped and edges stay clean. Made larger, it is interpolated between the four
  /// nearest.
  ///
  /// - Parameters:
  ///   - bytes: The pixels as blue, green, red, alpha, premultiplied; rows without gaps.
  ///   - size: How many columns and rows there are.
  ///   - factor: How many new pixels are as wide as an old one.
  ///   - place: Where the top left corner of the old pixels is, in new pixels, from anywhere.
  ///   - pool: Where the memory comes from and goes back to.
  /// - Returns: The new pixels, and where they are, counted from the same place.
  /// - Throws: `BitmapError` if the new pixels are none, too many, or there is no memory.
  package static func resampling(
    _ bytes: [UInt8], size: (width: Int, height: Int), by factor: Double, at place: Point,
    pool: BitmapPool = .shared
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

/// Which old pixels each new one is made of, and how much of each, along one axis.
private struct Resampler {
  /// The first new pixel, counted from where `start` was.
  let first: Int
  /// How many new pixels there are.
  let count: Int
  /// The first old pixel of each new one.
  private(set) var starts: [Int] = []
  /// How much of that one and the next there is in each new pixel; at most 1 altogether.
  private(set) var weights: [[Float]] = []

  init(count old: Int, factor: Double, start: Double) {
    let grid = PixelGrid(scale: 1)
    let end = start + Double(old) * factor
    let range = grid.pixelsTouched(
      by: Rect(x: start, y: 0, width: max(0, end - start), height: 1))
    first = range.minX
    count = range.width
    for new in first..<(first + count) {
      let low = (Double(new) - start) / factor
      let high = (Double(new + 1) - start) / factor
      factor < 1
        ? appendMean(from: low, to: high, of: old) : appendTent(at: (low + high) / 2, of: old)
    }
  }

  /// Old pixels by how much of the new one they cover; what lies outside is transparent.
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

  /// The two old pixels whose centers are nearest; what lies outside is transparent.
  private mutating func appendTent(at center: Double, of old: Int) {
    let left = (center - 0.5).rounded(.down)
    let share = center - 0.5 - left
    let pairs = [(Int(left), 1 - share), (Int(left) + 1, share)]
      .filter { (0..<old).contains($0.0) }
    starts.append(pairs.first?.0 ?? 0)
    weights.append(pairs.map { Float($0.1) })
  }

  /// All rows of an image, with only their lengths changed.
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
