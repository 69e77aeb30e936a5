import GalleyGeometry
import GalleyPixels
import Testing

/// Bitmaps of 30 x 30 pixels take 4 KiB each.
@Suite struct BitmapMemoryTests {
  let pool = Bitmap.Pool(byteLimit: 1 << 16, usedByteLimit: 4_096)

  /// Returns a bitmap of one color whose copies run out of memory.
  private func bitmap(_ color: Color = .white) throws -> Bitmap {
    try Bitmap(width: 30, height: 30, color: color, pool: pool)
  }

  @Test func `a bitmap beyond its pool's memory limit is refused and counted`() throws {
    let first = try bitmap()
    #expect(throws: BitmapError.outOfMemory(bytes: 30 * 128 + 64)) { try bitmap() }
    #expect(pool.failureCount == 1)
    #expect(pool.usedByteCount == 4_096)
    #expect(first.pixel(x: 0, y: 0) == 0xFFFF_FFFF)
  }

  @Test func `released memory is available again within the limit`() throws {
    _ = try bitmap()
    _ = try bitmap()
    #expect(pool.failureCount == 0)
  }

  @Test func `making a copy unique without memory throws and leaves it shared`() throws {
    let original = try bitmap()
    var copy = original
    #expect(throws: BitmapError.outOfMemory(bytes: 30 * 128 + 64)) { try copy.makeUnique() }
    #expect(copy == original)
    #expect(copy.sharesPixels(with: original))
  }

  @Test func `making an unshared bitmap unique needs no memory`() throws {
    var only = try bitmap()
    try only.makeUnique()
    only.fill(only.bounds, with: .black)
    #expect(only.pixel(x: 29, y: 29) == 0xFF00_0000)
  }

  @Test(arguments: Drawing.allCases)
  func `drawing without memory for a copy leaves both bitmaps unchanged`(
    _ drawing: Drawing
  ) throws {
    let original = try bitmap()
    var copy = original
    try drawing.draw(on: &copy)
    #expect(pool.failureCount > 0)
    #expect(copy.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    #expect(original.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
  }

  @Test func `a bitmap can take over the memory of another one`() throws {
    let used = try bitmap()
    let smaller = try Bitmap(uncleared: (20, 30), reusing: used)
    #expect((smaller.width, smaller.height, smaller.byteCount) == (20, 30, 80 * 30))
    #expect(pool.failureCount == 0)
  }

  @Test func `shared and small memory is not taken over`() throws {
    let shared = try bitmap()
    let copy = shared
    let other = try Bitmap(uncleared: (30, 30), reusing: shared)
    #expect(!other.sharesPixels(with: copy))
    #expect(copy.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    let small = try Bitmap(width: 2, height: 2)
    #expect(try Bitmap(uncleared: (300, 300), reusing: small).byteCount == 300 * 1_200)
    #expect(throws: BitmapError.self) { try Bitmap(uncleared: (0, 1 << 40), reusing: nil) }
  }

  @Test func `memory can become a bitmap of another size if it is unique and large enough`() throws
  {
    var bitmap = try Bitmap(width: 64, height: 64)
    func fits(_ width: Int, _ height: Int) -> Bool {
      bitmap.canBecome(width: width, height: height)
    }
    #expect(fits(64, 64) && fits(1, 1_000))
    #expect(!fits(640, 64) && !fits(0, 1) && !fits(1, .max) && !fits(-1, 1))
    let copy = bitmap
    #expect(!fits(1, 1))
    #expect(copy == bitmap)
  }

  @Test func `a batch drawn without memory leaves nothing for the next drawing`() throws {
    let original = try bitmap()
    var copy = original
    var batch = CoverageBatch()
    batch.add(PixelRect(minX: 0, minY: 0, maxX: 30, maxY: 30))
    batch.draw(into: &copy, color: .black, isClear: false)
    var other = try Bitmap(width: 30, height: 30)
    batch.add(PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1))
    batch.draw(into: &other, color: .black, isClear: true)
    #expect(other.pixels.filter { $0 != 0 }.count == 1)
  }
}

/// A way to change the pixels of a bitmap.
enum Drawing: CaseIterable {
  case clear, fill, fillPart, draw, compose, replace, blend, fillRun, mix, mixRun, sample, fade
  case makeOpaque, premultiply, clearRows, batch, bytes

  func draw(on bitmap: inout Bitmap) throws {
    let (part, run) = (
      PixelRect(minX: 1, minY: 1, maxX: 9, maxY: 9), PixelSpan(row: 2, columns: 3..<9)
    )
    let image = try Bitmap(width: 8, height: 8, color: .black)
    let coverage = [UInt8](repeating: 128, count: 30)
    switch self {
    case .clear: bitmap.clear()
    case .fill: bitmap.fill(with: .black)
    case .fillPart: bitmap.fill(part, with: .black)
    case .draw: bitmap.draw(image, x: 1, y: 1)
    case .compose:
      let source = PixelSource.color(PremultipliedPixel(.black))
      bitmap.compose(source, in: part, through: [], mode: .copy)
    case .replace: bitmap.replace(part, with: .black)
    case .blend: bitmap.draw(image, at: (1, 1), within: part, opacity: 99)
    case .fillRun: bitmap.fill(with: .black, run, coverage: coverage)
    case .mix: bitmap.mix(part, with: image, share: 99)
    case .mixRun: bitmap.mix(with: image, at: (2, 2), run, coverage: coverage)
    case .sample:
      let places = [SIMD2<Int32>](repeating: .zero, count: 30)
      bitmap.draw(image, sampledAt: places, run, coverage: coverage)
    case .fade: bitmap.fade(part) { _, _ in 9 }
    case .makeOpaque: bitmap.makeOpaque()
    case .premultiply: bitmap.premultiply(rows: 0..<30)
    case .clearRows: bitmap.clear(rows: 0..<9)
    case .batch:
      var batch = CoverageBatch()
      batch.add(part)
      batch.draw(into: &bitmap, color: .black, isClear: false)
    case .bytes:
      let result: Int? = bitmap.withMutableBytes { bytes, _ in
        bytes[0] = 0
        return 1
      }
      #expect(result == nil)
    }
  }
}
