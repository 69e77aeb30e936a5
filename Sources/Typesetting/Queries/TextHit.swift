/// What is at a point of a layout.
public struct TextHit: Hashable, Sendable {
  /// The place of a caret nearest to the point.
  public var position: TextPosition
  /// The character at the point, as UTF-8 offsets, if one is near enough.
  public var character: Range<Int>?
  /// The number of the spoiler that hides the character, if one does.
  public var hiddenSpoiler: Int?
  /// The links, spoilers and other annotations of the character, the innermost first; none if it is
  /// hidden.
  public var annotations: [Annotation] = []
  /// The attachment that is the character, if it is one and not hidden.
  public var attachment: TextAttachment?

  /// The block at the point, if it is in one: anywhere within its frame.
  public var block: LayoutBlock?
  /// What kind of token is at the point, if there is one.
  ///
  /// A token is text of its own; ``annotations`` then are the token's.
  public var token: PlacedToken.Kind?

  /// The link at the point, if there is one.
  public var link: Annotation? {
    annotations.first { if case .link = $0.kind { true } else { false } }
  }

  /// The code within a line at the point, if there is any.
  public var code: Annotation? { annotations.first { $0.kind == .code } }
}
