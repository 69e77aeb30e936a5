import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

@Suite struct InstructionsTests {
  @Test func `every processor supports the baseline, and the best comes last`() {
    #expect(Instructions.supported.first == .baseline)
    #expect(Instructions.supported.last == Instructions.best)
  }

  @Test(arguments: 0..<300)
  func `coverage is colored alike with all instructions`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (width, height) = (Int.random(in: 1...90, using: &random), 6)
    let color = [.black, .white, random.color(), random.color()].randomElement(using: &random)
    let strength = UInt16([0, 77].randomElement(using: &random) ?? 0)
    let rect = PixelRect(
      minX: Int.random(in: -3...20, using: &random), minY: Int.random(in: -1...3, using: &random),
      maxX: Int.random(in: 10...95, using: &random), maxY: 5)
    let mask = LooseMask(rect, coverage: random.coverage(max(0, rect.width) * rect.height))
    let isClear = Bool.random(using: &random)
    let below = try random.bitmap(width: width, height: height)

    let results = try Instructions.supported.map { instructions in
      // Transparent pixels are drawn on before and after they are cleared.
      var fresh = try Bitmap(width: width, height: height)
      var bitmap = isClear ? try Bitmap(width: width, height: height) : below
      if isClear { _ = bitmap.pixels }
      for isFresh in [true, false] {
        var batch = CoverageBatch(using: instructions)
        batch.add(mask)
        if isFresh {
          batch.draw(into: &fresh, color: color ?? .black, strength: strength, isClear: true)
        } else {
          batch.draw(into: &bitmap, color: color ?? .black, strength: strength, isClear: isClear)
        }
      }
      return (fresh, bitmap)
    }
    #expect(results.allSatisfy { $0 == results[0] })
    if isClear { #expect(results[0].0 == results[0].1) }
  }

  @Test(arguments: 0..<300)
  func `images are composited alike with all instructions`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (width, height) = (Int.random(in: 8...70, using: &random), 4)
    let below = try random.bitmap(width: width, height: height)
    var image = try random.bitmap(width: width, height: height)
    // Groups of clear and of opaque pixels are handled apart.
    image.replace(PixelRect(minX: 0, minY: 0, maxX: 50, maxY: 1), with: .clear)
    image.replace(PixelRect(minX: 0, minY: 1, maxX: 50, maxY: 2), with: .white)
    let offset = (x: Int.random(in: -4...4, using: &random), y: 0)
    let results = Instructions.supported.map { instructions in
      var bitmap = below
      bitmap.draw(image, at: offset, within: below.bounds, opacity: 255, using: instructions)
      return bitmap
    }
    #expect(results.allSatisfy { $0 == results[0] })
    #expect(results[0] != below)
  }
}

extension SplitMix64 {
  /// Returns random coverage, often none or all.
  fileprivate mutating func coverage(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in
      [0, 0, 255, UInt8.random(in: 0...255, using: &self)].randomElement(using: &self) ?? 0
    }
  }
}
