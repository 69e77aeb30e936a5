/// Why there is no bitmap.
public enum BitmapError: Error, Hashable, Sendable {
  /// A side is less than one pixel.
  case empty(width: Int, height: Int)
  /// A side is over ``Bitmap/sideLimit``, or the pixels take more than ``Bitmap/byteLimit``.
  case tooLarge(width: Int, height: Int)
  /// The system has no memory for the pixels.
  case outOfMemory(bytes: Int)
}

extension BitmapError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .empty(let width, let height):
      "a bitmap of \(width) x \(height) pixels: each side needs one at least"
    case .tooLarge(let width, let height):
      "a bitmap of \(width) x \(height) pixels: at most \(Bitmap.sideLimit) x "
        + "\(Bitmap.sideLimit) pixels and \(Bitmap.byteLimit >> 20) MB are allowed"
    case .outOfMemory(let bytes):
      "out of memory: there is none for a bitmap of \(bytes) bytes"
    }
  }
}
