import GalleyGeometry
import GalleyPixels
import Testing

@Suite struct BitmapTests {
  @Test(arguments: [(0, 1), (1, 0), (-1, 5), (Int.min, Int.max)])
  func `empty and negative sizes are refused`(width: Int, height: Int) {
    #expect(throws: BitmapError.empty(width: width, height: height)) {
      try Bitmap(width: width, height: height)
    }
  }

  @Test(arguments: [
    (16_385, 1), (1, 16_385), (16_384, 4_097), (Int.max, Int.max), (1 << 40, 1 << 40),
  ])
  func `sizes over the limit are refused before memory is allocated`(width: Int, height: Int) {
    #expect(throws: BitmapError.tooLarge(width: width, height: height)) {
      try Bitmap(width: width, height: height)
    }
  }

  @Test(arguments: [(16_384, 1), (1, 16_384), (16_384, 4_096)])
  func `sizes at the limit are accepted`(width: Int, height: Int) throws {
    let bitmap = try Bitmap(width: width, height: height, pool: Bitmap.Pool(byteLimit: 0))
    #expect(bitmap.pixel(x: width - 1, y: height - 1) == 0)
  }

  @Test func `a new bitmap is clear even in recycled memory`() throws {
    let pool = Bitmap.Pool(byteLimit: 1 << 20)
    _ = try Bitmap(width: 50, height: 50, color: .white, pool: pool)
    #expect(pool.idleByteCount > 0)
    let bitmap = try Bitmap(width: 50, height: 50, pool: pool)
    #expect(pool.idleByteCount == 0)
    #expect(bitmap.isClear)
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test func `a pool keeps its idle memory within the limit`() throws {
    let pool = Bitmap.Pool(byteLimit: 20_480)
    do {
      let bitmaps = try (0..<9).map { _ in try Bitmap(width: 30, height: 30, pool: pool) }
      #expect(bitmaps.count == 9)
    }
    #expect((1...20_480).contains(pool.idleByteCount))
    pool.removeAll()
    #expect(pool.idleByteCount == 0)
  }

  @Test func `a full pool evicts the least recently requested sizes`() throws {
    let pool = Bitmap.Pool(byteLimit: 200_000)
    for side in [200, 220, 220] { _ = try Bitmap(width: side, height: side, pool: pool) }
    #expect(pool.idleByteCount == 3 << 16)
    let bitmap = try Bitmap(width: 220, height: 220, pool: pool)
    #expect(pool.idleByteCount == 0 && bitmap.isClear)
  }

  @Test func `a full pool evicts bitmaps that were in use only for a time`() throws {
    let sides = [96, 112, 128, 144, 160]
    func draw(_ pool: Bitmap.Pool) throws -> Int {
      for side in sides { _ = try Bitmap(width: side, height: side, pool: pool) }
      return pool.idleByteCount
    }
    let once = try draw(Bitmap.Pool(byteLimit: 1 << 20))
    // Room for all sizes, but not for two bitmaps of each.
    let pool = Bitmap.Pool(byteLimit: once + once / 8)
    do {
      let bitmaps = try (sides + sides).map { try Bitmap(width: $0, height: $0, pool: pool) }
      #expect(bitmaps.count == 10)
    }
    for _ in 0..<3 { _ = try draw(pool) }
    let kept = pool.idleByteCount
    for side in sides {
      // Each one finds the memory of its size.
      let bitmap = try Bitmap(width: side, height: side, pool: pool)
      #expect(pool.idleByteCount + pool.usedByteCount == kept && bitmap.isClear)
    }
  }

  @Test func `a full pool evicts when memory is requested, or far beyond its limit`() throws {
    func idleBytes(_ pool: Bitmap.Pool, after count: Int) throws -> Int {
      do {
        let bitmaps = try (0..<count).map { _ in try Bitmap(width: 64, height: 64, pool: pool) }
        #expect(bitmaps.count == count)
      }
      return pool.idleByteCount
    }
    let size = try idleBytes(Bitmap.Pool(byteLimit: 1 << 20), after: 1)
    // A thread may fill the pool, with eight bitmaps, and up to ten until the next request.
    let pool = Bitmap.Pool(byteLimit: 8 * size)
    #expect(try idleBytes(pool, after: 10) == 10 * size)
    _ = try Bitmap(width: 1, height: 1, pool: pool)
    #expect(pool.idleByteCount <= 8 * size + 4_096)
    pool.removeAll()
    #expect(try idleBytes(pool, after: 11) == 8 * size)
  }

  @Test func `drawing on a copy leaves the original unchanged`() throws {
    let original = try Bitmap(width: 3, height: 3, color: .white)
    var copy = original
    copy.fill(PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), with: .black)
    #expect(original.pixel(x: 0, y: 0) == 0xFFFF_FFFF)
    #expect(copy.pixel(x: 0, y: 0) == 0xFF00_0000)
    #expect(copy.pixel(x: 2, y: 2) == 0xFFFF_FFFF)
    copy.clear()
    #expect(original.pixel(x: 2, y: 2) == 0xFFFF_FFFF)
    #expect(copy.isClear && !original.isClear)
  }

  @Test func `bitmaps with equal sizes and pixels are equal`() throws {
    let white = try Bitmap(width: 5, height: 2, color: .white)
    var other = try Bitmap(width: 5, height: 2)
    #expect(white != other)
    other.fill(with: .white)
    #expect(white == other)
    #expect(white != (try Bitmap(width: 2, height: 5, color: .white)))
  }

  @Test func `filling with a transparent color clears the bitmap`() throws {
    var bitmap = try Bitmap(width: 2, height: 1, color: .white)
    bitmap.fill(with: Color(argb: 0x00FF_FFFF))
    #expect(bitmap.isClear)
    #expect(bitmap.pixels == [0, 0])
  }

  @Test func `downscaling averages the covered pixels`() throws {
    let bytes: [UInt8] = [0, 0, 0, 0, 200, 100, 40, 200, 0, 0, 0, 0, 0, 0, 0, 0]
    let small = try Bitmap.resampling(bytes, size: (2, 2), by: 0.5, at: Point(x: 7, y: -3))
    #expect((small.x, small.y) == (7, -3))
    #expect(small.bitmap.pixels == [0x320A_1932])
  }

  @Test func `downscaling at a fractional position splits coverage between pixels`() throws {
    let white = [UInt8](repeating: 255, count: 4 * 4 * 4)
    let small = try Bitmap.resampling(white, size: (4, 4), by: 0.5, at: Point(x: 0.5, y: 0))
    #expect(small.bitmap.width == 3)
    #expect(small.bitmap.pixels.prefix(3) == [0x8080_8080, 0xFFFF_FFFF, 0x8080_8080])
  }

  @Test func `upscaling blends pixels with their neighbors`() throws {
    let bytes: [UInt8] = [255, 255, 255, 255]
    let large = try Bitmap.resampling(bytes, size: (1, 1), by: 2, at: .zero)
    #expect(large.bitmap.pixels.allSatisfy { $0 == 0x8F8F_8F8F })
  }
}
