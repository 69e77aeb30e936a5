public import GalleyGeometry

extension TextLayout {
  /// An annotated part of a truncation token, such as a link or the action of "Read more".
  ///
  /// A token is a text of its own: the range of ``annotation`` refers to ``text``, not to the text
  /// of the layout.
  public struct TokenPart: Hashable, Sendable {
    /// The annotation.
    public let annotation: AttributedText.Annotation
    /// The text of the token.
    public let text: AttributedText
    /// The meaning of the token.
    public let token: Token.Kind
    /// The index of the line that shows the token.
    public let line: Int

    /// Whether the part can be tapped: it is a link or an annotation defined by the host.
    public var isTarget: Bool {
      switch annotation.kind {
      case .link, .other: true
      case .spoiler, .code: false
      }
    }
  }

  /// Returns the rectangles that a part of a token covers, as high as the line of the token.
  ///
  /// - Parameter part: A part of a token of this layout; any other covers nothing.
  /// - Returns: The rectangles in the layout's coordinates, from left to right.
  public func rects(of part: TokenPart) -> [Rect] {
    guard let token = token(ofLine: part.line), token.kind == part.token,
      token.layout.text == part.text
    else { return [] }
    return token.layout.rects(of: part.annotation.range).map { rect in
      Rect(
        x: rect.minX + token.origin.x, y: token.frame.minY, width: rect.size.width,
        height: token.frame.size.height)
    }
  }

  /// Returns the parts of tokens that can be tapped, from the top down.
  package var tokenTargets: [TokenPart] {
    guard let truncations = flow?.flow.truncations else { return [] }
    return truncations.flatMap { truncation -> [TokenPart] in
      guard let token = truncation.token else { return [] }
      let text = token.layout.text
      return text.annotations.map {
        TokenPart(annotation: $0, text: text, token: truncation.kind, line: truncation.line)
      }.filter(\.isTarget)
    }
  }

  /// Returns the annotated parts of a line's token at a point, innermost first.
  func tokenParts(ofLine line: Int, at point: Point, slop: Double) -> [TokenPart] {
    guard let token = token(ofLine: line) else { return [] }
    let place = Point(x: point.x - token.origin.x, y: point.y - token.origin.y)
    // Tokens are painted without covers, so their spoilers hide nothing.
    return token.layout.hit(at: place, slop: slop, revealed: .all).annotations.map {
      TokenPart(annotation: $0, text: token.layout.text, token: token.kind, line: line)
    }
  }

  /// Returns the token that replaces hidden text of a line, if any.
  private func token(ofLine line: Int) -> Token? {
    flow?.flow.truncation(ofLine: line).flatMap(placedToken(of:))
  }
}
