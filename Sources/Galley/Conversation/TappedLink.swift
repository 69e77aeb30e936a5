internal import GalleyChat
public import GalleyTypesetting
internal import GalleyMessages
internal import GalleyRichMessages

/// A link of a conversation under the pointer, or one that was tapped.
public struct TappedLink: Hashable, Sendable {
  /// The kind of a link.
  public enum Kind: Hashable, Sendable {
    /// An address in the text.
    case url
    /// Words that lead to an address that they do not show.
    case textLink
    /// The preview of an address under the text.
    case preview
    /// A user by name.
    case mention
    /// A user without a name.
    case textMention
    /// A topic, such as `#galley`.
    case hashtag
    /// A currency or a stock, such as `$USD`.
    case cashtag
    /// A command of a bot, such as `/start`.
    case botCommand
    /// An email address.
    case email
    /// A phone number.
    case phoneNumber
    /// A number of a bank card.
    case bankCard
    /// A position in a recording.
    case timecode
    /// A point in time.
    case date
    /// A type that this library does not know: see ``TappedLink/type``.
    case other
  }

  /// The kind of the link.
  public let kind: Kind
  /// The type of the link, as the Bot API names it, or `link_preview`.
  public let type: String
  /// The destination of the link; `nil` for mentions, tags and commands, which have a meaning only
  /// in their chat.
  public let destination: LinkDestination?
  /// The text of the link.
  public let text: DisclosedText
  /// The UTF-8 offsets of the link in its message's text; `nil` for a preview and for a link of a
  /// truncation token.
  public private(set) var range: Range<Int>?

  /// Creates the link of an annotation; `nil` if the annotation is not a link.
  init?(_ link: AttributedText.Annotation, in text: AttributedText, revealed: RevealedSpoilers) {
    guard case .link(let type, _) = link.kind else { return nil }
    self.type = type
    kind = Kind(type)
    range = link.range
    destination = LinkDestination(link, in: text, revealed: revealed)
    self.text = text.plainText(of: link.range, revealed: revealed)
  }

  /// Creates the link of a part of a token; `nil` if the part is not a link.
  init?(_ part: TextLayout.TokenPart) {
    self.init(part.annotation, in: part.text, revealed: .all)
    range = nil
  }

  /// Creates the link of a button; `nil` if the address is not one that may be opened.
  init?(_ button: RichText.Button, to url: String) {
    guard let destination = LinkDestination(url) else { return nil }
    (kind, type) = (.textLink, "text_link")
    self.destination = destination
    text = RichMessage([.paragraph(button.text)]).plainText()
  }

  /// Creates the link of a preview.
  init(_ preview: LinkPreview) {
    (kind, type) = (.preview, "link_preview")
    destination = preview.destination
    text = DisclosedText(verbatim: preview.name)
  }

  /// The address of the link, or its text if there is none.
  package var target: String { destination?.url ?? text.string }
}

extension TappedLink.Kind {
  /// Creates the kind of a type of the Bot API.
  fileprivate init(_ type: String) {
    let kinds: [String: Self] = [
      "url": .url, "text_link": .textLink, "mention": .mention, "text_mention": .textMention,
      "hashtag": .hashtag, "cashtag": .cashtag, "bot_command": .botCommand, "email": .email,
      "phone_number": .phoneNumber, "bank_card": .bankCard, "bank_card_number": .bankCard,
      "timecode": .timecode, "media_timestamp": .timecode, "date_time": .date,
    ]
    self = kinds[type] ?? .other
  }
}
