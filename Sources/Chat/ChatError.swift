public import GalleyImages
public import GalleyJSON
public import GalleyMessages
internal import GalleyPixels

/// An error in a chat file, or in a file that it refers to.
public enum ChatError: Error, Hashable, Sendable {
  /// The bytes are not valid UTF-8; `byte` is the offset of the first invalid one.
  case invalidUTF8(byte: Int)
  /// The text is not JSON.
  case invalidJSON(JSONError)
  /// The root is neither an object with messages nor an array of them.
  case wrongType(found: String)
  /// A field of the chat itself is missing or invalid.
  case chat(MessageError)
  /// A field of a message is missing or invalid.
  case message(number: Int, MessageError)
  /// An image of a message cannot be shown.
  case image(number: Int, path: String, ImageError)
  /// The picture of a custom emoji cannot be shown.
  case customEmoji(id: String, path: String, ImageError)
  /// The rendered picture would exceed the maximum bitmap size.
  case tooLarge(width: Int, height: Int)
  /// The memory for the picture cannot be allocated.
  case outOfMemory(bytes: Int)
}

extension ChatError: CustomStringConvertible {
  /// A one-line description of the error and its location; message numbers start at 1.
  public var description: String {
    switch self {
    case .invalidUTF8(let byte): "not valid UTF-8 (byte \(byte)); convert the file first"
    case .invalidJSON(let error): error.description
    case .wrongType(let found):
      "expected a list of messages or an object with \"messages\", but found \(found)"
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
      "the picture of \(width) x \(height) pixels is too large; use a smaller --scale"
    case .outOfMemory(let bytes): BitmapError.outOfMemory(bytes: bytes).description
    }
  }
}
