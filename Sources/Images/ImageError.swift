package import GalleySystem
public import GalleyPixels

/// The error thrown if an image cannot be decoded.
public enum ImageError: Error, Hashable, Sendable {
  /// The format is not supported.
  case unknownFormat
  /// The file cannot be read; `reason` is the system's message.
  case unreadable(path: String, reason: String)
  /// The file is truncated.
  case truncated(ImageHeader.Format)
  /// The file violates its format.
  case damaged(ImageHeader.Format, reason: String)
  /// The header states a size without pixels.
  case empty(width: Int, height: Int)
  /// The file is larger than ``ImageLimits/byteCount``.
  case tooManyBytes(Int, limit: Int)
  /// A side is longer than ``ImageLimits/side``.
  case tooLong(width: Int, height: Int, limit: Int)
  /// The image has more pixels than ``ImageLimits/pixelCount``.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The image has more pixels for each of its bytes than ``ImageLimits/pixelsPerByte``.
  case implausibleSize(width: Int, height: Int, bytes: Int)
  /// The animation has more frames than ``ImageLimits/frameCount``.
  case tooManyFrames(Int, limit: Int)
  /// The frames of the animation have more pixels together than
  /// ``ImageLimits/animationPixelCount``.
  case tooManyAnimatedPixels(limit: Int)
  /// The image comes in more passes over its pixels than ``ImageLimits/scanCount``.
  case tooManyScans(Int, limit: Int)
  /// The decoder library is not installed; `reason` is the loader's message.
  case notLoaded(ImageHeader.Format, reason: String)
  /// A bitmap for the pixels cannot be created.
  case bitmap(BitmapError)
  /// The images of a conversation exceed the budget for reading or keeping them.
  case overBudget
}

extension ImageError {
  /// Creates an error from a file error.
  package init(_ error: FileError) {
    self = .unreadable(path: error.path, reason: error.reason)
  }
}

extension ImageError: CustomStringConvertible {
  /// A description of the error.
  public var description: String {
    switch self {
    case .unknownFormat: "not a PNG, JPEG, WebP or GIF image"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .truncated(let format): "the \(format.rawValue) image is truncated"
    case .damaged(let format, let reason): "damaged \(format.rawValue) image: \(reason)"
    case .empty(let width, let height): "the image of \(width) x \(height) pixels is empty"
    case .tooManyBytes(let count, let limit):
      "the image file has \(count) bytes; at most \(limit) are allowed"
    case .tooLong(let width, let height, let limit):
      "the image has \(width) x \(height) pixels; at most \(limit) per side are allowed"
    case .tooManyPixels(let width, let height, let limit):
      "the image has \(width) x \(height) pixels; at most \(limit) are allowed"
    case .implausibleSize(let width, let height, let bytes):
      "\(bytes) bytes are too few for an image of \(width) x \(height) pixels"
    case .tooManyFrames(let count, let limit):
      "the image has \(count) frames; at most \(limit) are allowed"
    case .tooManyAnimatedPixels(let limit):
      "the frames of the image have more pixels than the \(limit) that are allowed"
    case .tooManyScans(let count, let limit):
      "the image has \(count) scans; at most \(limit) are allowed"
    case .notLoaded(let format, let reason): "cannot decode \(format.rawValue): \(reason)"
    case .bitmap(let error): error.description
    case .overBudget: "the conversation has too many large images"
    }
  }
}
