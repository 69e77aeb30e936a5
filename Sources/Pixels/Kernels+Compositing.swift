/// The inner loops of layer compositing.
extension Kernels {
  /// Composites a row of premultiplied pixels, at an opacity, over another.
  ///
  /// Memory past the ends is not touched.
  static func blend(
    _ source: UnsafeRawPointer, opacity: UInt8, over pixels: UnsafeMutableRawPointer, count: Int
  ) {
    let share = SIMD4<UInt8>(repeating: opacity)
    unsafe forEachQuad(pixels, count: count) { target, x, size in
      let above = unsafe load(source + x &* 4, size: size)
      // Most pixels of texts are transparent.
      if above == .zero { return }
      unsafe store(
        blend(above, share: share, over: load(UnsafeRawPointer(target), size: size)), target,
        size: size)
    }
  }

  /// Composites a color through a row of coverage over a row of pixels.
  ///
  /// Memory past the ends is not touched.
  static func blend(
    _ color: PremultipliedColor, through coverage: UnsafeRawPointer,
    over pixels: UnsafeMutableRawPointer, count: Int
  ) {
    unsafe forEachQuad(pixels, count: count) { target, x, size in
      let share = unsafe loadBytes(coverage + x, size)
      let below = unsafe load(UnsafeRawPointer(target), size: size)
      unsafe store(blend(share, color, over: below, isOpaque: color.isOpaque), target, size: size)
    }
  }

  /// Restores a row of pixels from saved ones, keeping a share of each, out of 255.
  ///
  /// Memory past the ends is not touched.
  static func mix(
    _ pixels: UnsafeMutableRawPointer, with saved: UnsafeRawPointer,
    coverage: UnsafeRawPointer, count: Int
  ) {
    unsafe forEachQuad(pixels, count: count) { target, x, size in
      let share = unsafe lanes(loadBytes(coverage + x, size))
      let old = unsafe load(saved + x &* 4, size: size)
      let new = unsafe load(UnsafeRawPointer(target), size: size)
      unsafe store(mix(new, old, share: share), target, size: size)
    }
  }

  /// Restores a row of pixels from saved ones, keeping the same share of all.
  ///
  /// Memory past the ends is not touched.
  static func mix(
    _ pixels: UnsafeMutableRawPointer, with saved: UnsafeRawPointer, share: UInt8, count: Int
  ) {
    let share = lanes(SIMD4(repeating: share))
    unsafe forEachQuad(pixels, count: count) { target, x, size in
      let old = unsafe load(saved + x &* 4, size: size)
      let new = unsafe load(UnsafeRawPointer(target), size: size)
      unsafe store(mix(new, old, share: share), target, size: size)
    }
  }

  /// Composites interpolated pixels of an image over a row of pixels.
  ///
  /// Each is interpolated between the four nearest; memory past the row's end is not touched.
  ///
  /// - Parameters:
  ///   - base: The image's pixels.
  ///   - bytesPerRow: The distance between its rows.
  ///   - places: The column and row of each pixel in the image, in 1/256 from the center of the
  ///     first pixel. If either is fractional, the next column or row must exist.
  ///   - coverage: The coverage of each pixel, out of 255.
  ///   - pixels: The row.
  ///   - count: The number of pixels.
  static func sample(
    _ base: UnsafeRawPointer, bytesPerRow: Int, at places: UnsafePointer<SIMD2<Int32>>,
    coverage: UnsafeRawPointer, over pixels: UnsafeMutableRawPointer, count: Int
  ) {
    for x in 0..<count {
      let share = unsafe coverage.load(fromByteOffset: x, as: UInt8.self)
      guard share > 0 else { continue }
      let place = unsafe places[x]
      let (column, row) = (Int(place.x &>> 8), Int(place.y &>> 8))
      let (right, down) = (UInt16(truncatingIfNeeded: place.x & 255), UInt32(place.y & 255))
      let corner = unsafe base + (row &* bytesPerRow &+ column &* 4)
      let across = right == 0 ? 0 : 4
      let below = down == 0 ? 0 : bytesPerRow
      // Products of channels and 256ths fit into 16 bits, those of rows into 32.
      let left = unsafe channels(corner, corner + below)
      let next = unsafe channels(corner + across, corner + below + across)
      let rows = left &* (256 &- right) &+ next &* right
      let (top, bottom) = (
        SIMD4<UInt32>(truncatingIfNeeded: rows.lowHalf),
        SIMD4<UInt32>(truncatingIfNeeded: rows.highHalf)
      )
      let sum = top &* (256 &- down) &+ bottom &* down &+ 32_768
      let bytes = SIMD4<UInt8>(truncatingIfNeeded: sum &>> 16)
      let above = unsafe unsafeBitCast(bytes, to: UInt32.self)
      let target = unsafe pixels + x &* 4
      if share == 255 && above >= 0xFF00_0000 {
        unsafe target.storeBytes(of: above, as: UInt32.self)
        continue
      }
      let old = unsafe target.loadUnaligned(as: UInt32.self)
      let new = blend(
        SIMD4(repeating: above), share: SIMD4(repeating: share), over: SIMD4(repeating: old))
      unsafe target.storeBytes(of: new.x, as: UInt32.self)
    }
  }

  /// Returns four premultiplied pixels composited through coverage over others.
  @inline(__always) private static func blend(
    _ above: SIMD4<UInt32>, share: SIMD4<UInt8>, over below: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let share = lanes(share)
    let alpha = above &>> 24
    let opacity = unsafe unsafeBitCast(alpha | alpha &<< 16, to: SIMD8<UInt16>.self)
    let rest = 255 &- low(opacity &* share &+ 128)
    let above = unsafe unsafeBitCast(above, to: SIMD8<UInt16>.self)
    let below = unsafe unsafeBitCast(below, to: SIMD8<UInt16>.self)
    return pixels(
      (above & 0x00FF) &* share &+ (below & 0x00FF) &* rest,
      (above &>> 8) &* share &+ (below &>> 8) &* rest)
  }

  @inline(__always) private static func mix(
    _ new: SIMD4<UInt32>, _ old: SIMD4<UInt32>, share: SIMD8<UInt16>
  ) -> SIMD4<UInt32> {
    let rest = 255 &- share
    let new = unsafe unsafeBitCast(new, to: SIMD8<UInt16>.self)
    let old = unsafe unsafeBitCast(old, to: SIMD8<UInt16>.self)
    return pixels(
      (new & 0x00FF) &* share &+ (old & 0x00FF) &* rest,
      (new &>> 8) &* share &+ (old &>> 8) &* rest)
  }

  /// Returns the channels of two pixels.
  @inline(__always) private static func channels(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) -> SIMD8<UInt16> {
    let first = unsafe UInt64(first.loadUnaligned(as: UInt32.self))
    let second = unsafe UInt64(second.loadUnaligned(as: UInt32.self))
    let bytes = unsafe unsafeBitCast(first | second &<< 32, to: SIMD8<UInt8>.self)
    return SIMD8(truncatingIfNeeded: bytes)
  }

  /// Visits a row four pixels at a time, and the remainder one at a time.
  @inline(__always) private static func forEachQuad(
    _ pixels: UnsafeMutableRawPointer, count: Int,
    _ body: (_ target: UnsafeMutableRawPointer, _ x: Int, _ size: Int) -> Void
  ) {
    var x = 0
    while x &+ 4 <= count {
      unsafe body(pixels + x &* 4, x, 4)
      x &+= 4
    }
    while x < count {
      unsafe body(pixels + x &* 4, x, 1)
      x &+= 1
    }
  }

  /// Returns four pixels, or one pixel repeated four times.
  @inline(__always) private static func load(
    _ pixels: UnsafeRawPointer, size: Int
  ) -> SIMD4<UInt32> {
    size == 4
      ? unsafe pixels.loadUnaligned(as: SIMD4<UInt32>.self)
      : SIMD4(repeating: unsafe pixels.loadUnaligned(as: UInt32.self))
  }

  @inline(__always) private static func loadBytes(
    _ bytes: UnsafeRawPointer, _ size: Int
  ) -> SIMD4<UInt8> {
    size == 4
      ? unsafe bytes.loadUnaligned(as: SIMD4<UInt8>.self)
      : SIMD4(repeating: unsafe bytes.load(as: UInt8.self))
  }

  @inline(__always) private static func store(
    _ value: SIMD4<UInt32>, _ pixels: UnsafeMutableRawPointer, size: Int
  ) {
    if size == 4 {
      unsafe pixels.storeBytes(of: value, as: SIMD4<UInt32>.self)
    } else {
      unsafe pixels.storeBytes(of: value.x, as: UInt32.self)
    }
  }
}
