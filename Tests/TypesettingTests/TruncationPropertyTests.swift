import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Properties that hold for every text, width and limit.
@Suite struct TruncationPropertyTests {
  let boxes = TestFonts.engine()
  let noto = NotoFonts.engine()

  /// Returns a text, its engine, and options with limits.
  private func sample(
    _ seed: UInt64, _ random: inout SplitMix64
  ) -> (text: AttributedText, engine: TextEngine, options: LayoutOptions) {
    let isNoto = seed % 2 == 1
    let text =
      isNoto
      ? AttributedText.randomInManyScripts(using: &random) : .random(using: &random)
    return (text, isNoto ? noto : boxes, .randomLimits(using: &random))
  }

  @Test(arguments: 0..<400)
  func `truncated text fits its limits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (text, engine, options) = sample(seed, &random)
    let layout = engine.layout(text, options: options)
    let about = "\(text.string.debugDescription) \(options)"
    #expect(layout.lineCount <= max(1, options.maximumLines ?? .max), "\(about)")
    if let height = options.maximumHeight, !height.isNaN {
      #expect(layout.size.height <= height || layout.lineCount == 1, "\(about)")
    }
    let (bytes, boundaries) = (Array(text.string.utf8), text.string.characterBoundaries)
    for line in layout.lines where line.width > options.width {
      // Only the first character of a line may be wider than the line, and has no token beside it.
      let shown = line.range.filter { offset in
        !layout.hiddenRanges.contains { $0.contains(offset) }
      }
      let content = String(decoding: shown.map { bytes[$0] }, as: UTF8.self)
      #expect(content.inkCharacterCount <= 1, "\(about)")
      #expect(!layout.placedTokens.contains { $0.frame.minY == line.y }, "\(about)")
    }
    for range in layout.hiddenRanges {
      #expect(!range.isEmpty && boundaries.contains(range.lowerBound), "\(about)")
      #expect(boundaries.contains(range.upperBound), "\(about)")
    }
    #expect(layout.partition == text.length, "\(about)")
    let hidden = layout.hiddenRanges.flatMap { Array(bytes[$0]) }
    let hidesInk = String(decoding: hidden, as: UTF8.self).inkCharacterCount > 0
    // If both ends of a text are shown, only line ends may be hidden.
    if hidesInk { #expect(layout.isTruncated, "\(about)") }
    if options.truncation == .end { #expect(layout.isTruncated == hidesInk, "\(about)") }
    if !layout.isTruncated { #expect(layout.placedTokens.isEmpty, "\(about)") }
    #expect(layout.misplaced == [], "\(about)")
  }

  @Test(arguments: 0..<300)
  func `a truncated layout is the same at its own width`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (text, engine, options) = sample(seed, &random)
    let layout = engine.layout(text, options: options)
    guard layout.size.width <= options.width else { return }
    options.width = layout.size.width
    let own = engine.layout(text, options: options)
    #expect(own.seenWithSpaces == layout.seenWithSpaces, "\(text.string.debugDescription)")
    #expect(own.hiddenRanges == layout.hiddenRanges, "\(text.string.debugDescription)")
  }

  @Test(arguments: 0..<300)
  func `relayout of a truncated layout equals a fresh layout`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (text, engine, options) = sample(seed, &random)
    var layout = engine.layout(text, options: options)
    for _ in 0..<4 {
      var next = Bool.random(using: &random) ? LayoutOptions.randomLimits(using: &random) : options
      let widths = layout.validWidths
      if widths.upperBound.isFinite, Bool.random(using: &random) {
        next.width = .random(in: widths, using: &random)
      }
      layout = layout.relayout(next)
      let cold = engine.layout(text, options: next)
      #expect(zip(layout.fingerprint, cold.fingerprint).first { $0 != $1 } == nil)
      #expect(layout.lineCount == cold.lineCount)
      #expect(layout.isTruncated == cold.isTruncated)
    }
  }

  @Test(arguments: 0..<300)
  func `a truncated layout changes exactly at the bounds of validWidths`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (text, engine, options) = sample(seed, &random)
    let layout = engine.layout(text, options: options)
    let widths = layout.validWidths
    // Visible parts of tokens with equal text may differ in size.
    func seen(of layout: TextLayout) -> [String] {
      layout.seenWithSpaces + layout.placedTokens.map { "\($0.frame.size.width)" }
    }
    let (shown, about) = (seen(of: layout), "\(text.string.debugDescription) \(options)")
    func seen(at width: Double) -> [String] {
      options.width = width
      return seen(of: engine.layout(text, options: options))
    }
    #expect(widths.contains(options.width) || widths.upperBound == .infinity, "\(about)")
    #expect(seen(at: widths.lowerBound) == shown, "\(about)")
    // Line heights that depend on contents or ink may narrow the interval.
    let isExact = options.maximumHeight == nil
    if widths.lowerBound > 0, isExact {
      #expect(seen(at: widths.lowerBound.nextDown) != shown, "\(about)")
    }
    if widths.upperBound.isFinite {
      #expect(seen(at: widths.upperBound.nextDown) == shown, "\(about)")
      if isExact { #expect(seen(at: widths.upperBound) != shown, "\(about)") }
    }
  }
}

extension LayoutOptions {
  /// Options with limits of lines and heights, and all kinds of truncation.
  static func randomLimits(using random: inout SplitMix64) -> LayoutOptions {
    var options = LayoutOptions.random(using: &random)
    if Bool.random(using: &random) { options.maximumLines = Int.random(in: 0...4, using: &random) }
    if options.maximumLines == nil || Bool.random(using: &random) {
      let heights = [.nan, 0, 10, 20, Double.random(in: 0...100, using: &random)]
      options.maximumHeight = heights.randomElement(using: &random)
    }
    options.truncation = [.end, .end, .middle, .start].randomElement(using: &random) ?? .end
    let tokens = [nil, nil, "… more", "", "…\n", "مزيد", " a "]
    if let token = tokens.randomElement(using: &random) ?? nil {
      options.truncationToken = LayoutOptions.TruncationToken(
        AttributedText(
          token, style: TestFonts.style(size: [8, 20].randomElement(using: &random) ?? 8)))
    }
    return options
  }
}

extension String {
  /// The number of visible characters.
  fileprivate var inkCharacterCount: Int {
    count { character in
      !character.unicodeScalars.allSatisfy { scalar in
        let properties = scalar.properties
        return scalar.value <= 0x20 || scalar.value == 0x7F
          || properties.isWhitespace && ![0xA0, 0x2007, 0x202F].contains(scalar.value)
          || properties.generalCategory == .control
          || [0xAD, 0xFEFF].contains(scalar.value)
          || (0x200B...0x200F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
          || (0x2060...0x206F).contains(scalar.value)
      }
    }
  }
}
