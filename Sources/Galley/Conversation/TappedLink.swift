public import GalleyTypesetting
internal import GalleyMessages

/// A link of a conversation under the pointer, or one that was tapped.
public struct TappedLink: Hashable, Sendable {
  /// The type of the link, as the Bot API names it.
  public let type: String
  /// The destination of the link; `nil` for mentions, tags and commands, which have a meaning only
  /// in their chat.
  public let destination: LinkDestination?
  /// The text of the link.
  public let text: DisclosedText

  /// Creates the link of an annotation; `nil` if the annotation is not a link.
  init?(_ link: AttributedText.Annotation, in text: AttributedText, revealed: RevealedSpoilers) {
    guard case .link(let type, _) = link.kind else { return nil }
    self.type = type
    destination = LinkDestination(link, in: text, revealed: revealed)
    self.text = text.plainText(of: link.range, revealed: revealed)
  }

  /// Creates the link of a part of a token; `nil` if the part is not a link.
  init?(_ part: TextLayout.TokenPart) {
    self.init(part.annotation, in: part.text, revealed: .all)
  }

  /// The address of the link, or its text if there is none.
  package var target: String { destination?.url ?? text.string }
}
