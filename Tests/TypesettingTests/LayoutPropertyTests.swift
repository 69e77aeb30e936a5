import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Properties that hold for every text and width.
///
/// A failing test names its seed.
@Suite struct LayoutPropertyTests {
  let engine = TestFonts.engine()

  @Test(arguments: seeds(50, long: 250))
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

  @Test(arguments: seeds(50, long: 250))
  func `a layout at its own width has the same lines`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    engine.expectOwnWidth(of: text, .random(using: &random))
  }

  @Test(arguments: seeds(50, long: 250))
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

  @Test(arguments: seeds(50, long: 250))
  func `lines change exactly at the bounds of validWidths`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    engine.expectValidWidths(of: text, .random(using: &random))
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

extension TextEngine {
  /// Checks that a layout at its own width has the same lines.
  func expectOwnWidth(of text: AttributedText, _ options: LayoutOptions) {
    let layout = layout(text, options: options)
    // If not even one character fits, the layout is wider than its measure.
    guard layout.size.width <= options.width else { return }
    #expect(lines(of: text, options, width: layout.size.width) == layout.lineTexts)
  }

  /// Checks that lines change exactly at the bounds of `validWidths`.
  func expectValidWidths(of text: AttributedText, _ options: LayoutOptions) {
    let layout = layout(text, options: options)
    let widths = layout.validWidths
    #expect(widths.contains(options.width) || widths.upperBound == .infinity)
    func isSame(at width: Double) -> Bool {
      lines(of: text, options, width: width) == layout.lineTexts
    }
    let comment: Comment = "\(text.string.debugDescription)"
    #expect(isSame(at: widths.lowerBound), comment)
    if widths.lowerBound > 0 { #expect(!isSame(at: widths.lowerBound.nextDown), comment) }
    guard widths.upperBound.isFinite else { return }
    #expect(isSame(at: widths.upperBound.nextDown), comment)
    #expect(!isSame(at: widths.upperBound), comment)
  }

  private func lines(of text: AttributedText, _ options: LayoutOptions, width: Double) -> [String] {
    var options = options
    options.width = width
    return layout(text, options: options).lineTexts
  }
}
