internal import GalleyBasics
public import GalleyGeometry
internal import Glibc

/// A rectangle of premultiplied sRGB pixels with eight bits per channel, in BGRA order.
///
/// A bitmap is a copy-on-write value: drawing on a bitmap that is not shared, the usual case,
/// copies nothing. The memory comes from a ``Bitmap/Pool`` and returns to it. If the memory for a
/// copy cannot be allocated, drawing leaves the pixels unchanged; call ``makeUnique()`` first to
/// get an error.
public struct Bitmap: Sendable {
  /// The maximum length of a side, in pixels.
  public static let sideLimit = Limits.Bitmaps.side
  /// The maximum size of the pixels, in bytes.
  public static let byteLimit = Limits.Bitmaps.bytes

  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The number of pixels per point; stored in image files as their density.
  public var scale = 1.0

  /// Whether all pixels are known to be zero.
  ///
  /// Drawing on such a bitmap skips blending.
  public internal(set) var isClear: Bool

  /// The distance between rows in bytes, a multiple of 16.
  let bytesPerRow: Int
  private var memory: PixelMemory

  /// The number of bytes after the last row that whole-vector stores may touch without changing
  /// them.
  private static let slack = 64

  /// Creates a transparent bitmap.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, from 1 to ``sideLimit``.
  ///   - height: The height in pixels, from 1 to ``sideLimit``.
  ///   - pool: The pool that provides the memory.
  /// - Throws: ``BitmapError`` if a side is out of range, the size exceeds ``byteLimit``, or memory
  ///   runs out.
  public init(width: Int, height: Int, pool: Pool = .shared) throws(BitmapError) {
    try self.init(uncleared: (width, height), pool: pool)
    clear()
  }

  /// Creates a bitmap of one color.
  public init(width: Int, height: Int, color: Color, pool: Pool = .shared) throws(BitmapError) {
    try self.init(uncleared: (width, height), pool: pool)
    isClear = false
    fill(with: color)
  }

  /// Creates a bitmap with uninitialized contents, for callers that set every pixel.
  package init(uncleared size: (width: Int, height: Int), pool: Pool) throws(BitmapError) {
    try self.init(uncleared: size, shelf: pool.shelf)
  }

  /// Creates a bitmap with uninitialized contents, from the same pool as another one.
  init(uncleared size: (width: Int, height: Int), like other: Bitmap) throws(BitmapError) {
    try self.init(uncleared: size, shelf: other.memory.shelf)
  }

  private init(uncleared size: (width: Int, height: Int), shelf: BitmapShelf) throws(BitmapError) {
    let (width, height) = size
    guard width > 0, height > 0 else { throw .empty(width: width, height: height) }
    guard width <= Self.sideLimit, height <= Self.sideLimit else {
      throw .tooLarge(width: width, height: height)
    }
    let bytesPerRow = Self.bytesPerRow(width: width)
    guard bytesPerRow * height <= Self.byteLimit else {
      throw .tooLarge(width: width, height: height)
    }
    let byteCount = bytesPerRow * height + Self.slack
    guard let memory = PixelMemory(byteCount: byteCount, shelf: shelf) else {
      throw .outOfMemory(bytes: byteCount)
    }
    self.init(size, bytesPerRow: bytesPerRow, in: memory)
  }

  /// Returns whether the memory is not shared and large enough for a bitmap of another size.
  package mutating func canBecome(width: Int, height: Int) -> Bool {
    isKnownUniquelyReferenced(&memory)
      && (1...Self.sideLimit).contains(width) && (1...Self.sideLimit).contains(height)
      && Self.bytesPerRow(width: width) * height + Self.slack <= memory.block.byteCount
  }

  /// Creates a bitmap with undefined contents, in the memory of another one if that is not shared
  /// and large enough.
  ///
  /// A surface that is resized step by step then touches no fresh memory.
  ///
  /// - Throws: ``BitmapError`` like ``init(width:height:pool:)``.
  package init(
    uncleared size: (width: Int, height: Int), reusing other: consuming Bitmap?
  ) throws(BitmapError) {
    guard var other, other.canBecome(width: size.width, height: size.height) else {
      try self.init(uncleared: size, pool: .shared)
      return
    }
    self.init(size, bytesPerRow: Self.bytesPerRow(width: size.width), in: other.memory)
  }

  private init(_ size: (width: Int, height: Int), bytesPerRow: Int, in memory: PixelMemory) {
    memory.setPending(from: .max)
    (width, height) = size
    self.bytesPerRow = bytesPerRow
    self.memory = memory
    isClear = false
  }

  /// Returns the distance between rows, a whole number of vectors.
  private static func bytesPerRow(width: Int) -> Int { (width * 4 + 15) & ~15 }

  /// The bounds of the bitmap, with the origin at zero.
  public var bounds: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

  /// The memory of the pixels, in bytes.
  public var byteCount: Int { bytesPerRow * height }

  /// Returns the pixel in column `x` of row `y`, as premultiplied `0xAARRGGBB`.
  public func pixel(x: Int, y: Int) -> UInt32 {
    precondition(
      (0..<width).contains(x) && (0..<height).contains(y),
      "pixel position must be within the bitmap")
    return unsafe row(y).load(fromByteOffset: x * 4, as: UInt32.self)
  }

  /// All pixels as premultiplied `0xAARRGGBB`, row by row from the top without padding.
  public var pixels: [UInt32] {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      let row = unsafe UnsafeRawBufferPointer(start: row(y), count: width * 4)
      unsafe pixels.append(contentsOf: unsafe row.bindMemory(to: UInt32.self))
    }
    return pixels
  }

  /// Calls a closure with the bytes of the rows, which are `bytesPerRow` apart.
  package func withBytes<Result>(_ body: (_ bytes: Span<UInt8>, _ bytesPerRow: Int) -> Result)
    -> Result
  {
    let bytes = unsafe UnsafeRawBufferPointer(start: row(0), count: byteCount)
    let result = unsafe bytes.withMemoryRebound(to: UInt8.self) { buffer in
      unsafe body(buffer.span, bytesPerRow)
    }
    withExtendedLifetime(memory) {}
    return result
  }

  /// Calls a closure with the mutable bytes of the rows, which are `bytesPerRow` apart.
  ///
  /// - Returns: The result of `body`, or `nil` without calling it if a unique copy cannot be
  ///   allocated.
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

  /// Returns whether both bitmaps share their memory, which implies that they are equal.
  package func sharesPixels(with other: Bitmap) -> Bool { memory === other.memory }

  /// Returns the first byte of a row, for reading while the bitmap is alive.
  func row(_ y: Int) -> UnsafeRawPointer {
    memory.clearPending(of: byteCount)
    return unsafe UnsafeRawPointer(memory.base + y * bytesPerRow)
  }

  /// Copies the pixels if the bitmap shares its memory.
  ///
  /// Until the bitmap is copied again, drawing on it needs no further memory for pixels.
  ///
  /// - Throws: ``BitmapError/outOfMemory(bytes:)``; the bitmap then keeps sharing its memory.
  public mutating func makeUnique() throws(BitmapError) {
    guard !isKnownUniquelyReferenced(&memory) else { return }
    let byteCount = bytesPerRow * height + Self.slack
    guard let copy = PixelMemory(byteCount: byteCount, shelf: memory.shelf) else {
      throw .outOfMemory(bytes: byteCount)
    }
    let written = memory.writtenByteCount(of: self.byteCount)
    unsafe copy.base.copyMemory(from: memory.base, byteCount: written)
    copy.setPending(from: written)
    memory = copy
  }

  /// Returns the first byte of the pixels, for writing while the bitmap is alive and not copied.
  ///
  /// Afterwards, ``isClear`` is `false`.
  ///
  /// - Throws: ``BitmapError/outOfMemory(bytes:)`` if a unique copy cannot be allocated; the bitmap
  ///   is then unchanged.
  mutating func uniqueBase() throws(BitmapError) -> UnsafeMutableRawPointer {
    try makeUnique()
    memory.clearPending(of: byteCount)
    isClear = false
    return unsafe memory.base
  }

  /// Returns the first byte of the pixels like ``uniqueBase()``, or `nil` where that throws.
  mutating func mutableBase() -> UnsafeMutableRawPointer? {
    unsafe try? uniqueBase()
  }

  /// Returns the first byte of the pixels like ``mutableBase()``, for drawing on some rows; rows
  /// below them may have undefined contents.
  mutating func mutableBase(for rows: Range<Int>) -> UnsafeMutableRawPointer? {
    unsafe beginWriting(rows.upperBound..<rows.upperBound)?.base
  }

  /// Prepares rows that the caller is about to write.
  ///
  /// Afterwards, ``isClear`` is `false`.
  ///
  /// - Returns: The first byte of the pixels, and the first of the rows with undefined contents,
  ///   which are to be transparent. The caller must write all pixels from there to the end of the
  ///   rows, from the top, and may write whole vectors past the end of a row. `nil` if a unique
  ///   copy cannot be allocated.
  mutating func beginWriting(_ rows: Range<Int>) -> (base: UnsafeMutableRawPointer, fresh: Int)? {
    guard (try? makeUnique()) != nil else { return nil }
    isClear = false
    let bytes = rows.lowerBound * bytesPerRow..<rows.upperBound * bytesPerRow
    return unsafe (memory.base, memory.clearPending(before: bytes) / bytesPerRow)
  }

  /// Makes all pixels transparent; has no effect if a unique copy cannot be allocated.
  ///
  /// The memory is cleared when it is read, or with the rows that are drawn.
  public mutating func clear() {
    guard !isClear else { return }
    if !isKnownUniquelyReferenced(&memory) {
      let byteCount = bytesPerRow * height + Self.slack
      // The old contents are not needed, so they are not copied.
      guard let fresh = PixelMemory(byteCount: byteCount, shelf: memory.shelf) else { return }
      memory = fresh
    }
    memory.setPending(from: 0)
    isClear = true
  }

  /// Clears the memory that still has to be, so that no later reader does.
  package func finishClearing() { memory.clearPending(of: byteCount) }
}

extension Bitmap: Equatable {
  /// Returns whether the bitmaps have the same size and the same pixels.
  public static func == (left: Bitmap, right: Bitmap) -> Bool {
    guard left.width == right.width, left.height == right.height else { return false }
    return (0..<left.height).allSatisfy { y in
      unsafe memcmp(left.row(y), right.row(y), left.width * 4) == 0
    }
  }
}
