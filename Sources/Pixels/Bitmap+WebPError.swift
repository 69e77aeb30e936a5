extension Bitmap {
  /// The error thrown if a bitmap cannot be encoded as a WebP image.
  public enum WebPError: Error, Hashable, Sendable {
    /// The width or the height exceeds the maximum of the format, in pixels.
    case tooLarge(width: Int, height: Int, maximum: Int)
    /// The library libwebp is missing; `reason` is the loader's message.
    case notLoaded(reason: String)
    /// The library cannot allocate memory.
    case outOfMemory
  }
}

extension Bitmap.WebPError: CustomStringConvertible {
  /// A description of the error.
  public var description: String {
    switch self {
    case .tooLarge(let width, let height, let maximum):
      "a WebP image of \(width) x \(height) pixels is too large: a side has at most \(maximum)"
    case .notLoaded(let reason):
      "cannot encode WebP images: \(reason); install the package libwebp7"
    case .outOfMemory: "cannot encode the WebP image: out of memory"
    }
  }
}
