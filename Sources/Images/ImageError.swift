package import GalleyFiles
public import GalleyPixels

/// Why there is no image.
public enum ImageError: Error, Hashable, Sendable {
  /// The bytes are no image of a kind that can be decoded.
  case unknownFormat
  /// The file cannot be read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// The bytes end before the image does.
  case truncated(ImageFormat)
  /// The bytes contradict their format, or each other.
  case damaged(ImageFormat, reason: String)
  /// The image says that it has no pixels.
  case empty(width: Int, height: Int)
  /// The file is larger than ``ImageLimits/byteCount``.
  case tooManyBytes(Int, limit: Int)
  /// A side is longer than ``ImageLimits/side``.
  case tooLong(width: Int, height: Int, limit: Int)
  /// The image has more pixels than ``ImageLimits/pixelCount``.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The image has more pixels for each of its bytes than ``ImageLimits/pixelsPerByte``.
  case incredible(width: Int, height: Int, bytes: Int)
  /// The animation has more frames than ``ImageLimits/frameCount``.
  case tooManyFrames(Int, limit: Int)
  /// The image comes in more passes over its pixels than ``ImageLimits/scanCount``.
  case tooManyScans(Int, limit: Int)
  /// The library that decodes the format is not installed; `reason` is the loader's.
  case notLoaded(ImageFormat, reason: String)
  /// There is no bitmap for the pixels.
  case bitmap(BitmapError)
  /// The images of a conversation are, taken together, more than is read or kept of one.
  case overBudget
}

extension ImageError {
  /// Creates an error from that of the image's file.
  package init(_ error: FileError) {
    self = .unreadable(path: error.path, reason: error.reason)
  }
}

extension ImageError: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch self {
    case .unknownFormat: "not an image of PNG, JPEG, WebP or GIF"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .truncated(let format): "the \(format.rawValue) image ends too soon"
    case .damaged(let format, let reason): "not a readable \(format.rawValue) image: \(reason)"
    case .empty(let width, let height): "an image of \(width) x \(height) pixels has none"
    case .tooManyBytes(let count, let limit):
      "an image file of \(count) bytes; \(limit) are allowed"
    case .tooLong(let width, let height, let limit):
      "an image of \(width) x \(height) pixels; a side may have \(limit)"
    case .tooManyPixels(let width, let height, let limit):
      "an image of \(width) x \(height) pixels; \(limit) are allowed"
    case .incredible(let width, let height, let bytes):
      "an image of \(width) x \(height) pixels in \(bytes) bytes is not believable"
    case .tooManyFrames(let count, let limit): "an image of \(count) frames; \(limit) are allowed"
    case .tooManyScans(let count, let limit): "an image of \(count) scans; \(limit) are allowed"
    case .notLoaded(let format, let reason): "\(format.rawValue) cannot be decoded: \(reason)"
    case .bitmap(let error): error.description
    case .overBudget: "the conversation has too many large images"
    }
  }
}
