import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Properties that hold for every text with all modes of wrapping and justification.
///
/// A failing test names its seed.
@Suite struct WrappingPropertyTests {
  let engine = TestFonts.engine()

  @Test(arguments: seeds(50, long: 250))
  func `justified lines grow at most to the alignment width and keep their text`(seed: UInt64) {
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
    #expect(layout.size.width == natural.size.width)
    // For stretched lines, the maximum ink counts, at any position.
    #expect(layout.size.height >= natural.size.height)
    let room = options.alignmentWidth ?? layout.size.width
    for (line, other) in zip(layout.lines, natural.lines) where line.width != other.width {
      #expect(line.width == room || line.width < room && line.width > other.width)
      #expect(!text.string.utf8.dropFirst(line.range.upperBound).isEmpty)
    }
    // Each line covers its unstretched ranges and its full width.
    for line in layout.lines where line.width > 0 {
      let rects = layout.rects(of: line.range).filter { $0.minY == line.y }
      #expect(rects.allSatisfy { $0.minX >= line.x - 1e-6 })
      #expect(rects.allSatisfy { $0.maxX <= line.x + line.width + 1e-6 })
    }
  }

  @Test(arguments: seeds(50, long: 250))
  func `lines partition the text and fit if greedy lines fit`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    let options = LayoutOptions.randomWrapping(using: &random)
    var filled = options
    filled.wrapping = .greedy
    let greedy = engine.layout(text, options: filled)
    let layout = engine.layout(text, options: options)
    #expect(layout.misplaced == [])
    var end = 0
    for line in layout.lines {
      #expect(line.range.lowerBound == end)
      end = line.range.upperBound
    }
    #expect(end == text.length)
    let boundaries = text.string.characterBoundaries
    #expect(layout.lines.allSatisfy { boundaries.contains($0.range.upperBound) })
    if greedy.size.width <= options.width { #expect(layout.size.width <= options.width) }
    if options.wrapping == .balanced { #expect(layout.lineCount == greedy.lineCount) }
  }

  @Test(arguments: seeds(50, long: 250))
  func `a layout at its own width has the same lines`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    engine.expectOwnWidth(of: text, .randomWrapping(using: &random))
  }

  @Test(arguments: seeds(50, long: 200))
  func `relayout equals a fresh layout`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    var layout = engine.layout(text, options: .randomWrapping(using: &random))
    for _ in 0..<6 {
      let options = LayoutOptions.randomWrapping(using: &random)
      layout = layout.relayout(options)
      let cold = TestFonts.engine().layout(text, options: options)
      let difference = zip(layout.fingerprint, cold.fingerprint).first { $0 != $1 }
      #expect(difference == nil)
      #expect(layout.lineCount == cold.lineCount)
    }
  }
}

extension LayoutOptions {
  /// Options with all modes of wrapping and justification.
  static func randomWrapping(using random: inout SplitMix64) -> LayoutOptions {
    var options = LayoutOptions.random(using: &random)
    if Bool.random(using: &random) { options.alignment = .justified }
    if Bool.random(using: &random) {
      options.alignmentWidth = Double(Int.random(in: 0...400, using: &random))
    }
    let wrappings: [LayoutOptions.Wrapping] = [.greedy, .balanced, .balanced, .optimal]
    options.wrapping = wrappings.randomElement(using: &random) ?? .greedy
    options.overflow = Bool.random(using: &random) ? .breaks : .visible
    return options
  }
}
