import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Options that affect a layout make layouts unequal, and options for painting do not.
@Suite struct OptionTests {
  /// A change of each option.
  static let changes: [@Sendable (inout LayoutOptions) -> Void] = [
    { $0.width = 30 }, { $0.alignment = .right }, { $0.lineHeight = .perLine },
    { $0.lineHeight = .interactiveTextNode }, { $0.tabWidth = 33 }, { $0.alignmentWidth = 90 },
    { $0.lineSpacing = .factor(0.5) }, { $0.wrapping = .balanced }, { $0.wrapping = .optimal },
    { $0.overflow = .visible }, { $0.codeOverflow = .scrolls }, { $0.maximumLines = 2 },
    { $0.minimumLines = 30 }, { $0.maximumHeight = 45 },
    {
      $0.maximumLines = 2
      $0.truncation = .middle
    },
    {
      $0.maximumLines = 2
      $0.truncationToken = LayoutOptions.TruncationToken(
        AttributedText("+", style: TestFonts.style()))
    },
    { $0.insets = Insets(top: 1, left: 2, bottom: 3, right: 4) },
    { $0.lineGrid = PixelGrid(scale: 0.83) },
    { $0.cutouts = [.topLeft(Size(width: 20, height: 10))] },
    { $0.trailingReserve = Size(width: 20, height: 8) }, { $0.expandedBlocks = [1] },
  ]

  private func text() -> AttributedText {
    var text = AttributedText(
      "a\tb\nabc de f\nאב\nabcdefghijk 😀 ab\nlet a = bcdefghij kl\na\nb\nc\nd\ne",
      style: TestFonts.style())
    let code = text.string.utf8.count - 30
    text.addBlocks([
      TextBlock(.code(language: "c"), in: code..<code + 20),
      TextBlock(.quote, in: code + 21..<text.length, isCollapsible: true),
    ])
    return text
  }

  @Test(arguments: changes.indices)
  func `each option affects equality, hashing and the layout`(index: Int) throws {
    let text = text()
    let options = LayoutOptions(width: 60)
    var changed = options
    Self.changes[index](&changed)
    #expect(changed != options)
    #expect(changed.hashValue != options.hashValue)
    for (other, change) in Self.changes.enumerated() where other != index {
      var others = options
      change(&others)
      #expect(others != changed)
    }
    let engine = TestFonts.engine()
    let first = engine.layout(text, options: options)
    let cold = TestFonts.engine().layout(text, options: changed)
    let next = first.relayout(changed)
    #expect(next.flowFingerprint == cold.flowFingerprint)
    #expect(next.flowFingerprint != first.flowFingerprint)
    #expect(next.options == changed)
    #expect(next.relayout(options).flowFingerprint == first.flowFingerprint)
    // Shaping reads none of these options.
    #expect(next.hasSameText(as: first))
  }

  @Test func `colors, links and spoilers do not require reshaping`() throws {
    let engine = TestFonts.engine()
    let plain = text()
    var painted = plain
    painted.updateStyle(in: 0..<5) {
      $0.paint.color = .fixed(.white)
      $0.paint.underline = .solid
      $0.paint.shadow = TextPaint.Shadow(.white, blur: 2)
      $0.paint.highlight = TextPaint.Highlight(.white)
    }
    painted.annotate(0..<5, as: .spoiler)
    painted.annotate(0..<5, as: .link(type: "url", url: nil))
    #expect(engine.layout(plain).hasSameText(as: engine.layout(painted)))
    #expect(engine.layout(plain).hasSameLines(as: engine.layout(painted)))
    // Strokes affect line distances, but need no shaping either.
    painted.updateStyle(in: 0..<5) { $0.paint.stroke = TextPaint.Stroke(.white, width: 1) }
    #expect(engine.layout(plain).hasSameText(as: engine.layout(painted)))
  }
}

extension TextLayout {
  /// Returns whether both layouts share one shaped text.
  fileprivate func hasSameText(as other: TextLayout) -> Bool { shaped === other.shaped }
}
