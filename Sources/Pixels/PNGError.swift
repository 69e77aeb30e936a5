/// The error thrown if a PNG image cannot be decoded or encoded.
public enum PNGError: Error, Hashable, Sendable {
  /// The bytes are not a valid PNG image; `reason` is libspng's message.
  case damaged(reason: String)
  /// The stated size exceeds the limits, or is implausible for the number of bytes.
  case tooLarge(width: Int, height: Int)
  /// A bitmap for the pixels cannot be created.
  case bitmap(BitmapError)
  /// The image could not be encoded; `reason` is libspng's message.
  case unwritable(reason: String)
}

extension PNGError: CustomStringConvertible {
  /// A description of the error.
  public var description: String {
    switch self {
    case .damaged(let reason): "damaged PNG image: \(reason)"
    case .tooLarge(let width, let height):
      "the PNG image of \(width) x \(height) pixels is too large"
    case .bitmap(let error): error.description
    case .unwritable(let reason): "cannot encode the PNG image: \(reason)"
    }
  }
}
