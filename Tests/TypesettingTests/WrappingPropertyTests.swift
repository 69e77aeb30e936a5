import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// What holds for every text however its lines are chosen and stretched.
///
/// A test that fails names its seed.
@Suite struct WrappingPropertyTests {
  let engine: TextEngine

  init() throws {
    engine = try TestFonts.engine()
  }

  @Test(arguments: 0..<250)
  func `stretched lines are as wide as their room, and hold the same`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    var options = LayoutOptions.random(using: &random)
    options.alignment = .start
    let natural = engine.layout(text, options: options)
    options.alignment = .justified
    options.alignmentWidth =
      Bool.random(using: &random) ? nil : Double.random(in: 0...400, using: &random)
    let layout = engine.layout(text, options: options)
    #expect(layout.misplaced == [])
    #expect(layout.lineTexts == natural.lineTexts)
    #expect(layout.size == natural.size)
    let room = options.alignmentWidth ?? layout.size.width
    for (line, other) in zip(layout.lines, natural.lines) where line.width != other.width {
      #expect(line.width == room || line.width < room && line.width > other.width)
      #expect(!text.string.utf8.dropFirst(line.range.upperBound).isEmpty)
    }
    // Each line covers what it covers unstretched, and all of its width.
    for line in layout.lines where line.width > 0 {
      let rects = layout.rects(of: line.range).filter { $0.minY == line.y }
      #expect(rects.allSatisfy { $0.minX >= line.x - 1e-6 })
      #expect(rects.allSatisfy { $0.maxX <= line.x + line.width + 1e-6 })
    }
  }

  @Test(arguments: 0..<200)
  func `a layout made of another is the same as one made anew`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    var layout = engine.layout(text, options: .randomWrapping(using: &random))
    for _ in 0..<6 {
      let options = LayoutOptions.randomWrapping(using: &random)
      layout = layout.relayout(options)
      let cold = try TestFonts.engine().layout(text, options: options)
      let difference = zip(layout.fingerprint, cold.fingerprint).first { $0 != $1 }
      #expect(difference == nil)
      #expect(layout.lineCount == cold.lineCount)
    }
  }
}

extension LayoutOptions {
  /// Options of all ways to choose and stretch lines.
  static func randomWrapping(using random: inout SplitMix64) -> LayoutOptions {
    var options = LayoutOptions.random(using: &random)
    if Bool.random(using: &random) { options.alignment = .justified }
    if Bool.random(using: &random) {
      options.alignmentWidth = Double(Int.random(in: 0...400, using: &random))
    }
    options.overflow = Bool.random(using: &random) ? .breaks : .visible
    return options
  }
}
