import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Properties that hold for every text with blocks, with all options.
///
/// A failing test names its seed.
@Suite struct FlowPropertyTests {
  let engine = TestFonts.engine()

  private func randomLayout(_ random: inout SplitMix64) -> TextLayout {
    let text = AttributedText.randomFlow(using: &random)
    return engine.layout(text, options: .randomFlow(using: &random))
  }

  @Test(arguments: seeds(50, long: 250))
  func `lines and hidden ranges partition the text`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let layout = randomLayout(&random)
    var end = 0
    for line in layout.lines {
      // Text hidden inside a line is part of its bytes.
      while let hidden = layout.hiddenRanges.first(where: { $0.lowerBound == end }),
        hidden.upperBound <= line.range.lowerBound, !hidden.isEmpty
      {
        end = hidden.upperBound
      }
      #expect(line.range.lowerBound == end)
      end = line.range.upperBound
    }
    if let hidden = layout.hiddenRanges.last, hidden.lowerBound == end { end = hidden.upperBound }
    #expect(end == layout.text.length)
    #expect(!layout.isTruncated || layout.hiddenRanges != [])
  }

  @Test(arguments: seeds(50, long: 250))
  func `a flowed layout at its own width has the same lines`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let layout = randomLayout(&random)
    let insets = layout.options.insets
    let width = layout.size.width - insets.left - insets.right
    guard width <= layout.options.width else { return }
    let own = engine.layout(layout.text, options: layout.options.with(width: width))
    #expect(own.lineTexts == layout.lineTexts)
    #expect(own.lines.map(\.y) == layout.lines.map(\.y))
    #expect(own.size.height == layout.size.height)
  }

  @Test(arguments: seeds(50, long: 250))
  func `relayout of a flowed layout equals a fresh layout`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var layout = randomLayout(&random)
    for step in 0..<6 {
      let options = LayoutOptions.randomFlow(using: &random)
      layout = layout.relayout(step < 3 ? layout.options.with(width: options.width) : options)
      let cold = TestFonts.engine().layout(layout.text, options: layout.options)
      let difference = zip(layout.flowFingerprint, cold.flowFingerprint).first { $0 != $1 }
      #expect(difference == nil)
      #expect(layout.lineCount == cold.lineCount)
    }
  }

  @Test(arguments: seeds(50, long: 250))
  func `a flowed layout is the same at all widths in validWidths`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let layout = randomLayout(&random)
    let widths = layout.validWidths
    #expect(widths.contains(layout.options.width) || widths.upperBound == .infinity)
    let upper = min(widths.upperBound.nextDown, 1e6)
    guard upper >= widths.lowerBound else { return }
    for width in [widths.lowerBound, upper, .random(in: widths.lowerBound...upper, using: &random)]
    {
      let other = engine.layout(layout.text, options: layout.options.with(width: width))
      #expect(other.lineTexts == layout.lineTexts)
      #expect(other.lines.map(\.y) == layout.lines.map(\.y))
      #expect(other.hiddenRanges == layout.hiddenRanges)
    }
  }

  @Test(arguments: seeds(50, long: 250))
  func `lines do not overlap and stay within their blocks`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let layout = randomLayout(&random)
    #expect(layout.misplaced == [])
    let lines = layout.lines
    for (above, below) in zip(lines, lines.dropFirst()) {
      #expect(below.y >= above.y + above.height - 1e-6)
    }
    #expect(lines.last.map { $0.y + $0.height <= layout.size.height + 1e-6 } ?? true)
    let scrolls = layout.blocks.contains { $0.contentWidth > $0.contentFrame.size.width }
    for block in layout.blocks {
      #expect(!block.lines.isEmpty)
      #expect(holds(block.frame, block.contentFrame))
      for line in lines[block.lines] {
        #expect(line.y >= block.contentFrame.minY - 1e-6)
        #expect(line.y + line.height <= block.contentFrame.maxY + 1e-6)
        guard !scrolls else { continue }
        #expect(line.x >= block.contentFrame.minX - 1e-6)
        #expect(line.frame.maxX <= block.contentFrame.maxX + 1e-6)
      }
      if let parent = layout.blocks.first(where: { $0.index == block.parent }) {
        #expect(parent.contentFrame.minX <= block.frame.minX + 1e-6)
        #expect(parent.contentFrame.maxX >= block.frame.maxX - 1e-6)
        #expect(parent.lines.contains(block.lines.lowerBound))
      }
    }
  }

  private func holds(_ outer: Rect, _ inner: Rect) -> Bool {
    outer.minX <= inner.minX && inner.maxX <= outer.maxX + 1e-9
      && outer.minY <= inner.minY && inner.maxY <= outer.maxY + 1e-9
  }

  @Test(arguments: seeds(50, long: 250))
  func `lines do not overlap the trailing label or cutouts`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let layout = randomLayout(&random)
    guard layout.options.alignmentWidth == nil else { return }
    if let label = layout.trailingFrame, label.size.width > 0 {
      #expect(label.maxX <= layout.size.width + 1e-6 && label.maxY <= layout.size.height + 1e-6)
      for line in layout.lines where line.y + line.height > label.minY + 1e-6 {
        #expect(line.frame.maxX <= label.minX + 1e-6 || line.x >= label.maxX - 1e-6)
      }
    }
    let insets = layout.options.insets
    for cutout in layout.options.cutouts where !cutout.isAtBottom {
      for line in layout.lines where line.width > 0 {
        let top = line.y - insets.top
        guard top < cutout.top + cutout.size.height, top + line.height > cutout.top else {
          continue
        }
        switch cutout.edge {
        case .left: #expect(line.x >= insets.left + cutout.size.width - 1e-6)
        // A word that may overflow its line may also reach into a cutout.
        case .right where layout.options.overflow == .visible: break
        case .right:
          #expect(line.frame.maxX <= layout.size.width - insets.right - cutout.size.width + 1e-6)
        }
      }
    }
  }

  @Test(arguments: seeds(50, long: 300))
  func `line and height limits hold for text with blocks`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.randomFlow(using: &random)
    var options = LayoutOptions.randomFlow(using: &random)
    let limits = LayoutOptions.randomLimits(using: &random)
    (options.maximumLines, options.maximumHeight) = (limits.maximumLines, limits.maximumHeight)
    (options.truncation, options.truncationToken) = (limits.truncation, limits.truncationToken)
    (options.trailingReserve, options.minimumLines, options.cutouts) = (nil, 0, [])
    (options.overflow, options.codeOverflow) = (.breaks, .wraps)
    let layout = engine.layout(text, options: options)
    let about = "\(text.string.debugDescription) \(text.blocks.map(\.range)) \(options)"
    #expect(layout.lineCount <= max(1, options.maximumLines ?? .max), "\(about)")
    if let limit = options.maximumHeight, !limit.isNaN, layout.lineCount > 1 {
      let height = layout.size.height - options.insets.top - options.insets.bottom
      // The heights of InteractiveTextNode and TextNode are integral.
      #expect(height <= limit.rounded(.up) + 1e-6, "\(about)")
    }
    #expect(layout.misplaced == [], "\(about)")
    #expect(layout.partition == text.length, "\(about)")
    for token in layout.placedTokens {
      let line = layout.lines.first { $0.y == token.frame.minY }
      #expect(line != nil, "\(about)")
      guard token.kind != .softWrap, let line else { continue }
      #expect(token.frame.minX >= line.x - 1e-6, "\(about)")
      #expect(token.frame.maxX <= line.frame.maxX + 1e-6, "\(about)")
    }
    let truncating = layout.placedTokens.filter { $0.kind == .truncation }
    #expect(truncating.count <= 1 && (truncating.isEmpty || layout.isTruncated), "\(about)")
    // Visible characters are hidden only by a limit, or in a collapsed block.
    let isCollapsed = layout.blocks.contains { $0.isCollapsed }
    if !layout.isTruncated, !isCollapsed { #expect(layout.hiddenRanges == [], "\(about)") }
  }
}
