extension TextLayout {
  /// The result of a hit test.
  public struct Hit: Hashable, Sendable {
    /// The caret position nearest to the point.
    public var position: TextPosition
    /// The grapheme cluster at the point as UTF-8 offsets, if one is near enough.
    public var character: Range<Int>?
    /// The index of the spoiler that hides the character, if any.
    public var hiddenSpoiler: Int?
    /// The links, spoilers and other annotations of the character, innermost first; empty if it is
    /// hidden.
    ///
    /// Their ranges are those of the layout's text.
    public var annotations: [AttributedText.Annotation] = []
    /// The attachment at the point, unless it is hidden.
    public var attachment: TextAttachment?

    /// The innermost block whose frame contains the point.
    public var block: Block?
    /// The kind of the token at the point, if any.
    public var token: Token.Kind?
    /// The annotated parts of the token at the point, innermost first.
    ///
    /// A token is a text of its own, so its annotations have a type of their own.
    public var tokenParts: [TokenPart] = []

    /// The link of the text at the point, if any; a link of a token is a ``tokenTarget``.
    public var link: AttributedText.Annotation? {
      annotations.first { if case .link = $0.kind { true } else { false } }
    }

    /// The inline code at the point, if any.
    public var code: AttributedText.Annotation? { annotations.first { $0.kind == .code } }

    /// The link or custom action of the token at the point, if any.
    public var tokenTarget: TokenPart? { tokenParts.first(where: \.isTarget) }
  }
}
