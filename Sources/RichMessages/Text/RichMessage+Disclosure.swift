internal import GalleyMessages
public import GalleyTypesetting

extension RichMessage {
  /// Returns the blocks with a placeholder for each hidden spoiler.
  ///
  /// Spoilers are numbered in the order of reading; a spoiler inside another has no number. A
  /// hidden one remains a spoiler over its placeholder. Links that could show hidden text in their
  /// address are reduced to their text.
  ///
  /// - Parameter revealed: The revealed spoilers, by index.
  /// - Returns: The blocks.
  public func blocks(revealed: RevealedSpoilers = .none) -> [RichBlock] {
    guard revealed != .all else { return blocks }
    var disclosure = RichDisclosure(revealed)
    return disclosure.blocks(blocks)
  }

  /// Returns the message with placeholders for hidden spoilers, as in ``blocks(revealed:)``.
  public func disclosed(_ revealed: RevealedSpoilers = .none) -> RichMessage {
    var message = self
    message.blocks = blocks(revealed: revealed)
    return message
  }
}

/// The replacement of hidden spoilers by placeholders.
private struct RichDisclosure: RichTextTransform {
  private let revealed: RevealedSpoilers
  /// The index of the next spoiler.
  private var next = 0
  /// The links inside hidden spoilers of the current text.
  private var hiddenLinks: Set<RichText.Link> = []
  private var hidesText = false

  init(_ revealed: RevealedSpoilers) { self.revealed = revealed }

  mutating func text(_ text: RichText) -> RichText {
    hiddenLinks = []
    hidesText = false
    let result = covered(text)
    return hidesText ? withoutLinks(result) : result
  }

  mutating func block(_ block: RichBlock) -> RichBlock {
    guard case .unknown(var unknown) = block, let json = unknown.json else { return block }
    // The meaning of its fields is unknown.
    if json.contains("\"spoiler\"") { unknown.json = nil }
    return .unknown(unknown)
  }

  private mutating func covered(_ text: RichText) -> RichText {
    guard case .styled(.spoiler, let inner) = text else {
      let before = hidesText
      hidesText = false
      let result = text.mapParts { covered($0) }
      let hidesPart = hidesText
      hidesText = hidesPart || before
      guard hidesPart, case .link(let link, let part) = result, link.isReadFromText(of: text)
      else { return result }
      return part
    }
    let index = next
    next += 1
    guard !revealed.contains(index) else { return text }
    hidesText = true
    collectLinks(inner)
    return .styled(.spoiler, .plain(DisclosedText.placeholder))
  }

  private mutating func collectLinks(_ text: RichText) {
    if case .link(let link, _) = text { hiddenLinks.insert(link) }
    for part in text.parts { collectLinks(part) }
  }

  /// Removes links that lead where a hidden link does, such as the visible part of an address.
  private func withoutLinks(_ text: RichText) -> RichText {
    if case .link(let link, let part) = text, hiddenLinks.contains(link) {
      return withoutLinks(part)
    }
    return text.mapParts { withoutLinks($0) }
  }
}

extension RichText.Link {
  /// Whether the destination discloses the text of the link, which contains it.
  fileprivate func isReadFromText(of text: RichText) -> Bool {
    switch self {
    case .user: return false
    case .url(let url):
      guard case .textLink = MessageEntity.Kind.link(to: url, covering: text.wholeText) else {
        return true
      }
      return false
    default: return true
    }
  }
}
