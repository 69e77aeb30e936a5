public import GalleyGeometry
internal import Glibc

/// A rectangle of pixels: blue, green, red and alpha, eight bits each, premultiplied, sRGB.
///
/// A bitmap is a value. Copies share memory until one of them is drawn on; drawing on a bitmap that
/// nobody shares, the usual case, copies nothing. The memory comes from a ``BitmapPool`` and returns
/// there. Where there is no memory for the copy, drawing leaves the pixels as they are;
/// ``makeUnique()`` makes the copy beforehand, and throws.
public struct Bitmap: Sendable {
  /// The most pixels that a side may have.
  public static let sideLimit = 16_384
  /// The most bytes that the pixels may take.
  public static let byteLimit = 256 << 20

  /// How many pixels a row has.
  public let width: Int
  /// How many rows there are.
  public let height: Int
  /// How many pixels stand for a point; it goes into image files as their density.
  public var scale = 1.0

  /// Whether every pixel is known to be transparent, with none of its channels set.
  ///
  /// Drawing on such a bitmap needs not look at what is there.
  public internal(set) var isClear: Bool

  /// The distance between rows, a multiple of 16.
  let bytesPerRow: Int
  private var memory: PixelMemory

  /// Bytes after the last row that whole-vector stores may touch without changing them.
  private static let slack = 64

  /// Makes a transparent bitmap.
  ///
  /// - Parameters:
  ///   - width: How many pixels a row has, from 1 to ``sideLimit``.
  ///   - height: How many rows there are, from 1 to ``sideLimit``.
  ///   - pool: Where the memory comes from and goes back to.
  /// - Throws: ``BitmapError`` if a side is out of bounds, if the whole is over ``byteLimit``, or if
  ///   there is no memory.
  public init(width: Int, height: Int, pool: BitmapPool = .shared) throws(BitmapError) {
    try self.init(uncleared: (width, height), pool: pool)
    clear()
  }

  /// Makes a bitmap of one color.
  public init(
    width: Int, height: Int, color: Color, pool: BitmapPool = .shared
  ) throws(BitmapError) {
    try self.init(uncleared: (width, height), pool: pool)
    isClear = false
    fill(with: color)
  }

  /// Makes a bitmap with anything in it, for those who set every pixel.
  init(uncleared size: (width: Int, height: Int), pool: BitmapPool) throws(BitmapError) {
    try self.init(uncleared: size, shelf: pool.shelf)
  }

  /// Makes a bitmap with anything in it, of the memory that another one is of.
  init(uncleared size: (width: Int, height: Int), like other: Bitmap) throws(BitmapError) {
    try self.init(uncleared: size, shelf: other.memory.shelf)
  }

  private init(
    uncleared size: (width: Int, height: Int), shelf: BitmapShelf
  ) throws(BitmapError) {
    let (width, height) = size
    guard width > 0, height > 0 else { throw .empty(width: width, height: height) }
    guard width <= Self.sideLimit, height <= Self.sideLimit else {
      throw .tooLarge(width: width, height: height)
    }
    let bytesPerRow = (width * 4 + 15) & ~15
    guard bytesPerRow * height <= Self.byteLimit else {
      throw .tooLarge(width: width, height: height)
    }
    let byteCount = bytesPerRow * height + Self.slack
    guard let memory = PixelMemory(byteCount: byteCount, shelf: shelf) else {
      throw .outOfMemory(bytes: byteCount)
    }
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.memory = memory
    isClear = false
  }

  /// Where the pixels are, as a rectangle with its corner at the origin.
  public var bounds: PixelRect {
    PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
  }

  /// The memory that the pixels take.
  public var byteCount: Int { bytesPerRow * height }

  /// The pixel in column `x` of row `y`, as `0xAARRGGBB`, premultiplied.
  public func pixel(x: Int, y: Int) -> UInt32 {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "a pixel is in its bitmap")
    return unsafe memory.base.load(fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
  }

  /// All pixels as `0xAARRGGBB`, premultiplied, row after row from the top without gaps.
  public var pixels: [UInt32] {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      let row = unsafe UnsafeRawBufferPointer(start: row(y), count: width * 4)
      unsafe pixels.append(contentsOf: unsafe row.bindMemory(to: UInt32.self))
    }
    return pixels
  }

  /// Lends the bytes of the rows, which are `bytesPerRow` apart.
  package func withBytes<Result>(_ body: (_ bytes: Span<UInt8>, _ bytesPerRow: Int) -> Result)
    -> Result
  {
    let bytes = unsafe UnsafeRawBufferPointer(start: memory.base, count: byteCount)
    let result = unsafe bytes.withMemoryRebound(to: UInt8.self) { buffer in
      unsafe body(buffer.span, bytesPerRow)
    }
    withExtendedLifetime(memory) {}
    return result
  }

  /// Lends the bytes of the rows, which are `bytesPerRow` apart, to be changed.
  ///
  /// - Returns: The result of `body`; `nil` if there is no memory for bytes that nobody shares, and
  ///   `body` was not called.
  @discardableResult package mutating func withMutableBytes<Result>(
    _ body: (_ bytes: inout MutableSpan<UInt8>, _ bytesPerRow: Int) -> Result
  ) -> Result? {
    guard let base = unsafe mutableBase() else { return nil }
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    let result = unsafe bytes.withMemoryRebound(to: UInt8.self) { buffer in
      var span = unsafe buffer.mutableSpan
      return body(&span, bytesPerRow)
    }
    withExtendedLifetime(memory) {}
    return result
  }

  /// Whether both bitmaps are the same memory, so that they are equal without a look at the pixels.
  package func sharesPixels(with other: Bitmap) -> Bool { memory === other.memory }

  /// The first byte of a row, for reading while the bitmap is alive.
  func row(_ y: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(memory.base + y * bytesPerRow)
  }

  /// Copies the pixels, if another bitmap shares their memory.
  ///
  /// Drawing on the bitmap needs no memory for pixels from then on, until the bitmap is copied again.
  ///
  /// - Throws: ``BitmapError/outOfMemory(bytes:)``; the bitmap goes on sharing its memory.
  public mutating func makeUnique() throws(BitmapError) {
    guard !isKnownUniquelyReferenced(&memory) else { return }
    let byteCount = bytesPerRow * height + Self.slack
    guard let copy = PixelMemory(byteCount: byteCount, shelf: memory.shelf) else {
      throw .outOfMemory(bytes: byteCount)
    }
    unsafe copy.base.copyMemory(from: memory.base, byteCount: bytesPerRow * height)
    memory = copy
  }

  /// The first byte of the pixels, for writing while the bitmap is alive and not copied.
  ///
  /// Afterwards the bitmap no longer counts as clear.
  ///
  /// - Throws: ``BitmapError/outOfMemory(bytes:)`` if there is no memory for pixels that nobody
  ///   shares; the bitmap is as before.
  mutating func uniqueBase() throws(BitmapError) -> UnsafeMutableRawPointer {
    try makeUnique()
    isClear = false
    return unsafe memory.base
  }

  /// The first byte of the pixels, as ``uniqueBase()`` returns it; `nil` where that throws.
  mutating func mutableBase() -> UnsafeMutableRawPointer? {
    unsafe try? uniqueBase()
  }

  /// Makes every pixel transparent, or none if there is no memory for pixels that nobody shares.
  public mutating func clear() {
    guard !isClear else { return }
    if !isKnownUniquelyReferenced(&memory) {
      let byteCount = bytesPerRow * height + Self.slack
      // What is there is not wanted, so it is not copied.
      if let fresh = PixelMemory(byteCount: byteCount, shelf: memory.shelf) { memory = fresh }
    }
    guard let base = unsafe mutableBase() else { return }
    unsafe memset(base, 0, bytesPerRow * height)
    isClear = true
  }
}

extension Bitmap: Equatable {
  /// Whether the bitmaps have the same size and the same pixels.
  public static func == (left: Bitmap, right: Bitmap) -> Bool {
    guard left.width == right.width, left.height == right.height else { return false }
    return (0..<left.height).allSatisfy { y in
      unsafe memcmp(left.row(y), right.row(y), left.width * 4) == 0
    }
  }
}
