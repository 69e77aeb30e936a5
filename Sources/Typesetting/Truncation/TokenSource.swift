import GalleyGeometry
import GalleyShaping

/// Lays out what stands for hidden text, in whatever style that has to be.
struct TokenSource {
  /// What stands for hidden text, from what is wanted to what needs the least room.
  enum Kind: CaseIterable {
    /// What the options say.
    case custom
    /// An ellipsis in the style of a character beside it.
    case ellipsis
    /// Nothing: text just ends.
    case none
  }

  private let text: AttributedText
  private let shapers: ShaperPool
  /// The token that the options say, if they say any.
  private let custom: AttributedText?
  private let direction: TextDirection
  /// Whether white space at the token's end takes room, since text follows.
  private let isFollowed: Bool
  /// The ellipses made so far; there are as many as there are styles.
  private var ellipses: [(style: TextStyle, token: CutToken)] = []
  private var customToken: CutToken?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - token: What the options say of tokens.
  ///   - text: The text that is hidden in part.
  ///   - shaped: The same, shaped.
  ///   - isInBlock: Whether the line is in a block.
  ///   - isAlone: Whether the line has nothing else to show.
  ///   - isFollowed: Whether text of the line follows behind the token.
  ///   - isRightToLeft: Whether the line's paragraph goes from right to left.
  init(
    _ token: TruncationToken?, for text: AttributedText, shaped: ShapedText, isInBlock: Bool,
    isAlone: Bool, isFollowed: Bool, isRightToLeft: Bool
  ) {
    self.text = text
    self.isFollowed = isFollowed
    shapers = shaped.shapers
    direction = isRightToLeft ? .rightToLeft : .leftToRight
    let wanted = isInBlock ? token?.textInBlocks ?? token?.text : token?.text
    custom = wanted.map { wanted in
      let line = wanted.firstLine
      return isAlone ? line.withoutLeadingEllipsis : line
    }
  }

  /// The kinds of tokens that there are.
  var kinds: [Kind] { custom == nil ? [.ellipsis, .none] : [.custom, .ellipsis, .none] }

  /// The token for a line.
  ///
  /// - Parameters:
  ///   - kind: Which token.
  ///   - offset: The character whose style an ellipsis has.
  /// - Returns: The token, or `nil` if it is nothing.
  mutating func token(_ kind: Kind, inStyleOf offset: Int) -> CutToken? {
    switch kind {
    case .none: return nil
    case .custom:
      guard let custom, custom.length > 0 else { return nil }
      if let customToken { return customToken }
      customToken = layOut(custom)
      return customToken
    case .ellipsis:
      var style = text.style(at: min(offset, max(0, text.length - 1)))
      style.paint = style.paint.withoutDecorations
      if let known = ellipses.first(where: { $0.style == style }) { return known.token }
      let token = layOut(AttributedText("…", style: style, language: text.language))
      ellipses.append((style, token))
      return token
    }
  }

  private func layOut(_ text: AttributedText) -> CutToken {
    var text = text
    if text.direction == .auto { text.direction = direction }
    let shaped = shapers.shape(text.shapingInput)
    let layout = shaped.layout(text, options: LayoutOptions(lineHeight: .perLine))
    return CutToken(
      layout: layout,
      width: isFollowed ? max(layout.size.width, shaped.naturalWidth) : layout.size.width)
  }
}

extension TextPaint {
  /// The color of the glyphs, and what else belongs to their shapes.
  fileprivate var withoutDecorations: TextPaint {
    var paint = TextPaint(color: color)
    paint.shadow = shadow
    paint.stroke = stroke
    return paint
  }
}

extension AttributedText {
  /// The text up to its first line end.
  fileprivate var firstLine: AttributedText {
    let bytes = string.utf8.span
    var index = 0
    while index < bytes.count {
      let isLineEnd =
        switch bytes[index] {
        case 0x0A...0x0D: true
        case 0xC2: bytes[index + 1] == 0x85
        case 0xE2: bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8
        default: false
        }
      if isLineEnd { return part(0..<index) }
      index += 1
    }
    return self
  }

  /// The text without the ellipsis and the space that it begins with, if it does.
  fileprivate var withoutLeadingEllipsis: AttributedText {
    let bytes = string.utf8.span
    let lead: [UInt8] = [0xE2, 0x80, 0xA6, 0x20]
    guard bytes.count > lead.count, lead.indices.allSatisfy({ bytes[$0] == lead[$0] }) else {
      return self
    }
    return part(lead.count..<bytes.count)
  }

  /// A part of the text with its styles, links and attachments, but without blocks.
  private func part(_ range: Range<Int>) -> AttributedText {
    var result = AttributedText(
      String(decoding: Array(string.utf8)[range], as: UTF8.self), style: baseStyle,
      direction: direction, language: language)
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(
        shapingSpans.end(at: start, length: length), paintSpans.end(at: start, length: length),
        range.upperBound)
      result.setStyle(
        style(at: start), in: start - range.lowerBound..<end - range.lowerBound)
      start = end
    }
    for annotation in annotations {
      let covered = annotation.range.clamped(to: range)
      result.annotate(
        covered.lowerBound - range.lowerBound..<covered.upperBound - range.lowerBound,
        as: annotation.kind)
    }
    if !structure.isUsual {
      result.structure.value.attachments = structure.value.attachments.compactMap { placed in
        guard range.contains(placed.offset) else { return nil }
        var placed = placed
        placed.offset -= range.lowerBound
        return placed
      }
    }
    return result
  }
}
