public import GalleyImages
public import GalleyJSON
public import GalleyMessages
internal import GalleyPixels

/// What is wrong with a chat file.
public enum ChatError: Error, Hashable, Sendable {
  /// The bytes are not UTF-8, from this one on.
  case invalidUTF8(byte: Int)
  /// The text is not JSON.
  case invalidJSON(JSONError)
  /// It is neither an object with messages nor a list of them.
  case wrongType(found: String)
  /// A field of the chat itself is missing or wrong.
  case chat(MessageError)
  /// A field of a message is missing or wrong.
  case message(number: Int, MessageError)
  /// An image of a message cannot be shown.
  case image(number: Int, path: String, ImageError)
  /// The picture of a custom emoji cannot be shown.
  case customEmoji(id: String, path: String, ImageError)
  /// The picture would be larger than a bitmap may be.
  case tooLarge(width: Int, height: Int)
  /// The system has no memory for the picture.
  case outOfMemory(bytes: Int)
}

extension ChatError: CustomStringConvertible {
  /// What is wrong and where, in one line; messages count from 1.
  public var description: String {
    switch self {
    case .invalidUTF8(let byte): "not UTF-8 (byte \(byte)); convert the file first"
    case .invalidJSON(let error): error.description
    case .wrongType(let found):
      "a chat is an object with \"messages\", or a list of messages, and not \(found)"
    case .chat(let error): error.description
    case .message(let number, let error): "message \(number): \(error)"
    case .image(let number, _, .unreadable(let path, let reason)):
      "message \(number): \(path): \(reason)"
    case .image(let number, let path, let error): "message \(number): \(path): \(error)"
    case .customEmoji(let id, _, .unreadable(let path, let reason)):
      "custom emoji \(id.prefix(24)): \(path): \(reason)"
    case .customEmoji(let id, let path, let error):
      "custom emoji \(id.prefix(24)): \(path): \(error)"
    case .tooLarge(let width, let height):
      "the picture would have \(width) x \(height) pixels, which is too many; use a smaller --scale"
    case .outOfMemory(let bytes): BitmapError.outOfMemory(bytes: bytes).description
    }
  }
}
