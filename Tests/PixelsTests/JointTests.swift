import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

/// Pixels partially covered by two glyphs.
@Suite struct JointTests {
  @Test func `glyphs that abut within a pixel cover it fully`() throws {
    // A stroke that ends at 40 % of a column, and one that starts there.
    let drawn = try drawn(width: 5, height: 1, [[255, 255, 102, 0, 0], [0, 0, 153, 255, 255]])
    #expect(drawn == [255, 255, 255, 255, 255])
  }

  @Test(arguments: [20, 80, 140, 200] as [UInt8])
  func `a thin stroke continued in another glyph has no seam`(thickness: UInt8) throws {
    func part(_ share: Double) -> UInt8 { UInt8(Double(thickness) * share) }
    let abutting = try drawn(
      width: 4, height: 3,
      [
        [0, 0, 0, 0, thickness, part(0.4), 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, part(0.6), thickness, thickness, 0, 0, 0, 0],
      ])
    #expect(abs(Int(abutting[5]) - Int(thickness)) <= 2)
    let overlapping = try drawn(
      width: 4, height: 3,
      [
        [0, 0, 0, 0, thickness, thickness, part(0.7), 0, 0, 0, 0, 0],
        [0, 0, 0, 0, part(0.3), thickness, thickness, thickness, 0, 0, 0, 0],
      ])
    #expect(overlapping[4..<8] == [thickness, thickness, thickness, thickness])
  }

  @Test func `overlapping glyphs are not darker along a shared edge`() throws {
    // Two strokes of the same height, with the same soft edges above and below.
    let stroke: [UInt8] = [
      0, 0, 0, 0, 0, 0, 90, 90, 90, 90, 90, 90, 255, 255, 255, 255, 255, 255, 200, 200, 200, 200,
      200, 200, 0, 0, 0, 0, 0, 0,
    ]
    #expect(try drawn(width: 6, height: 5, [stroke, stroke]) == stroke)
  }

  @Test func `a mark that abuts a letter within a row covers the row fully`()
    throws
  {
    let drawn = try drawn(width: 1, height: 5, [[255, 255, 100, 0, 0], [0, 0, 155, 255, 255]])
    #expect(drawn == [255, 255, 255, 255, 255])
  }

  @Test func `crossing edges keep the greater coverage`() throws {
    // The lower edge of a bar, and the left edge of a stem that starts above it.
    let drawn = try drawn(
      width: 3, height: 3,
      [
        [255, 255, 255, 128, 128, 128, 0, 0, 0],
        [0, 100, 255, 0, 100, 255, 0, 100, 255],
      ])
    #expect(drawn[4] == 128)
  }

  @Test(arguments: 0..<200)
  func `joint coverage lies between the maximum and the sum`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let masks = (0..<2).map { _ in
      (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let drawn = try drawn(width: 12, height: 5, masks)
    for (index, coverage) in drawn.enumerated() {
      let parts = masks.map { Int($0[index]) }
      #expect(Int(coverage) >= max(parts[0], parts[1]))
      #expect(Int(coverage) <= min(255, parts[0] + parts[1]))
    }
  }

  @Test(arguments: 0..<100)
  func `a tile matches the whole image at glyph joints`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let masks = (0..<5).map { _ in
      (0..<30 * 9).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let whole = try drawn(width: 30, height: 9, masks)
    let (x, y) = (Int.random(in: 0...20, using: &random), Int.random(in: 0...5, using: &random))
    let (width, height) = (
      Int.random(in: 1...30 - x, using: &random), Int.random(in: 1...9 - y, using: &random)
    )
    let rows = try drawn(
      width: 30, height: 9, masks,
      in: PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height))
    let expected = (y..<y + height).flatMap { row in whole[row * 30 + x..<row * 30 + x + width] }
    #expect(rows == expected)
  }

  @Test(arguments: 0..<300)
  func `joined glyphs match the reference pixel by pixel`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var left = 0
    let masks = (0..<6).map { _ in
      let (width, height) = (
        Int.random(in: 1...20, using: &random), Int.random(in: 1...8, using: &random)
      )
      let mask = ReferenceMask(
        left: left, top: Int.random(in: 0...3, using: &random), width: width,
        rows: (0..<width * height).map { _ in
          // About half of a glyph is empty, and much of the rest is full.
          [0, 0, 255, .random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        })
      left += max(0, width - Int.random(in: -1...7, using: &random))
      return mask
    }
    let all = PixelRect(minX: 0, minY: 0, maxX: left + 24, maxY: 12)
    let table = MaskTable(glyphCount: masks.count)
    for (glyph, mask) in masks.enumerated() {
      let rect = PixelRect(minX: 0, minY: 0, maxX: mask.width, maxY: mask.rows.count / mask.width)
      table.insert(rect, rows: mask.rows.span, forKey: UInt32(glyph * 4))
    }
    let placements = masks.enumerated().map { glyph, mask in
      MaskPlacement(key: UInt32(glyph * 4), x: Int32(mask.left), y: Int32(mask.top))
    }
    let drawn = try drawn(placements, of: table, in: all)
    #expect(drawn == ReferenceMask.combined(masks, in: all))
  }

  @Test func `contrast raises partial coverage, but not zero or full coverage`() throws {
    let coverage = (0..<256).map { UInt8($0) }
    for strength in [0, 77, 255] as [UInt16] {
      let drawn = try drawn(width: 256, height: 1, [coverage], strength: strength)
      for (old, new) in zip(coverage, drawn) {
        let share = Double(old) / 255
        let expected = share + Double(strength) / 257 * share * (1 - share)
        #expect(abs(Double(new) - 255 * expected) <= 1.5)
      }
      #expect(drawn.first == 0 && drawn.last == 255)
      #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  /// Draws masks of one size over each other in black, and returns the opacities of a part.
  private func drawn(
    width: Int, height: Int, _ masks: [[UInt8]], in piece: PixelRect? = nil, strength: UInt16 = 0
  ) throws -> [UInt8] {
    let all = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    let piece = piece ?? all
    let table = MaskTable(glyphCount: masks.count)
    for (glyph, mask) in masks.enumerated() {
      table.insert(all, rows: mask.span, forKey: UInt32(glyph * 4))
    }
    let placements = masks.indices.map {
      MaskPlacement(key: UInt32($0 * 4), x: Int32(-piece.minX), y: Int32(-piece.minY))
    }
    return try drawn(placements, of: table, in: piece, strength: strength)
  }

  private func drawn(
    _ placements: [MaskPlacement], of table: MaskTable, in piece: PixelRect, strength: UInt16 = 0
  ) throws -> [UInt8] {
    var batch = CoverageBatch()
    var others: [RejectedGlyph] = []
    let number = batch.addTable(table)
    batch.add(placements, in: placements.indices, fromTable: number, others: &others)
    var bitmap = try Bitmap(width: piece.width, height: piece.height)
    batch.draw(into: &bitmap, color: .black, strength: strength, isClear: true)
    return bitmap.pixels.map { UInt8($0 >> 24) }
  }
}

/// The coverage of a glyph at a position, combined with others pixel by pixel.
private struct ReferenceMask {
  let left: Int
  let top: Int
  let width: Int
  let rows: [UInt8]

  private func coverage(_ x: Int, _ y: Int) -> Int {
    let (column, row) = (x - left, y - top)
    guard 0..<width ~= column, row >= 0, row * width + column < rows.count else { return 0 }
    return Int(rows[row * width + column])
  }

  /// Returns the coverage of an area whose corner is at zero.
  static func combined(_ masks: [ReferenceMask], in area: PixelRect) -> [UInt8] {
    var greatest = [Int](repeating: 0, count: area.width * area.height)
    var joints = greatest
    for mask in masks {
      let before = greatest
      func other(_ x: Int, _ y: Int) -> Int {
        let isInside = 0..<area.width ~= x && 0..<area.height ~= y
        return isInside ? before[y * area.width + x] : 0
      }
      for (index, old) in before.enumerated() {
        let (y, x) = index.quotientAndRemainder(dividingBy: area.width)
        let new = mask.coverage(x, y)
        greatest[index] = max(old, new)
        guard 1..<255 ~= old, 1..<255 ~= new else { continue }
        let neighbors = [(-1, 0), (1, 0), (0, -1), (0, 1)].map { (dx, dy) in
          (other(x + dx, y + dy), mask.coverage(x + dx, y + dy))
        }
        for (one, two) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
          let ((first, secondOpposite), (firstOpposite, second)) = (neighbors[one], neighbors[two])
          guard first > firstOpposite, second > secondOpposite else { continue }
          let union = min(255, old + new, max(first, second))
          if union > max(old, new) { joints[index] = max(joints[index], union) }
        }
      }
    }
    return zip(greatest, joints).map { UInt8(max($0, $1)) }
  }
}
