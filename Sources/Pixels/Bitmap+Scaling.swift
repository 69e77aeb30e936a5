package import GalleyGeometry

/// The filter of a scaled bitmap.
package enum ScalingFilter: Hashable, Sendable {
  /// Each new pixel is the old one at its center.
  case nearest
  /// Downscaling averages exactly the area that each new pixel covers; upscaling interpolates
  /// between the four nearest pixels.
  case smooth
}

extension Bitmap {
  /// Returns a part of the bitmap, scaled and aligned to the pixel grid of a destination.
  ///
  /// - Parameters:
  ///   - part: The source rectangle in pixels, clipped to the bitmap.
  ///   - place: The destination rectangle in pixels; partially covered edge pixels are antialiased.
  ///   - clip: The destination pixels that are needed.
  ///   - filter: The scaling filter.
  ///   - pool: The pool that provides the memory.
  /// - Returns: The scaled pixels, premultiplied, and their position; `nil` if none are needed.
  /// - Throws: `BitmapError` if the result is too large or memory runs out.
  /// - Complexity: O(*n* + *m*) for *n* old pixels in the part and *m* new ones.
  package func scaled(
    _ part: Rect, to place: Rect, clip: PixelRect, filter: ScalingFilter = .smooth,
    pool: Pool = .shared
  ) throws(BitmapError) -> (bitmap: Bitmap, x: Int, y: Int)? {
    guard
      let across = ScalingAxis(
        old: (part.minX, part.maxX, width), new: (place.minX, place.maxX),
        clip: clip.minX..<max(clip.minX, clip.maxX), filter),
      let down = ScalingAxis(
        old: (part.minY, part.maxY, height), new: (place.minY, place.maxY),
        clip: clip.minY..<max(clip.minY, clip.maxY), filter)
    else { return nil }
    var bitmap = try Bitmap(uncleared: (across.count, down.count), pool: pool)
    let base = unsafe try bitmap.uniqueBase()
    var rows = ScaledRows(across)
    var sums = [SIMD4<Float>](repeating: .zero, count: across.count)
    for y in 0..<down.count {
      for x in sums.indices { sums[x] = SIMD4(repeating: 0.5) }
      for index in down.range(y) {
        let weight = down.weights[index]
        let source = down.starts[y] + index - down.offsets[y]
        unsafe rows.add(source, row(source), times: weight, to: &sums)
      }
      let target = unsafe base + y * bitmap.bytesPerRow
      unsafe sums.withUnsafeBufferPointer { sums in
        for x in 0..<sums.count {
          let pixel = unsafe Kernels.bytes(sums[x])
          unsafe target.storeBytes(of: pixel, toByteOffset: x * 4, as: SIMD4<UInt8>.self)
        }
      }
    }
    withExtendedLifetime(self) {}
    return (bitmap, across.first, down.first)
  }

  /// Returns the whole bitmap at another size.
  package func scaled(
    width: Int, height: Int, filter: ScalingFilter = .smooth, pool: Pool = .shared
  ) throws(BitmapError) -> Bitmap {
    let whole = Rect(x: 0, y: 0, width: Double(self.width), height: Double(self.height))
    let place = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let clip = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    guard let result = try scaled(whole, to: place, clip: clip, filter: filter, pool: pool) else {
      throw .empty(width: width, height: height)
    }
    return result.bitmap
  }
}

/// Horizontally scaled rows; the last two are cached because rows between them need both.
private struct ScaledRows {
  private let axis: ScalingAxis
  private var numbers = [-1, -1]
  private var rows: [[SIMD4<Float>]]

  init(_ axis: ScalingAxis) {
    self.axis = axis
    rows = Array(repeating: Array(repeating: .zero, count: axis.count), count: 2)
  }

  /// Adds a weighted row, which is read unless it is cached.
  mutating func add(
    _ number: Int, _ row: UnsafeRawPointer, times weight: Float, to sums: inout [SIMD4<Float>]
  ) {
    let slot = number & 1
    if number != numbers[slot] {
      numbers[slot] = number
      unsafe read(row, into: slot)
    }
    precondition(sums.count == axis.count, "sums must have one element per pixel")
    unsafe rows[slot].withUnsafeBufferPointer { row in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for x in 0..<sums.count { unsafe sums[x] += row[x] * weight }
      }
    }
  }

  private mutating func read(_ row: UnsafeRawPointer, into slot: Int) {
    let (starts, offsets, weights) = (axis.starts, axis.offsets, axis.weights)
    unsafe rows[slot].withUnsafeMutableBufferPointer { target in
      unsafe weights.withUnsafeBufferPointer { weights in
        for x in 0..<target.count {
          var sum = SIMD4<Float>.zero
          var place = starts[x] &* 4
          for index in offsets[x]..<offsets[x &+ 1] {
            let pixel = unsafe row.load(fromByteOffset: place, as: SIMD4<UInt8>.self)
            sum += unsafe Kernels.numbers(pixel) * weights[index]
            place &+= 4
          }
          unsafe target[x] = sum
        }
      }
    }
  }
}

/// The weights of old pixels in each new pixel along one axis.
private struct ScalingAxis {
  /// The first new pixel.
  let first: Int
  /// The number of new pixels.
  let count: Int
  /// The first old pixel of each new one.
  private(set) var starts: [Int] = []
  /// The weights of the old pixels of all new ones, concatenated.
  private(set) var weights: [Float] = []
  /// The start of each new pixel's weights, and the end of the last one's.
  private(set) var offsets = [0]

  /// Returns the range of a new pixel's weights.
  func range(_ new: Int) -> Range<Int> { offsets[new]..<offsets[new + 1] }

  init?(
    old: (low: Double, high: Double, count: Int), new: (low: Double, high: Double),
    clip: Range<Int>, _ filter: ScalingFilter
  ) {
    let numbers = [old.low, old.high, new.low, new.high]
    guard numbers.allSatisfy(\.isFinite), new.low < new.high, old.low < old.high else { return nil }
    // The destination is clipped in proportion to the source.
    let factor = (new.high - new.low) / (old.high - old.low)
    guard factor > 0, factor.isFinite else { return nil }
    let (low, high) = (max(0, old.low), min(Double(old.count), old.high))
    let (start, end) = (new.low + (low - old.low) * factor, new.low + (high - old.low) * factor)
    guard low < high, start < end else { return nil }
    let touched = PixelGrid(scale: 1).pixelsTouched(
      by: Rect(x: start, y: 0, width: end - start, height: 1))
    let range = (touched.minX..<touched.maxX).clamped(to: clip)
    guard !range.isEmpty else { return nil }
    (first, count) = (range.lowerBound, range.count)
    for pixel in range {
      // The covered fraction of the new pixel, and the source interval.
      let (left, right) = (max(start, Double(pixel)), min(end, Double(pixel + 1)))
      let share = max(0, right - left)
      let from = min(max(low + (left - start) / factor, low), high)
      let to = min(max(low + (right - start) / factor, from), high)
      append(from, to, share: share, within: (low, high), isMean: factor < 1, filter)
      offsets.append(weights.count)
    }
  }

  private mutating func append(
    _ from: Double, _ to: Double, share: Double, within part: (low: Double, high: Double),
    isMean: Bool, _ filter: ScalingFilter
  ) {
    let (first, last) = (Int(part.low), max(Int(part.low), Int(part.high.rounded(.up)) - 1))
    let center = (from + to) / 2
    if filter == .nearest {
      starts.append(min(max(Int(center), first), last))
      return weights.append(Float(share))
    }
    guard isMean, to > from else {
      // The two old pixels with the nearest centers.
      let left = (center - 0.5).rounded(.down)
      let pair = [Int(left), Int(left) + 1].map { min(max($0, first), last) }
      starts.append(pair[0])
      let right = center - 0.5 - left
      guard pair[0] != pair[1] else { return weights.append(Float(share)) }
      weights.append(Float((1 - right) * share))
      return weights.append(Float(right * share))
    }
    let (start, end) = (min(Int(from), last), min(Int(to.rounded(.up)), last + 1))
    starts.append(start)
    for pixel in start..<max(start + 1, end) {
      let covered = min(to, Double(pixel + 1)) - max(from, Double(pixel))
      weights.append(Float(max(0, covered) / (to - from) * share))
    }
  }
}
