package import GalleySystem
public import GalleyPixels
internal import Synchronization

/// An image file whose header has been read and is within limits.
///
/// Sources are compared by identity.
public final class ImageSource: Sendable {
  /// The file's bytes.
  public let bytes: [UInt8]
  /// The properties of the image.
  public let header: ImageHeader

  /// The processes that decode the image; `nil` to decode it in this one.
  private let helpers: ImageHelpers?
  private let animation = Mutex(WeakAnimation())

  /// Creates a source from a file's bytes, without decoding pixels.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: The limits of the image.
  /// - Throws: ``ImageError``.
  public convenience init(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(ImageError) {
    try self.init(bytes, limits: limits, helpers: nil)
  }

  /// Creates a source from a file's bytes, whose pixels other processes decode.
  package init(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits(), helpers: ImageHelpers?
  ) throws(ImageError) {
    guard bytes.count <= limits.byteCount else {
      throw .tooManyBytes(bytes.count, limit: limits.byteCount)
    }
    let header = try ImageHeader(bytes)
    try limits.check(header, byteCount: bytes.count)
    self.bytes = bytes
    self.header = header
    self.helpers = helpers
  }

  /// Creates a source from a file's bytes and header, which are within the limits.
  init(_ bytes: [UInt8], _ header: ImageHeader) {
    (self.bytes, self.header, helpers) = (bytes, header, nil)
  }

  /// Creates a source from a regular file, without decoding pixels.
  ///
  /// - Parameters:
  ///   - path: The file's path, which must be trusted: it may name any file.
  ///   - limits: The limits of the image; a larger file is not read.
  /// - Throws: ``ImageError``.
  public convenience init(path: String, limits: ImageLimits = ImageLimits()) throws(ImageError) {
    let file: RegularFile
    do { file = try RegularFile(path: path) } catch { throw ImageError(error) }
    try self.init(file, limits: limits)
  }

  /// Creates a source from an open file, without decoding pixels.
  package convenience init(
    _ file: borrowing RegularFile, limits: ImageLimits = ImageLimits(),
    helpers: ImageHelpers? = nil
  ) throws(ImageError) {
    try self.init(Self.bytes(of: file, limits), limits: limits, helpers: helpers)
  }

  private static func bytes(
    of file: borrowing RegularFile, _ limits: ImageLimits
  ) throws(ImageError) -> [UInt8] {
    guard file.status.size <= limits.byteCount else {
      throw .tooManyBytes(file.status.size, limit: limits.byteCount)
    }
    do { return try file.bytes(limit: limits.byteCount) } catch { throw ImageError(error) }
  }

  /// The animation in the file, the same object for as long as it is in use; `nil` if the image is
  /// not animated, or its frames violate the default limits.
  ///
  /// - Complexity: O(*n*) for *n* bytes, unless the animation is in use.
  public var animatedImage: AnimatedImage? {
    guard header.isAnimated else { return nil }
    if let known = animation.withLock({ $0.image }) { return known }
    guard let new = try? AnimatedImage(self) else { return nil }
    return animation.withLock { animation in
      // If two threads locate the frames at the same time, the first result is used.
      let first = animation.image ?? new
      animation.image = first
      return first
    }
  }

  /// Decodes the image, or the first frame of an animation.
  ///
  /// It may be called on any thread; the result is not cached.
  ///
  /// - Parameters:
  ///   - request: The decoding options.
  ///   - pool: The pool that provides the memory.
  /// - Returns: The pixels, in the size that the request determines for this image.
  /// - Throws: ``ImageError``, also for a truncated file unless the request accepts it.
  public func decode(
    _ request: Request = Request(), pool: Bitmap.Pool = .shared
  ) throws(ImageError) -> DecodedImage {
    guard header.isComplete || request.allowsPartial else { throw .truncated(header.format) }
    if let helpers { return try helpers.decode(self, request, pool: pool) }
    let seen = request.size(for: header.width, header.height)
    let stored =
      header.orientation.swapsAxes ? PixelSize(width: seen.height, height: seen.width) : seen
    let decoding = ImageDecoding(
      bytes: bytes, header: header, allowsPartial: request.allowsPartial, pool: pool)
    let (raw, isComplete) = try decoding.bitmap(atLeast: stored)
    do throws(BitmapError) {
      var bitmap = raw
      if request.mode != .atLeast,
        bitmap.width != stored.width || bitmap.height != stored.height
      {
        bitmap = try bitmap.scaled(width: stored.width, height: stored.height, pool: pool)
      }
      bitmap = try header.orientation.applied(to: bitmap, pool: pool)
      bitmap.scale = 1
      return DecodedImage(
        bitmap: bitmap, isOpaque: isOpaque(isComplete) || bitmap.isOpaque,
        isComplete: isComplete && header.isComplete)
    } catch {
      throw .bitmap(error)
    }
  }

  /// Decodes the data of a frame, which covers its whole canvas.
  func decode(
    frame bytes: [UInt8], _ size: PixelSize, pool: Bitmap.Pool
  ) throws(ImageError) -> Bitmap {
    if let helpers { return try helpers.decode(frame: bytes, size, of: header, pool: pool) }
    return try ImageDecoding(frame: bytes, header.format, size, pool: pool).frame()
  }

  /// Returns whether the file guarantees that all pixels are opaque.
  private func isOpaque(_ isComplete: Bool) -> Bool {
    switch header.format {
    case .jpeg: true
    // Missing pixels are transparent.
    case .png: isComplete && !header.hasAlpha
    case .webp, .gif: false
    }
  }
}

extension ImageSource {
  /// The pixels of an image file.
  public struct DecodedImage: Sendable {
    /// The oriented pixels, at one pixel per point.
    public let bitmap: Bitmap
    /// Whether all pixels are opaque.
    public let isOpaque: Bool
    /// Whether all pixels come from the file.
    public let isComplete: Bool
  }
}

/// A weak reference to an animation, which retains its source.
private struct WeakAnimation: Sendable {
  weak var image: AnimatedImage?
}
