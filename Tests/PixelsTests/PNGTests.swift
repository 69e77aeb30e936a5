import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

@Suite struct PNGTests {
  @Test(arguments: 0..<30)
  func `an image survives a round trip through PNG`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let size = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
    var bitmap = try random.bitmap(width: size.0, height: size.1)
    if Bool.random(using: &random) { bitmap.fill(with: .white) }
    bitmap.scale = [1, 1.25, 1.5, 2, 3].randomElement(using: &random) ?? 1
    let png = try bitmap.pngData()
    let copy = try Bitmap(png: png)
    #expect(copy == bitmap)
    #expect(copy.scale == bitmap.scale)
    #expect(try copy.pngData() == png)
  }

  @Test func `few colors are encoded as a palette, and opaque ones without alpha`() throws {
    let opaque = try Bitmap(width: 2, height: 2, color: .white).pngData()
    let clear = try Bitmap(width: 2, height: 2).pngData()
    #expect((opaque[25], clear[25]) == (3, 3))
    #expect((has("tRNS", opaque), has("tRNS", clear)) == (false, true))
  }

  @Test(arguments: [255, 256, 257, 300])
  func `a palette has at most 256 colors`(count: Int) throws {
    var bitmap = try Bitmap(width: count, height: 3, color: .white)
    for x in 0..<count {
      let color = Color(argb: 0xFF00_0000 | UInt32(x * 7))
      bitmap.fill(PixelRect(minX: x, minY: 0, maxX: x + 1, maxY: 3), with: color)
    }
    let png = try bitmap.pngData()
    #expect(png[25] == (count <= 256 ? 3 : 2))
    #expect(try Bitmap(png: png) == bitmap)
    bitmap.clear()
    for x in 0..<count {
      let color = Color(argb: UInt32(x * 7 % 256) << 24 | UInt32(x * 3 % 256))
      bitmap.fill(PixelRect(minX: x, minY: 1, maxX: x + 1, maxY: 2), with: color)
    }
    #expect(try Bitmap(png: bitmap.pngData()) == bitmap)
  }

  private func has(_ chunk: String, _ png: [UInt8]) -> Bool {
    let name = Array(chunk.utf8)
    return png.indices.dropLast(4).contains { Array(png[$0..<$0 + 4]) == name }
  }

  @Test func `a truncated PNG is refused`() throws {
    var random = SplitMix64(seed: 1)
    let png = try random.bitmap(width: 20, height: 20).pngData()
    // Without the 12 bytes of the last chunk, all pixels are present.
    for count in 0..<(png.count - 16) {
      #expect(throws: PNGError.self) { try Bitmap(png: Array(png.prefix(count))) }
    }
  }

  @Test(arguments: 0..<300)
  func `a damaged PNG does not crash decoding`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var png = try random.bitmap(width: 9, height: 9).pngData()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<png.count, using: &random)
      png[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    }
    _ = try? Bitmap(png: png)
  }

  @Test(arguments: [
    (60_000, 60_000), (16_385, 1), (8_192, 8_193), (100_000, 60_000), (8_000, 8_000),
  ])
  func `a size implausible for the amount of data is refused`(width: Int, height: Int) throws {
    var png = try Bitmap(width: 1, height: 1).pngData()
    for (place, value) in [(16, width), (20, height)] {
      for byte in 0..<4 { png[place + byte] = UInt8(value >> (24 - byte * 8) & 255) }
    }
    let checksum = crc32(png[12..<29])
    for byte in 0..<4 { png[29 + byte] = UInt8(checksum >> UInt32(24 - byte * 8) & 255) }
    let error = #expect(throws: PNGError.self) { try Bitmap(png: png) }
    switch error {
    case .tooLarge(width, height): break
    case .bitmap(.tooLarge(width, height)): #expect(width == 16_385)
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `data in another format is refused`() {
    #expect(throws: PNGError.self) { try Bitmap(png: []) }
    #expect(throws: PNGError.self) { try Bitmap(png: Array("hello, world".utf8)) }
  }
}

/// Returns the checksum of a PNG chunk.
private func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var checksum = UInt32.max
  for byte in bytes {
    checksum ^= UInt32(byte)
    for _ in 0..<8 {
      let half = checksum >> 1
      checksum = checksum & 1 == 0 ? half : half ^ 0xEDB8_8320
    }
  }
  return ~checksum
}
