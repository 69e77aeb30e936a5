import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport

extension AttributedText {
  /// Returns a text with blocks and paragraph styles.
  static func randomFlow(using random: inout SplitMix64) -> AttributedText {
    var text = AttributedText.random(using: &random)
    func range(_ random: inout SplitMix64) -> Range<Int> {
      let ends = [0, 1].map { _ in Int.random(in: 0...text.length, using: &random) }.sorted()
      return ends[0]..<ends[1]
    }
    var blocks: [TextBlock] = []
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let kind = Bool.random(using: &random) ? TextBlock.Kind.quote : .code(language: "c")
      let titles: [TextBlock.Title?] = [
        "Title", "a long title", "", nil, .styled(Self.title(using: &random)),
      ]
      let title = titles.randomElement(using: &random) ?? nil
      blocks.append(
        TextBlock(
          kind, in: range(&random), title: title, isCollapsible: Bool.random(using: &random)))
    }
    text.addBlocks(blocks)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      text.setParagraphStyle(.random(using: &random), in: range(&random))
    }
    return text
  }

  /// Returns a block's title with a style, an attachment, and a block of its own.
  private static func title(using random: inout SplitMix64) -> AttributedText {
    var title = AttributedText(
      "a styled title",
      replacing: [(1..<2, TextAttachment(id: "", size: Size(width: 9, height: 30)))],
      style: TestFonts.style())
    title.updateStyle(in: 4..<9) { $0.font.size = .random(in: 1...40, using: &random) }
    title.addBlocks([TextBlock(.quote, in: 3..<7, title: .styled(title))])
    return title
  }
}

extension ParagraphStyle {
  /// Returns a paragraph style with random indents and spacings.
  static func random(using random: inout SplitMix64) -> ParagraphStyle {
    let distances = [0, 0, 5, 12.5, -10, 1.0 / 3, .nan, .infinity]
    func distance() -> Double { distances.randomElement(using: &random) ?? 0 }
    let alignments: [TextAlignment?] = [nil, nil, .end, .center, .right, .justified]
    return ParagraphStyle(
      alignment: alignments.randomElement(using: &random) ?? nil, firstLineIndent: distance(),
      indent: distance(), endIndent: distance().isInfinite ? 3 : distance(),
      spacingBefore: distance(), spacingAfter: distance())
  }
}

extension LayoutOptions {
  /// Returns random options of a flow.
  static func randomFlow(using random: inout SplitMix64) -> LayoutOptions {
    var options = LayoutOptions.random(using: &random)
    if Bool.random(using: &random) {
      options.lineHeight = Bool.random(using: &random) ? .textNode : .interactiveTextNode
    }
    let spacings: [LayoutOptions.LineSpacing] = [
      .none, .factor(0.12), .points(2.5), .factor(1.0 / 3),
    ]
    options.lineSpacing = spacings.randomElement(using: &random) ?? .none
    if Bool.random(using: &random) {
      options.insets = Insets(top: 2, left: 2, bottom: 5, right: 1.0 / 3)
    }
    for _ in 0..<(Bool.random(using: &random) ? 0 : Int.random(in: 1...3, using: &random)) {
      let edge = Bool.random(using: &random) ? LayoutOptions.Cutout.Edge.left : .right
      let size = Size(
        width: Double.random(in: 0...60, using: &random),
        height: Double.random(in: 0...50, using: &random))
      var cutout = LayoutOptions.Cutout(
        edge, top: Double.random(in: -5...60, using: &random), size: size)
      cutout.isAtBottom = Int.random(in: 0..<4, using: &random) == 0
      options.cutouts.append(cutout)
    }
    if Bool.random(using: &random) {
      options.trailingReserve = Size(
        width: Double.random(in: 0...80, using: &random),
        height: Double.random(in: 0...30, using: &random))
    }
    options.expandedBlocks = Set((0..<6).filter { _ in Bool.random(using: &random) })
    options.minimumLines = [0, 0, 3].randomElement(using: &random) ?? 0
    if Int.random(in: 0..<4, using: &random) == 0 {
      options.maximumLines = Int.random(in: 1...5, using: &random)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      options.maximumHeight = Double.random(in: 0...100, using: &random)
    }
    options.codeOverflow = Bool.random(using: &random) ? .wraps : .scrolls
    let wrappings: [LayoutOptions.Wrapping] = [.greedy, .greedy, .balanced, .optimal]
    options.wrapping = wrappings.randomElement(using: &random) ?? .greedy
    if Int.random(in: 0..<4, using: &random) == 0 { options.overflow = .visible }
    if Int.random(in: 0..<4, using: &random) == 0 { options.alignment = .justified }
    return options
  }

  /// Returns the same options for another width.
  func with(width: Double) -> LayoutOptions {
    var options = self
    options.width = width
    return options
  }
}

extension TextLayout {
  /// An exact description of a flowed layout.
  var flowFingerprint: [String] {
    var result = fingerprint
    for block in blocks {
      var block = block
      result += block.title?.fingerprint ?? []
      block.title = nil
      result.append("\(block)")
    }
    result += placedTokens.map { "\($0.origin) \($0.frame) \($0.kind) \($0.layout.fingerprint)" }
    result.append("\(hiddenRanges) \(isTruncated) \(String(describing: trailingFrame))")
    return result
  }
}
