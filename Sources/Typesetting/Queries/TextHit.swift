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
    public var annotations: [AttributedText.Annotation] = []
    /// The attachment at the point, unless it is hidden.
    public var attachment: TextAttachment?

    /// The innermost block whose frame contains the point.
    public var block: Block?
    /// The kind of the token at the point, if any.
    ///
    /// A token is a text of its own; ``annotations`` are then the token's.
    public var token: Token.Kind?

    /// The link at the point, if any.
    public var link: AttributedText.Annotation? {
      annotations.first { if case .link = $0.kind { true } else { false } }
    }

    /// The inline code at the point, if any.
    public var code: AttributedText.Annotation? { annotations.first { $0.kind == .code } }
  }
}
