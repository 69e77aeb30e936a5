/// The error thrown if a bitmap cannot be created.
public enum BitmapError: Error, Hashable, Sendable {
  /// A side is less than one pixel.
  case empty(width: Int, height: Int)
  /// A side exceeds ``Bitmap/sideLimit``, or the size ``Bitmap/byteLimit``.
  case tooLarge(width: Int, height: Int)
  /// The memory for the pixels cannot be allocated.
  case outOfMemory(bytes: Int)
}

extension BitmapError: CustomStringConvertible {
  /// A description of the error with the valid range.
  public var description: String {
    switch self {
    case .empty(let width, let height):
      "a bitmap of \(width) x \(height) pixels is empty: each side needs at least one pixel"
    case .tooLarge(let width, let height):
      "a bitmap of \(width) x \(height) pixels is too large: at most \(Bitmap.sideLimit) x "
        + "\(Bitmap.sideLimit) pixels and \(Bitmap.byteLimit >> 20) MB are allowed"
    case .outOfMemory(let bytes):
      "out of memory: cannot allocate a bitmap of \(bytes) bytes"
    }
  }
}
