internal import GalleyPixels
package import GalleySystem

/// Processes without rights that decode images of strangers.
///
/// Decoders are C libraries, in which a fault gives whoever made an image the rights of the
/// process. A helper process has none: it can use its memory, a socket and a memory file
/// (``HelperService``). Its crash, a forbidden call or a timeout is an error of the image, and
/// another process decodes the next one. Processes are kept and used again, for one image at a
/// time, so that decoding costs no more than copies of the file and of the pixels.
package final class ImageHelpers: Sendable {
  private static let service = "decode-images"

  private let pool: HelperPool

  /// Creates a source of processes, which start when images are decoded.
  ///
  /// - Parameters:
  ///   - program: The path of the program `galley`; `nil` for the one beside the current program.
  ///   - bounds: The bounds of a process.
  package init(program: String? = nil, bounds: HelperPool.Bounds = HelperPool.Bounds()) {
    pool = HelperPool(of: Self.service, program: program, bounds: bounds)
  }

  /// The IDs of the idle processes.
  package var processes: [Int32] { pool.processes }

  /// Decodes an image in a process.
  ///
  /// - Throws: `ImageError`; `damaged` if the process crashed or took too long.
  func decode(
    _ source: ImageSource, _ request: ImageSource.Request, pool: Bitmap.Pool
  ) throws(ImageError) -> ImageSource.DecodedImage {
    let size = PixelSize(width: source.header.storedWidth, height: source.header.storedHeight)
    return try decode(
      source.bytes, .image(request), room: Self.room(for: size), of: source.header, pool: pool)
  }

  /// Decodes the data of a frame of a file in a process.
  ///
  /// - Throws: `ImageError`; `damaged` if the process crashed or took too long.
  func decode(
    frame bytes: [UInt8], _ size: PixelSize, of header: ImageHeader, pool: Bitmap.Pool
  ) throws(ImageError) -> Bitmap {
    try decode(
      bytes, .frame(header.format, size), room: Self.room(for: size), of: header, pool: pool
    ).bitmap
  }

  private func decode(
    _ bytes: [UInt8], _ subject: ImageRequest.Subject, room: Int, of header: ImageHeader,
    pool bitmaps: Bitmap.Pool
  ) throws(ImageError) -> ImageSource.DecodedImage {
    let message = ImageRequest(byteCount: bytes.count, subject).message
    let answer: Result<ImageSource.DecodedImage, ImageError>
    do throws(HelperProcess.Failure) {
      answer = try pool.exchange(message, bytes.span, room: room) { answer, memory in
        Result { () throws(ImageError) in
          try ImageAnswer(answer, to: subject, of: header).image(
            in: memory, at: bytes.count, bitmaps)
        }
      }
    } catch {
      if case .unavailable = error { throw .notLoaded(header.format, reason: "\(error)") }
      throw .damaged(header.format, reason: "\(error)")
    }
    return try answer.get()
  }

  /// Returns the size of the largest bitmap that an image has, in either orientation, in bytes.
  private static func room(for size: PixelSize) -> Int {
    (max(size.width, size.height) + 4) * 4 * min(size.width, size.height)
      + 16 * (size.width + size.height)
  }
}

extension ImageHelpers {
  /// Serves another process instead of running the program, if its arguments ask for it.
  package static func serveIfRequested() {
    HelperService.runIfRequested(service, preparing: ImageDecoding.loadLibraries) { message, file in
      ImageAnswer.answering(message, in: file).message
    }
  }
}
