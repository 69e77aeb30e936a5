package import GalleyMessages
package import GalleyTypesetting

extension Message.ID {
  private static let indexPrefix = "index/"

  /// Creates the ID of a message of an archive that has none of its own.
  ///
  /// - Parameter index: The index of the message.
  package init(ofIndex index: Int) { self = .string(Self.indexPrefix + String(index)) }

  /// The index for which the ID was created; `nil` for an ID that messages have of their own.
  package var archiveIndex: Int? {
    guard case .string(let text) = self, text.hasPrefix(Self.indexPrefix) else { return nil }
    return Int(text.dropFirst(Self.indexPrefix.count))
  }
}

extension ReplyPreview {
  /// Creates the preview of a message; one without a text is described in words.
  package init(of original: ChatMessage, _ style: ChatStyle) {
    let text =
      original.message.text.isEmpty
      ? Message(original.summary(style).disclosedString) : original.message
    self.init(text, from: original.sender)
  }
}

extension AttributedText {
  /// The text with placeholders for hidden spoilers.
  package var disclosedString: String { plainText(of: 0..<length, revealed: .none).string }
}
