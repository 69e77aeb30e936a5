public import GalleyTypesetting
internal import GalleyMessages

/// A link of a conversation under the pointer, or one that was tapped.
public struct TappedLink: Hashable, Sendable {
  /// The type of the link, as the Bot API names it.
  public let type: String
  /// The place that the link leads to; `nil` for mentions, tags and commands, which mean something
  /// in their chat only.
  public let destination: LinkDestination?
  /// The text of the link.
  public let text: DisclosedText

  /// Makes the link of an annotation; `nil` if that is none.
  init?(_ link: Annotation, in text: AttributedText, revealed: RevealedSpoilers) {
    guard case .link(let type, _) = link.kind else { return nil }
    self.type = type
    destination = LinkDestination(link, in: text, revealed: revealed)
    self.text = text.plainText(of: link.range, revealed: revealed)
  }

  /// The address that the link opens, or else its text.
  package var target: String { destination?.url ?? text.string }
}
