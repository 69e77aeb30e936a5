package import GalleyFiles
public import GalleyPixels

/// An image file whose header has been read and found to be within limits.
///
/// It is what an image is known by: two sources are the same image if they are the same object.
public final class ImageSource: Sendable {
  /// The file's bytes.
  public let bytes: [UInt8]
  /// What the file says of itself.
  public let header: ImageHeader

  /// Makes a source of a file's bytes; nothing is decoded yet.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: What the image may have.
  /// - Throws: ``ImageError``.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) {
    guard bytes.count <= limits.byteCount else {
      throw .tooManyBytes(bytes.count, limit: limits.byteCount)
    }
    let header = try ImageHeader(bytes)
    try limits.check(header, byteCount: bytes.count)
    self.bytes = bytes
    self.header = header
  }

  /// Reads a regular file; nothing is decoded yet.
  ///
  /// - Parameters:
  ///   - path: The file's path, which is trusted: any file may be read by it.
  ///   - limits: The limits on the image; a larger file is not read.
  /// - Throws: ``ImageError``.
  public convenience init(
    path: String, limits: ImageLimits = ImageLimits()
  ) throws(ImageError) {
    let file: RegularFile
    do { file = try RegularFile(path: path) } catch { throw ImageError(error) }
    try self.init(file, limits: limits)
  }

  /// Reads an open file; nothing is decoded yet.
  package convenience init(
    _ file: borrowing RegularFile, limits: ImageLimits = ImageLimits()
  ) throws(ImageError) {
    try self.init(Self.bytes(of: file, limits), limits: limits)
  }

  private static func bytes(
    of file: borrowing RegularFile, _ limits: ImageLimits
  ) throws(ImageError) -> [UInt8] {
    guard file.status.size <= limits.byteCount else {
      throw .tooManyBytes(file.status.size, limit: limits.byteCount)
    }
    do { return try file.bytes(limit: limits.byteCount) } catch { throw ImageError(error) }
  }

  /// Decodes the image, or the first frame of an animation.
  ///
  /// On any thread; what is decoded is not kept.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - pool: Where the memory comes from and goes back to.
  /// - Returns: The pixels, in the size that the request has for this image.
  /// - Throws: ``ImageError``; a file that ends too soon is one, unless the request allows it.
  public func decode(
    _ request: ImageRequest = ImageRequest(), pool: BitmapPool = .shared
  ) throws(ImageError) -> DecodedImage {
    guard header.isComplete || request.allowsPartial else { throw .truncated(header.format) }
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

  /// Whether the file says that no pixel lets anything shine through.
  private func isOpaque(_ isComplete: Bool) -> Bool {
    switch header.format {
    case .jpeg: true
    // What is missing lets all shine through.
    case .png: isComplete && !header.hasAlpha
    case .webp, .gif: false
    }
  }
}

/// The pixels of an image file.
public struct DecodedImage: Sendable {
  /// The pixels, turned as they are to be seen; a pixel is a point.
  public let bitmap: Bitmap
  /// Whether no pixel lets anything shine through.
  public let isOpaque: Bool
  /// Whether all pixels are the file's.
  public let isComplete: Bool
}
