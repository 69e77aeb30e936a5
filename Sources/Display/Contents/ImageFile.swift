internal import Dispatch
internal import GalleyGeometry
public import GalleyImages
internal import GalleyLayoutSpecs
internal import GalleyScheduling
internal import Synchronization

/// An image, identified by its bytes or its path, that is read when it is first drawn or measured.
///
/// Measuring needs the size, so measuring an unread image reads its file on the measuring thread;
/// ``prepare(_:)`` does so beforehand, off the main actor. The file is read only once.
///
/// Image files have identity: nodes that show the same object share bitmaps. The bytes are kept,
/// decoded pixels are not.
public final class ImageFile: Sendable {
  /// Reads the file.
  private let read: @Sendable () throws(ImageError) -> ImageSource
  /// The result of reading the file, once it has been read.
  private let result: Mutex<Result<ImageSource, ImageError>?>

  /// Creates an image from the bytes of a file, which are parsed when the image is first drawn or
  /// measured.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: The limits on the image.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) {
    read = { () throws(ImageError) in try ImageSource(bytes, limits: limits) }
    result = Mutex(nil)
  }

  /// Creates an image from a file, which is read when the image is first drawn or measured.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limits: The limits on the image.
  public init(path: String, limits: ImageLimits = ImageLimits()) {
    read = { () throws(ImageError) in try ImageSource(path: path, limits: limits) }
    result = Mutex(nil)
  }

  /// Creates an image from a source that has been read.
  public init(_ source: ImageSource) {
    read = { source }
    result = Mutex(.success(source))
  }

  /// Returns the image source, reading the file if necessary.
  ///
  /// Not for the main actor: it may read a whole file. A failure is final; reading is not retried.
  ///
  /// - Throws: `ImageError`, the same each time.
  public func source() throws(ImageError) -> ImageSource {
    if let known = result.withLock({ $0 }) { return try known.get() }
    let new = Result(catching: read)
    // Other threads may read the file at the same time; the first result wins, so that the source
    // stays one object.
    let first = result.withLock { result in
      if result == nil { result = new }
      return result ?? new
    }
    return try first.get()
  }

  /// Reads the files that have not been read, on several threads, so that measuring does not have
  /// to.
  ///
  /// Errors are reported when an image is drawn.
  ///
  /// - Parameter files: The files.
  public static func prepare(_ files: [ImageFile]) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        parallelApply(iterations: files.count) { _ = try? files[$0].source() }
        continuation.resume()
      }
    }
  }
}

extension ImageFile {
  /// Returns the size of the image in points, scaled down to the range in proportion where
  /// possible; `nil` if it cannot be read.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    guard let header = try? source().header, scale > 0 else { return nil }
    let (width, height) = (Double(header.width) / scale, Double(header.height) / scale)
    let factor = min(1, range.max.width / width, range.max.height / height)
    return ContentMeasurement(
      size: range.clamp(Size(width: width * factor, height: height * factor)))
  }
}
