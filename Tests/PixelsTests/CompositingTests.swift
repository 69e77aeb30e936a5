import GalleyGeometry
import TestSupport
import Testing

@testable import GalleyPixels

/// Compositing kernels compared with reference arithmetic, pixel by pixel.
@Suite struct CompositingTests {
  private func noise(_ width: Int, _ height: Int, seed: UInt64) throws -> Bitmap {
    var random = SplitMix64(seed: seed)
    var bitmap = try Bitmap(width: width, height: height)
    bitmap.withMutableBytes { bytes, bytesPerRow in
      for y in 0..<height {
        for x in 0..<width {
          let alpha = [0, 255, UInt8.random(in: 0...255, using: &random)].randomElement(
            using: &random)
          let limit = alpha ?? 0
          for channel in 0..<3 {
            bytes[y * bytesPerRow + x * 4 + channel] = .random(in: 0...limit, using: &random)
          }
          bytes[y * bytesPerRow + x * 4 + 3] = limit
        }
      }
    }
    return bitmap
  }

  private func channels(_ pixel: UInt32) -> [Int] {
    [0, 8, 16, 24].map { Int(pixel >> $0 & 255) }
  }

  private func over(_ above: UInt32, _ below: UInt32, share: Int) -> [Int] {
    let opacity = (channels(above)[3] * share + 127) / 255
    return zip(channels(above), channels(below)).map { above, below in
      (above * share + below * (255 - opacity) + 127) / 255
    }
  }

  @Test func `bytes convert to floats, and floats round down to bytes`() {
    for byte in UInt8.min...UInt8.max {
      let number = Kernels.numbers(SIMD4(byte, 255 - byte, 0, 255))
      #expect(number == SIMD4(Float(byte), Float(255 - byte), 0, 255))
      let (whole, next) = (Float(byte), Float(byte) + 1)
      let values = SIMD4(whole, next.nextDown, whole + 0.5, whole.nextUp)
      #expect(Kernels.bytes(values) == SIMD4(repeating: byte))
    }
  }

  @Test(arguments: 1..<12)
  func `an image is blended by its opacity and clipped to its area`(width: Int) throws {
    let image = try noise(width, 3, seed: UInt64(width))
    let below = try noise(20, 6, seed: 99)
    for opacity: UInt8 in [0, 1, 100, 254, 255] {
      var result = below
      let area = PixelRect(minX: 4, minY: 1, maxX: 12, maxY: 4)
      result.draw(image, at: (3, 2), within: area, opacity: opacity)
      let drawn = PixelRect(minX: 4, minY: 2, maxX: min(12, 3 + width), maxY: 4)
      for y in 0..<6 {
        for x in 0..<20 {
          let isDrawn = x >= drawn.minX && x < drawn.maxX && y >= drawn.minY && y < drawn.maxY
          let old = below.pixel(x: x, y: y)
          let expected =
            isDrawn
            ? over(image.pixel(x: x - 3, y: y - 2), old, share: Int(opacity)) : channels(old)
          #expect(channels(result.pixel(x: x, y: y)) == expected)
        }
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `clear and opaque spans are blended like any others`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let width = Int.random(in: 30...70, using: &random)
    let colors = try noise(width, 1, seed: seed)
    var image = try Bitmap(width: width, height: 1)
    var x = 0
    while x < width {
      let end = min(width, x + Int.random(in: 1...24, using: &random))
      let kind = Int.random(in: 0..<3, using: &random)
      for column in x..<end where kind > 0 {
        let color = kind == 1 ? colors.pixel(x: column, y: 0) | 0xFF00_0000 : 0x6020_4060
        image.draw(color, over: PixelRect(minX: column, minY: 0, maxX: column + 1, maxY: 1))
      }
      x = end
    }
    let below = try noise(width, 1, seed: 7)
    var result = below
    result.draw(image, at: (0, 0), within: below.bounds, opacity: 255)
    for x in 0..<width {
      let expected = over(image.pixel(x: x, y: 0), below.pixel(x: x, y: 0), share: 255)
      #expect(channels(result.pixel(x: x, y: 0)) == expected)
    }
  }

  @Test(arguments: [0, 0x4010_2030, 0xFF01_0203] as [UInt32])
  func `a pixel is blended over a rectangle`(pixel: UInt32) throws {
    let below = try noise(9, 4, seed: 5)
    var result = below
    result.draw(pixel, over: PixelRect(minX: 2, minY: 1, maxX: 20, maxY: 3))
    for y in 0..<4 {
      for x in 0..<9 {
        let old = below.pixel(x: x, y: y)
        let isInside = x >= 2 && (1..<3).contains(y)
        let expected = isInside ? over(pixel, old, share: 255) : channels(old)
        #expect(channels(result.pixel(x: x, y: y)) == expected)
      }
    }
  }

  @Test(arguments: 1..<10)
  func `mixing weights the new and the saved pixels by coverage`(count: Int) throws {
    let (old, new) = (try noise(12, 4, seed: 1), try noise(12, 4, seed: 2))
    let coverage: [UInt8] = (0..<count).map { UInt8($0 * 255 / max(1, count - 1)) } + [7, 7]
    let saved = try old.copy(of: PixelRect(minX: 1, minY: 1, maxX: 12, maxY: 3))
    var result = new
    result.mix(
      with: saved, at: (1, 1), PixelSpan(row: 2, columns: 2..<2 + count), coverage: coverage)
    for x in 0..<12 {
      let share = (2..<2 + count).contains(x) ? Int(coverage[x - 2]) : 255
      let expected = zip(channels(new.pixel(x: x, y: 2)), channels(old.pixel(x: x, y: 2))).map {
        ($0 * share + $1 * (255 - share) + 127) / 255
      }
      #expect(channels(result.pixel(x: x, y: 2)) == expected)
    }
    #expect(result.pixel(x: 2, y: 1) == new.pixel(x: 2, y: 1))
  }

  @Test func `a color fills a run in proportion to coverage`() throws {
    let below = try noise(9, 1, seed: 3)
    let color = Color(argb: 0xC0FF_8040)
    var result = below
    let coverage: [UInt8] = [0, 1, 50, 128, 200, 254, 255]
    result.fill(with: color, PixelSpan(row: 0, columns: 1..<8), coverage: coverage)
    let above = PremultipliedColor(color).argb
    for x in 0..<9 {
      let share = (1..<8).contains(x) ? Int(coverage[x - 1]) : 0
      #expect(
        channels(result.pixel(x: x, y: 0)) == over(above, below.pixel(x: x, y: 0), share: share))
    }
    // A run that does not fit is omitted.
    result.fill(with: color, PixelSpan(row: 1, columns: 0..<2), coverage: coverage)
    result.fill(with: color, PixelSpan(row: 0, columns: 5..<12), coverage: coverage)
  }

  @Test func `sampling between pixels interpolates bilinearly`() throws {
    let image = try noise(5, 4, seed: 4)
    var result = try Bitmap(width: 4, height: 1)
    let places: [SIMD2<Int32>] = [
      SIMD2(0, 0), SIMD2(128, 64), SIMD2(3 * 256 + 10, 200), SIMD2(4 * 256, 3 * 256),
    ]
    result.draw(
      image, sampledAt: places, PixelSpan(row: 0, columns: 0..<4), coverage: [255, 255, 255, 255])
    for (x, place) in places.enumerated() {
      let (column, row) = (Int(place.x) >> 8, Int(place.y) >> 8)
      let (right, down) = (Int(place.x) & 255, Int(place.y) & 255)
      func pixel(_ dx: Int, _ dy: Int) -> [Int] {
        channels(image.pixel(x: min(4, column + dx), y: min(3, row + dy)))
      }
      for channel in 0..<4 {
        let top = pixel(0, 0)[channel] * (256 - right) + pixel(1, 0)[channel] * right
        let bottom = pixel(0, 1)[channel] * (256 - right) + pixel(1, 1)[channel] * right
        let expected = (top * (256 - down) + bottom * down + 32_768) >> 16
        #expect(channels(result.pixel(x: x, y: 0))[channel] == expected)
      }
    }
  }
}
