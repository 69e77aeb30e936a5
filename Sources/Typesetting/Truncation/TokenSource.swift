import GalleyGeometry
import GalleyShaping

/// A source of tokens for hidden text, laid out in the required style.
struct TokenSource {
  /// The kinds of tokens, from the preferred one to the narrowest.
  enum Kind: CaseIterable {
    /// The token of the options.
    case custom
    /// An ellipsis in the style of an adjacent character.
    case ellipsis
    /// No token.
    case none
  }

  private let text: AttributedText
  private let shapers: ShaperPool
  /// The token of the options, if any.
  private let custom: AttributedText?
  private let direction: TextDirection
  /// Whether trailing white space of the token takes room, because text follows.
  private let isFollowed: Bool
  /// The ellipses laid out so far, one for each style.
  private var ellipses: [(style: TextStyle, token: LaidOutToken)] = []
  private var customToken: LaidOutToken?

  /// Creates a token source.
  ///
  /// - Parameters:
  ///   - token: The token of the options.
  ///   - text: The truncated text.
  ///   - shaped: The shaped text.
  ///   - isInBlock: Whether the line is in a block.
  ///   - isAlone: Whether the line shows nothing but the token.
  ///   - isFollowed: Whether text of the line follows the token.
  ///   - isRightToLeft: Whether the line's paragraph is right-to-left.
  init(
    _ token: LayoutOptions.TruncationToken?, for text: AttributedText, shaped: ShapedText,
    isInBlock: Bool, isAlone: Bool, isFollowed: Bool, isRightToLeft: Bool
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

  /// The available kinds of tokens, preferred ones first.
  var kinds: [Kind] { custom == nil ? [.ellipsis, .none] : [.custom, .ellipsis, .none] }

  /// Returns the token for a line, if there is one; an ellipsis takes the style of the character at
  /// `offset`.
  mutating func token(_ kind: Kind, inStyleOf offset: Int) -> LaidOutToken? {
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

  private func layOut(_ text: AttributedText) -> LaidOutToken {
    var text = text
    if text.direction == .auto { text.direction = direction }
    let shaped = shapers.shape(text.shapingInput)
    let layout = shaped.layout(text, options: LayoutOptions(lineHeight: .perLine))
    return LaidOutToken(
      layout: layout,
      width: isFollowed ? max(layout.size.width, shaped.naturalWidth) : layout.size.width)
  }
}

extension TextPaint {
  /// The paint with its color, shadow and stroke only.
  fileprivate var withoutDecorations: TextPaint {
    var paint = TextPaint(color: color)
    paint.shadow = shadow
    paint.stroke = stroke
    return paint
  }
}
