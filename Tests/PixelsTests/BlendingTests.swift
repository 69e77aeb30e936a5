import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

@Suite struct BlendingTests {
  @Test(arguments: 0..<200)
  func `colored coverage matches the reference bit for bit`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (width, height) = (Int.random(in: 1...70, using: &random), 5)
    let isClear = Bool.random(using: &random)
    var bitmap =
      isClear
      ? try Bitmap(width: width, height: height)
      : try random.bitmap(width: width, height: height)
    let before = bitmap.pixels
    let color = random.color()
    // Here, only one glyph covers each pixel partially; CoverageJoint handles several.
    let masks = (0..<Int.random(in: 1...6, using: &random)).map { number in
      TestMask(width: width, height: height, isSharp: number > 0, using: &random)
    }

    let table = MaskTable(glyphCount: masks.count)
    var batch = CoverageBatch()
    var others: [RejectedGlyph] = []
    for (glyph, mask) in masks.enumerated() {
      table.insert(mask.rect, rows: mask.coverage.span, forKey: UInt32(glyph * 4))
    }
    let placements = masks.indices.map { MaskPlacement(key: UInt32($0 * 4), x: 0, y: 0) }
    let number = batch.addTable(table)
    batch.add(placements, in: placements.indices, fromTable: number, others: &others)
    batch.draw(into: &bitmap, color: color, isClear: isClear)

    let argb = Reference.premultiplied(color)
    let expected = before.enumerated().map { index, pixel in
      let coverage = masks.map { $0.coverage(x: index % width, y: index / width) }.max() ?? 0
      return Reference.cover(coverage, argb, over: pixel)
    }
    #expect(bitmap.pixels == expected)
    #expect(others.isEmpty)
  }

  @Test(arguments: 0..<100)
  func `filling a rectangle matches the reference bit for bit`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var bitmap = try random.bitmap(width: 23, height: 4)
    let before = bitmap.pixels
    let color = random.color()
    let edges = (0..<4).map { _ in Int.random(in: -3...27, using: &random) }
    let rect = PixelRect(minX: edges[0], minY: edges[1], maxX: edges[2], maxY: edges[3])
    bitmap.fill(rect, with: color)

    let argb = Reference.premultiplied(color)
    let expected = before.enumerated().map { index, pixel in
      let place = PixelRect(
        minX: index % 23, minY: index / 23, maxX: index % 23 + 1, maxY: index / 23 + 1)
      return place.intersects(rect) ? Reference.cover(255, argb, over: pixel) : pixel
    }
    #expect(bitmap.pixels == expected)
  }

  @Test(arguments: 0..<100)
  func `drawing an image matches the reference bit for bit`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var bitmap = try random.bitmap(width: 19, height: 6)
    let before = bitmap.pixels
    let size = (width: Int.random(in: 1...25, using: &random), height: 3)
    let image = try random.bitmap(width: size.width, height: size.height)
    let (left, top) = (
      Int.random(in: -9...20, using: &random), Int.random(in: -2...6, using: &random)
    )
    bitmap.draw(image, x: left, y: top)

    let expected = before.enumerated().map { index, pixel in
      let (x, y) = (index % 19 - left, index / 19 - top)
      guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return pixel }
      return Reference.cover(255, image.pixel(x: x, y: y), over: pixel)
    }
    #expect(bitmap.pixels == expected)
  }

  @Test func `a rectangle in a batch raises partial mask coverage to full`() throws {
    let table = MaskTable(glyphCount: 1)
    table.insert(
      PixelRect(minX: 0, minY: 0, maxX: 3, maxY: 1), rows: [UInt8(10), 20, 30].span, forKey: 0)
    var batch = CoverageBatch()
    var others: [RejectedGlyph] = []
    let number = batch.addTable(table)
    batch.add([MaskPlacement(key: 0, x: 0, y: 0)], in: 0..<1, fromTable: number, others: &others)
    batch.add(PixelRect(minX: 1, minY: -2, maxX: 2, maxY: 9))
    var bitmap = try Bitmap(width: 3, height: 1)
    batch.draw(into: &bitmap, color: .black, isClear: true)
    #expect(bitmap.pixels == [0x0A00_0000, 0xFF00_0000, 0x1E00_0000])
  }

  @Test(arguments: 1...40)
  func `a mask extending beyond the bitmap leaves other pixels unchanged`(width: Int) throws {
    for overhang in 0...20 {
      let table = MaskTable(glyphCount: 1)
      let rect = PixelRect(minX: 0, minY: 0, maxX: width + overhang, maxY: 2)
      let rows = [UInt8](repeating: 255, count: rect.width * 2)
      table.insert(rect, rows: rows.span, forKey: 0)
      var batch = CoverageBatch()
      var others: [RejectedGlyph] = []
      let number = batch.addTable(table)
      batch.add([MaskPlacement(key: 0, x: 0, y: 0)], in: 0..<1, fromTable: number, others: &others)
      var bitmap = try Bitmap(width: width, height: 4)
      batch.draw(into: &bitmap, color: .white, isClear: true)
      let expected = [UInt32](repeating: 0xFFFF_FFFF, count: width * 2)
      #expect(bitmap.pixels == expected + [UInt32](repeating: 0, count: width * 2))
    }
  }

  @Test(arguments: 1...20, [0xFF00_0000, 0xFF11_2233, 0x8011_2233] as [UInt32])
  func `drawing on clear pixels leaves filled pixels unchanged`(width: Int, argb: UInt32) throws {
    var bitmap = try Bitmap(width: 40, height: 1)
    var batch = CoverageBatch()
    batch.add(PixelRect(minX: width, minY: 0, maxX: 40, maxY: 1))
    batch.draw(into: &bitmap, color: .white, isClear: true)
    batch.add(PixelRect(minX: 0, minY: 0, maxX: width, maxY: 1))
    batch.draw(into: &bitmap, color: Color(argb: argb), isClear: true)
    let left = [UInt32](repeating: Reference.premultiplied(Color(argb: argb)), count: width)
    #expect(bitmap.pixels == left + [UInt32](repeating: 0xFFFF_FFFF, count: 40 - width))
  }

  @Test func `drawing empties a batch`() throws {
    var batch = CoverageBatch()
    batch.add(PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1))
    var bitmap = try Bitmap(width: 2, height: 1)
    batch.draw(into: &bitmap, color: .white, isClear: true)
    let isEmpty = batch.isEmpty
    #expect(isEmpty)
    var other = try Bitmap(width: 2, height: 1)
    batch.add(PixelRect(minX: 1, minY: 0, maxX: 2, maxY: 1))
    batch.draw(into: &other, color: .white, isClear: true)
    #expect(other.pixels == [0, 0xFFFF_FFFF])
  }
}

/// A mask that may extend beyond a bitmap on any side.
private struct TestMask {
  let rect: PixelRect
  let coverage: [UInt8]

  init(width: Int, height: Int, isSharp: Bool, using random: inout SplitMix64) {
    let (x, y) = (
      Int.random(in: -20...width, using: &random), Int.random(in: -4...height, using: &random)
    )
    let size = (Int.random(in: 1...40, using: &random), Int.random(in: 1...6, using: &random))
    rect = PixelRect(minX: x, minY: y, maxX: x + size.0, maxY: y + size.1)
    coverage = (0..<size.0 * size.1).map { _ in
      let part = isSharp ? 0 : UInt8.random(in: 0...255, using: &random)
      return [0, 255, part].randomElement(using: &random) ?? 0
    }
  }

  func coverage(x: Int, y: Int) -> UInt8 {
    guard (rect.minX..<rect.maxX).contains(x), (rect.minY..<rect.maxY).contains(y) else { return 0 }
    return coverage[(y - rect.minY) * rect.width + x - rect.minX]
  }
}
