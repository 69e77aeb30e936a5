package import GalleyPixels

/// The error thrown if a request cannot be answered with a picture.
package enum QuoteError: Error, Hashable, Sendable {
  /// The request has no fields.
  case emptyQuery
  /// The request has no list of messages, or an empty one.
  case noMessages
  /// No message could be drawn; the reason is that of the first.
  case nothingDrawn(reason: String)
  /// The request has more messages than allowed.
  case tooManyMessages(Int, limit: Int)
  /// A message has more UTF-16 units than allowed.
  case tooLong(message: Int, length: Int, limit: Int)
  /// The picture has more pixels than allowed.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The background is no color.
  case invalidColor(String)
  /// The picture was not finished in time.
  case deadline
  /// A bitmap cannot be created.
  case bitmap(BitmapError)
}

extension QuoteError: CustomStringConvertible {
  /// The message for the client; the first word is stable.
  package var description: String {
    switch self {
    case .emptyQuery: "query_empty"
    case .noMessages: "messages_empty"
    case .nothingDrawn: "empty_messages"
    case .tooManyMessages(let count, let limit):
      "too_many_messages: \(count), but at most \(limit) are allowed"
    case .tooLong(let message, let length, let limit):
      "message_too_long: messages[\(message)] has \(length) characters, but at most \(limit) are "
        + "allowed"
    case .tooManyPixels(let width, let height, let limit):
      "picture_too_large: \(width) × \(height) pixels, but at most \(limit) are allowed; use fewer "
        + "messages or a smaller scale"
    case .invalidColor(let word):
      "invalid_color: backgroundColor is \"\(word.prefix(40))\", but must be #rgb, #rrggbb, "
        + "#rrggbbaa, a CSS name, two of them with a slash between, or one after //"
    case .deadline: "deadline_exceeded: the picture was not finished in time"
    case .bitmap(let error): "picture_failed: \(error)"
    }
  }
}
