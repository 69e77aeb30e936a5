internal import GalleyCPixels

/// The inner loops of painting, which process sixteen or four pixels at a time.
///
/// All loops use unaligned loads and stores of whole vectors, because the rows of glyphs are about
/// nine pixels long and handling their remainders separately would cost more than the rest. Each
/// function documents how far past the end it may reach; values there are preserved.
///
/// Divisions by 255 are exact, rounded to nearest. The terms of a channel are summed before a
/// single division, so that painting on transparent pixels gives the same bytes whether or not they
/// are known to be transparent.
enum Kernels {
  /// Returns the coverage of four pixels, each twice: once per channel of a `PremultipliedColor`.
  @inline(__always) static func lanes(_ coverage: SIMD4<UInt8>) -> SIMD8<UInt16> {
    let wide = SIMD4<UInt32>(truncatingIfNeeded: coverage)
    return unsafe unsafeBitCast(wide | wide &<< 16, to: SIMD8<UInt16>.self)
  }

  /// Returns `value / 255` in each lane, in the lower byte.
  @inline(__always) static func low(_ value: SIMD8<UInt16>) -> SIMD8<UInt16> {
    (value &+ value &>> 8) &>> 8
  }

  /// Returns `value / 255` in each lane, in the upper byte.
  @inline(__always) static func high(_ value: SIMD8<UInt16>) -> SIMD8<UInt16> {
    (value &+ value &>> 8) & 0xFF00
  }

  /// Combines lanes of blue and red, and of green and alpha, times 255, into four pixels.
  @inline(__always) static func pixels(
    _ blueRed: SIMD8<UInt16>, _ greenAlpha: SIMD8<UInt16>
  ) -> SIMD4<UInt32> {
    unsafe unsafeBitCast(low(blueRed &+ 128) | high(greenAlpha &+ 128), to: SIMD4<UInt32>.self)
  }

  /// Returns four pixels of `color` through `coverage`, on transparent pixels.
  @inline(__always) private static func cover(
    _ coverage: SIMD4<UInt8>, _ color: PremultipliedColor, as coloring: Coloring
  ) -> SIMD4<UInt32> {
    if case .blackOnClear = coloring { return SIMD4<UInt32>(truncatingIfNeeded: coverage) &<< 24 }
    let coverage = lanes(coverage)
    return pixels(coverage &* color.blueRed, coverage &* color.greenAlpha)
  }

  /// Returns four pixels of `color` through `coverage`, composited over others.
  @inline(__always) static func blend(
    _ coverage: SIMD4<UInt8>, _ color: PremultipliedColor, over below: SIMD4<UInt32>, isOpaque: Bool
  ) -> SIMD4<UInt32> {
    let coverage = lanes(coverage)
    let opacity = isOpaque ? coverage : low(coverage &* color.alpha &+ 128)
    let rest = 255 &- opacity
    let below = unsafe unsafeBitCast(below, to: SIMD8<UInt16>.self)
    return pixels(
      coverage &* color.blueRed &+ (below & 0x00FF) &* rest,
      coverage &* color.greenAlpha &+ (below &>> 8) &* rest)
  }

  /// Raises a row of coverage to the maximum with another row; the number of bytes is a multiple of
  /// 8.
  ///
  /// Memory past the rows is not touched.
  @inline(__always) static func maximize(
    _ row: UnsafeMutableRawPointer, with mask: UnsafeRawPointer, count: Int
  ) {
    var x = 0
    while x &+ 16 <= count {
      unsafe maximize16(row + x, with: mask + x)
      x &+= 16
    }
    if x < count { unsafe maximize8(row + x, with: mask + x) }
  }

  /// Raises sixteen bytes of coverage to the maximum with another row.
  @inline(__always) static func maximize16(
    _ row: UnsafeMutableRawPointer, with mask: UnsafeRawPointer
  ) {
    let old = unsafe row.loadUnaligned(as: SIMD16<UInt8>.self)
    let new = unsafe mask.loadUnaligned(as: SIMD16<UInt8>.self)
    unsafe row.storeBytes(of: old.replacing(with: new, where: new .> old), as: SIMD16<UInt8>.self)
  }

  /// Raises eight bytes of coverage to the maximum with another row.
  @inline(__always) static func maximize8(
    _ row: UnsafeMutableRawPointer, with mask: UnsafeRawPointer
  ) {
    let old = unsafe row.loadUnaligned(as: SIMD8<UInt8>.self)
    let new = unsafe mask.loadUnaligned(as: SIMD8<UInt8>.self)
    unsafe row.storeBytes(of: old.replacing(with: new, where: new .> old), as: SIMD8<UInt8>.self)
  }

  /// Increases partial coverage, most at one half.
  ///
  /// A coverage of c, from 0 to 1, becomes c + s · c · (1 - c).
  ///
  /// - Parameters:
  ///   - row: The row. Up to 15 bytes past its end must be accessible; zeros stay zero.
  ///   - count: The number of bytes.
  ///   - strength: s times 257, at most 255.
  @inline(__always) static func strengthen(
    _ row: UnsafeMutableRawPointer, count: Int, by strength: UInt16
  ) {
    var x = 0
    while x < count {
      let old = unsafe row.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
      let wide = SIMD16<UInt16>(truncatingIfNeeded: old)
      // At most 254, so that the product with the strength does not overflow.
      let room = (wide &* (255 &- wide)) &>> 6
      let new = wide &+ (room &* strength &+ 512) &>> 10
      unsafe row.storeBytes(
        of: SIMD16<UInt8>(truncatingIfNeeded: new), toByteOffset: x, as: SIMD16<UInt8>.self)
      x &+= 16
    }
  }

  /// Colors a row of pixels through a row of coverage, and resets the coverage to zero.
  ///
  /// - Parameters:
  ///   - pixels: The row. Up to 15 pixels past its end are read and written back unchanged.
  ///   - coverage: One byte per pixel. Up to 15 bytes past its end must be accessible and zero.
  ///   - count: The number of pixels.
  ///   - color: The color.
  ///   - coloring: The kind of color and pixels; a constant, so that the loop is specialized.
  @inline(__always) static func color(
    _ pixels: UnsafeMutableRawPointer, through coverage: UnsafeMutableRawPointer, count: Int,
    _ color: PremultipliedColor, as coloring: Coloring
  ) {
    let (isClear, isOpaque) = (coloring.isOnClear, coloring.isOpaque)
    var x = 0
    while x < count {
      defer { x &+= 16 }
      let first = unsafe coverage.loadUnaligned(fromByteOffset: x, as: UInt64.self)
      let second = unsafe coverage.loadUnaligned(fromByteOffset: x &+ 8, as: UInt64.self)
      if first | second == 0 { continue }

      let masks = unsafe coverage.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
      unsafe coverage.storeBytes(of: .zero, toByteOffset: x, as: SIMD16<UInt8>.self)
      let quads = (
        masks.lowHalf.lowHalf, masks.lowHalf.highHalf, masks.highHalf.lowHalf,
        masks.highHalf.highHalf
      )
      let target = unsafe pixels + x &* 4
      // The last pixels of a row may belong to other contents.
      if isClear, x &+ 16 <= count {
        unsafe store(cover(quads.0, color, as: coloring), target, 0)
        unsafe store(cover(quads.1, color, as: coloring), target, 1)
        unsafe store(cover(quads.2, color, as: coloring), target, 2)
        unsafe store(cover(quads.3, color, as: coloring), target, 3)
      } else {
        unsafe store(blend(quads.0, color, over: load(target, 0), isOpaque: isOpaque), target, 0)
        unsafe store(blend(quads.1, color, over: load(target, 1), isOpaque: isOpaque), target, 1)
        unsafe store(blend(quads.2, color, over: load(target, 2), isOpaque: isOpaque), target, 2)
        unsafe store(blend(quads.3, color, over: load(target, 3), isOpaque: isOpaque), target, 3)
      }
    }
  }

  /// Writes a row of transparent pixels, colored through a row of coverage, and resets the coverage
  /// to zero.
  ///
  /// - Parameters:
  ///   - pixels: The row. Up to 15 pixels past its end are made transparent.
  ///   - coverage: One byte per pixel. Up to 15 bytes past its end must be accessible and zero.
  ///   - count: The number of pixels.
  ///   - color: The color.
  ///   - coloring: The kind of color; a constant, so that the loop is specialized.
  @inline(__always) static func write(
    _ pixels: UnsafeMutableRawPointer, through coverage: UnsafeMutableRawPointer, count: Int,
    _ color: PremultipliedColor, as coloring: Coloring
  ) {
    var x = 0
    while x < count {
      let masks = unsafe coverage.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
      unsafe coverage.storeBytes(of: .zero, toByteOffset: x, as: SIMD16<UInt8>.self)
      let target = unsafe pixels + x &* 4
      unsafe store(cover(masks.lowHalf.lowHalf, color, as: coloring), target, 0)
      unsafe store(cover(masks.lowHalf.highHalf, color, as: coloring), target, 1)
      unsafe store(cover(masks.highHalf.lowHalf, color, as: coloring), target, 2)
      unsafe store(cover(masks.highHalf.highHalf, color, as: coloring), target, 3)
      x &+= 16
    }
  }

  /// Makes a row of pixels transparent, and up to three pixels past its end.
  @inline(__always) static func clear(_ pixels: UnsafeMutableRawPointer, count: Int) {
    var x = 0
    while x < count {
      unsafe pixels.storeBytes(of: .zero, toByteOffset: x &* 4, as: SIMD4<UInt32>.self)
      x &+= 4
    }
  }

  /// The kinds of colors and of the pixels below them that have a loop of their own.
  enum Coloring {
    /// Opaque black on transparent pixels, which needs no multiplication.
    case blackOnClear
    /// Any color on transparent pixels.
    case onClear
    /// An opaque color.
    case opaque
    /// Any color.
    case translucent

    /// Whether the pixels are known to be transparent.
    @inline(__always) var isOnClear: Bool {
      switch self {
      case .blackOnClear, .onClear: true
      case .opaque, .translucent: false
      }
    }

    /// Whether the color is known to be opaque.
    @inline(__always) var isOpaque: Bool {
      switch self {
      case .blackOnClear, .opaque: true
      case .onClear, .translucent: false
      }
    }
  }

  @inline(__always) static func load(
    _ pixels: UnsafeMutableRawPointer, _ quad: Int
  ) -> SIMD4<UInt32> {
    unsafe pixels.loadUnaligned(fromByteOffset: quad &* 16, as: SIMD4<UInt32>.self)
  }

  @inline(__always) static func store(
    _ value: SIMD4<UInt32>, _ pixels: UnsafeMutableRawPointer, _ quad: Int
  ) {
    unsafe pixels.storeBytes(of: value, toByteOffset: quad &* 16, as: SIMD4<UInt32>.self)
  }

  /// Sets a row of pixels to one value.
  ///
  /// Memory past its end is not touched.
  static func fill(_ pixels: UnsafeMutableRawPointer, count: Int, with argb: UInt32) {
    let quad = SIMD4<UInt32>(repeating: argb)
    var x = 0
    while x &+ 16 <= count {
      for index in 0..<4 { unsafe store(quad, pixels + x &* 4, index) }
      x &+= 16
    }
    while x &+ 4 <= count {
      unsafe pixels.storeBytes(of: quad, toByteOffset: x &* 4, as: SIMD4<UInt32>.self)
      x &+= 4
    }
    while x < count {
      unsafe pixels.storeBytes(of: argb, toByteOffset: x &* 4, as: UInt32.self)
      x &+= 1
    }
  }

  /// Composites a row of premultiplied pixels over another.
  ///
  /// Memory past the ends is not touched. Pictures of text are mostly clear and backgrounds mostly
  /// opaque, so groups of sixteen pixels of either kind are skipped or copied, with the same result
  /// as blending. Within a group, branches would be mispredicted too often to save time.
  static func blend(
    _ source: UnsafeRawPointer, over pixels: UnsafeMutableRawPointer, count: Int,
    using instructions: Instructions
  ) {
    #if arch(x86_64)
    if instructions == .avx2 { return unsafe galley_blend_avx2(source, pixels, count) }
    #endif
    var x = 0
    while x &+ 16 <= count {
      defer { x &+= 16 }
      let start = unsafe source + x &* 4
      let first = unsafe start.loadUnaligned(as: SIMD4<UInt32>.self)
      let second = unsafe start.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self)
      let third = unsafe start.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt32>.self)
      let fourth = unsafe start.loadUnaligned(fromByteOffset: 48, as: SIMD4<UInt32>.self)
      if isClear(first | second | third | fourth) { continue }
      let target = unsafe pixels + x &* 4
      if isOpaque(first & second & third & fourth) {
        unsafe store(first, target, 0)
        unsafe store(second, target, 1)
        unsafe store(third, target, 2)
        unsafe store(fourth, target, 3)
      } else {
        unsafe store(blend(first, over: load(target, 0)), target, 0)
        unsafe store(blend(second, over: load(target, 1)), target, 1)
        unsafe store(blend(third, over: load(target, 2)), target, 2)
        unsafe store(blend(fourth, over: load(target, 3)), target, 3)
      }
    }
    while x &+ 4 <= count {
      let above = unsafe source.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self)
      if !isClear(above) {
        unsafe store(blend(above, over: load(pixels + x &* 4, 0)), pixels + x &* 4, 0)
      }
      x &+= 4
    }
    while x < count {
      let above = unsafe source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
      let below = unsafe pixels.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
      let quad = blend(SIMD4(repeating: above), over: SIMD4(repeating: below))
      unsafe pixels.storeBytes(of: quad.x, toByteOffset: x &* 4, as: UInt32.self)
      x &+= 1
    }
  }

  /// Returns whether four pixels are all zero.
  @inline(__always) private static func isClear(_ pixels: SIMD4<UInt32>) -> Bool {
    let pairs = unsafe unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    return pairs.x | pairs.y == 0
  }

  /// Returns whether four pixels are all opaque.
  @inline(__always) private static func isOpaque(_ pixels: SIMD4<UInt32>) -> Bool {
    let pairs = unsafe unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    return pairs.x & pairs.y & 0xFF00_0000_FF00_0000 == 0xFF00_0000_FF00_0000
  }

  /// Returns four premultiplied pixels composited over others.
  @inline(__always) static func blend(
    _ above: SIMD4<UInt32>, over below: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let alpha = above &>> 24
    let rest = 255 &- (unsafe unsafeBitCast(alpha | alpha &<< 16, to: SIMD8<UInt16>.self))
    let above = unsafe unsafeBitCast(above, to: SIMD8<UInt16>.self)
    let below = unsafe unsafeBitCast(below, to: SIMD8<UInt16>.self)
    return pixels(
      (above & 0x00FF) &* 255 &+ (below & 0x00FF) &* rest,
      (above &>> 8) &* 255 &+ (below &>> 8) &* rest)
  }

  /// Composites a color at full coverage over a row of pixels.
  ///
  /// Memory past its end is not touched.
  static func blend(_ color: PremultipliedColor, over pixels: UnsafeMutableRawPointer, count: Int) {
    let above = SIMD4(repeating: color.argb)
    var x = 0
    while x &+ 4 <= count {
      unsafe store(blend(above, over: load(pixels + x &* 4, 0)), pixels + x &* 4, 0)
      x &+= 4
    }
    while x < count {
      let below = unsafe pixels.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
      let quad = blend(above, over: SIMD4(repeating: below))
      unsafe pixels.storeBytes(of: quad.x, toByteOffset: x &* 4, as: UInt32.self)
      x &+= 1
    }
  }

  // MARK: Numbers

  /// Converts bytes to floats, like `SIMD4<Float>(bytes)` but without a call per lane.
  @inline(__always) static func numbers(_ bytes: SIMD4<UInt8>) -> SIMD4<Float> {
    // With this exponent, the lowest bit of the significand is worth one.
    let bits = SIMD4<UInt32>(truncatingIfNeeded: bytes) | 0x4B00_0000
    return unsafe unsafeBitCast(bits, to: SIMD4<Float>.self) - 8_388_608
  }

  /// Converts floats from 0 to less than 256 to bytes, rounding down.
  @inline(__always) static func bytes(_ numbers: SIMD4<Float>) -> SIMD4<UInt8> {
    let nearest = (numbers + 8_388_608) - 8_388_608
    let floor = nearest.replacing(with: nearest - 1, where: nearest .> numbers)
    return SIMD4<UInt8>(
      truncatingIfNeeded: unsafe unsafeBitCast(floor + 8_388_608, to: SIMD4<UInt32>.self))
  }
}
