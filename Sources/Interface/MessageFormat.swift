internal import GalleyCInterface
internal import GalleyMessageOutput
internal import GalleyMessages
internal import GalleyRichMessages

/// The format of a message; the raw values are those of `galley_format`.
enum MessageFormat: UInt32 {
  case json, text, markdown, markdownV2, legacyMarkdown, html, richMarkdown, richHTML

  /// Reads a message.
  ///
  /// - Throws: `InterfaceError` if it is invalid.
  func message(
    _ bytes: [UInt8], _ options: RichMessage.ReadingOptions
  ) throws(InterfaceError) -> InputMessage {
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw InterfaceError(
        MessageError.invalidUTF8(byte: error.byteOffsets.lowerBound), in: bytes)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .json where InputMessage.isRich(json: bytes):
      return try rich(bytes) { () throws(RichMessageError) in
        try RichMessage(json: bytes, options: options)
      }
    case .richMarkdown:
      return try rich(bytes) { () throws(RichMessageError) in
        try RichMessage(markdown: text, options: options)
      }
    case .richHTML:
      return try rich(bytes) { () throws(RichMessageError) in
        try RichMessage(html: text, options: options)
      }
    case .json, .text, .markdown, .markdownV2, .legacyMarkdown, .html:
      do throws(MessageError) { return .message(try plain(bytes, text)) } catch {
        throw InterfaceError(error, in: bytes)
      }
    }
  }

  private func plain(_ bytes: [UInt8], _ text: String) throws(MessageError) -> Message {
    var message: Message
    switch self {
    case .json: return try Message(json: bytes)
    case .markdown: message = try Message(markdown: text)
    case .markdownV2: message = try Message(markdownV2: text)
    case .legacyMarkdown: message = try Message(legacyMarkdown: text)
    case .html: message = try Message(html: text)
    case .text, .richMarkdown, .richHTML: return Message(text)
    }
    // No markup can express mentions or tags; their detection is left to the receiver.
    message.detectEntities()
    return message
  }

  private func rich(
    _ bytes: [UInt8], _ read: () throws(RichMessageError) -> RichMessage
  ) throws(InterfaceError) -> InputMessage {
    do throws(RichMessageError) {
      return .rich(try read(), self == .json ? Message.id(ofJSON: bytes) : nil)
    } catch { throw InterfaceError(error, in: bytes) }
  }
}
