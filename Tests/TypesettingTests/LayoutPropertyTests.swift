import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Properties that hold for every text and width.
///
/// A failing test names its seed.
@Suite struct LayoutPropertyTests {
  let engine = TestFonts.engine()

  @Test(arguments: 0..<250)
  func `lines partition the text without splitting characters`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    let layout = engine.layout(text, options: .random(using: &random))
    var end = 0
    for line in layout.lines {
      #expect(line.range.lowerBound == end)
      end = line.range.upperBound
    }
    #expect(end == text.length)
    #expect(layout.lines.dropLast().allSatisfy { !$0.range.isEmpty })
    let boundaries = text.string.characterBoundaries
    let parted = layout.lines.map(\.range.upperBound).filter { !boundaries.contains($0) }
    #expect(parted.isEmpty, "\(text.string.debugDescription)")
  }

  @Test(arguments: 0..<250)
  func `a layout at its own width has the same lines`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    let options = LayoutOptions.random(using: &random)
    let layout = engine.layout(text, options: options)
    // If not even one character fits, the layout is wider than its measure.
    guard layout.size.width <= options.width else { return }
    var own = options
    own.width = layout.size.width
    #expect(engine.layout(text, options: own).lineTexts == layout.lineTexts)
  }

  @Test(arguments: 0..<250)
  func `relayout equals a fresh layout`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    var layout = engine.layout(text, options: .random(using: &random))
    for _ in 0..<8 {
      let options = LayoutOptions.random(using: &random)
      layout = layout.relayout(options)
      let cold = TestFonts.engine().layout(text, options: options)
      let difference = zip(layout.fingerprint, cold.fingerprint).first { $0 != $1 }
      #expect(difference == nil)
      #expect(layout.lineCount == cold.lineCount)
    }
  }

  @Test(arguments: 0..<250)
  func `lines change exactly at the bounds of validWidths`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    var options = LayoutOptions.random(using: &random)
    let layout = engine.layout(text, options: options)
    let widths = layout.validWidths
    #expect(widths.contains(options.width) || widths.upperBound == .infinity)
    func lines(at width: Double) -> [String] {
      options.width = width
      return engine.layout(text, options: options).lineTexts
    }
    #expect(lines(at: widths.lowerBound) == layout.lineTexts)
    if widths.lowerBound > 0 { #expect(lines(at: widths.lowerBound.nextDown) != layout.lineTexts) }
    if widths.upperBound.isFinite {
      #expect(lines(at: widths.upperBound.nextDown) == layout.lineTexts)
      #expect(lines(at: widths.upperBound) != layout.lineTexts)
    }
  }

  @Test func `eight threads produce the same layouts as one`() async throws {
    let serial = TestFonts.engine()
    let shared = engine
    let seeds = Array(UInt64(0)..<240)
    func fingerprint(_ seed: UInt64, _ engine: TextEngine) -> [String] {
      var random = SplitMix64(seed: seed)
      let text = AttributedText.random(using: &random)
      return engine.layout(text, options: .random(using: &random)).fingerprint
    }
    let expected = seeds.map { fingerprint($0, serial) }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for offset in seeds.indices {
            let index = (offset + thread * 31) % seeds.count
            #expect(fingerprint(seeds[index], shared) == expected[index])
          }
        }
      }
    }
  }
}
