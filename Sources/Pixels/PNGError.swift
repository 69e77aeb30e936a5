/// Why a PNG image could not be read or written.
public enum PNGError: Error, Hashable, Sendable {
  /// The bytes are no PNG image, or a damaged one; `reason` is libspng's.
  case damaged(reason: String)
  /// The image says it is larger than is allowed, or larger than its bytes make believable.
  case tooLarge(width: Int, height: Int)
  /// There is no bitmap for the pixels.
  case bitmap(BitmapError)
  /// The image could not be written; `reason` is libspng's.
  case unwritable(reason: String)
}

extension PNGError: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch self {
    case .damaged(let reason): "not a readable PNG image: \(reason)"
    case .tooLarge(let width, let height):
      "a PNG image that says it has \(width) x \(height) pixels, which is too many"
    case .bitmap(let error): error.description
    case .unwritable(let reason): "the PNG image cannot be written: \(reason)"
    }
  }
}
