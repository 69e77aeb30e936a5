internal import GalleyImageCodecs
internal import GalleyGeometry
internal import GalleyPixels

/// A decoder of an image file with a known header.
struct ImageDecoding {
  let bytes: [UInt8]
  let header: ImageHeader
  let allowsPartial: Bool
  let pool: Bitmap.Pool

  /// Decodes the image at the cheapest size that is not smaller than requested.
  ///
  /// - Parameter size: The minimum size in the stored orientation, at most that of the image.
  /// - Returns: A premultiplied bitmap of at least that size, and whether all its pixels come from
  ///   the file.
  /// - Throws: `ImageError`.
  func bitmap(atLeast size: PixelSize) throws(ImageError) -> (bitmap: Bitmap, isComplete: Bool) {
    switch header.format {
    case .png: try png()
    case .jpeg: try jpeg(atLeast: size)
    case .webp: try webp(at: size)
    case .gif: try gif()
    }
  }

  /// Creates a decoder of the data of an animation's frame, which covers its whole canvas.
  init(frame bytes: [UInt8], _ format: ImageHeader.Format, _ size: PixelSize, pool: Bitmap.Pool) {
    var header = ImageHeader(format)
    (header.storedWidth, header.storedHeight) = (size.width, size.height)
    if format == .gif {
      header.firstFrame = ImageHeader.Frame(
        bytes: 0..<0, x: 0, y: 0, width: size.width, height: size.height)
    }
    self.init(bytes: bytes, header: header, allowsPartial: false, pool: pool)
  }

  init(bytes: [UInt8], header: ImageHeader, allowsPartial: Bool, pool: Bitmap.Pool) {
    (self.bytes, self.header, self.allowsPartial, self.pool) = (bytes, header, allowsPartial, pool)
  }

  /// Decodes the frame for which the decoder was created, at one pixel per point.
  func frame() throws(ImageError) -> Bitmap {
    var bitmap = try bitmap(atLeast: ownSize).bitmap
    bitmap.scale = 1
    return bitmap
  }

  /// Loads all libraries, and decodes and scales an image, so that nothing is loaded later.
  static func loadLibraries() {
    JPEG.load()
    WebP.load()
    GIF.load()
    let picture = try? Bitmap(width: 9, height: 9).pngData()
    let source = picture.flatMap { try? ImageSource($0) }
    _ = try? source?.decode(ImageSource.Request(size: PixelSize(width: 4, height: 4)))
  }

  private var ownSize: PixelSize {
    PixelSize(width: header.storedWidth, height: header.storedHeight)
  }

  private func emptyBitmap(_ size: PixelSize) throws(ImageError) -> Bitmap {
    do throws(BitmapError) {
      return try Bitmap(width: size.width, height: size.height, pool: pool)
    } catch {
      throw .bitmap(error)
    }
  }

  private func png() throws(ImageError) -> (bitmap: Bitmap, isComplete: Bool) {
    do throws(PNGError) {
      return try Bitmap.decoding(png: bytes.span, allowsPartial: allowsPartial, pool: pool)
    } catch {
      switch error {
      case .damaged(let reason), .unwritable(let reason): throw .damaged(.png, reason: reason)
      case .tooLarge(let width, let height):
        throw .implausibleSize(width: width, height: height, bytes: bytes.count)
      case .bitmap(let error): throw .bitmap(error)
      }
    }
  }

  /// Decodes JPEG at a reduced DCT scale, which saves most of the work.
  private func jpeg(
    atLeast size: PixelSize
  ) throws(ImageError) -> (bitmap: Bitmap, isComplete: Bool) {
    func length(_ eighths: Int) -> PixelSize {
      PixelSize(
        width: JPEG.length(header.storedWidth, eighths: eighths),
        height: JPEG.length(header.storedHeight, eighths: eighths))
    }
    let eighths =
      JPEG.eighths.first { length($0).width >= size.width && length($0).height >= size.height }
      ?? 8
    let rough = length(eighths)
    var bitmap = try emptyBitmap(rough)
    let doubt = try decode(into: &bitmap) { pixels, bytesPerRow throws(DecodingFailure) in
      try JPEG.decode(
        bytes.span, into: &pixels, bytesPerRow: bytesPerRow, size: (rough.width, rough.height),
        eighths: eighths)
    }
    guard let doubt else { return (bitmap, true) }
    guard allowsPartial else { throw .damaged(.jpeg, reason: doubt) }
    return (bitmap, false)
  }

  private func webp(at size: PixelSize) throws(ImageError) -> (bitmap: Bitmap, isComplete: Bool) {
    guard header.frameCount > 1 || header.firstFrame != nil else {
      // The library scales without premultiplying, so images with alpha are decoded at full size.
      return try webp(bytes.span, own: ownSize, size: header.hasAlpha ? ownSize : size)
    }
    guard let frame = header.firstFrame, frame.x + frame.width <= header.storedWidth,
      frame.y + frame.height <= header.storedHeight
    else { throw .damaged(.webp, reason: "invalid first frame") }
    var canvas = try emptyBitmap(ownSize)
    let own = PixelSize(width: frame.width, height: frame.height)
    let image = try webp(bytes.span.extracting(frame.bytes), own: own, size: own)
    canvas.draw(image.bitmap, x: frame.x, y: frame.y)
    return (canvas, image.isComplete)
  }

  private func webp(
    _ chunks: Span<UInt8>, own: PixelSize, size: PixelSize
  ) throws(ImageError) -> (bitmap: Bitmap, isComplete: Bool) {
    var bitmap = try emptyBitmap(allowsPartial ? own : size)
    let (width, height) = (bitmap.width, bitmap.height)
    let rows = try decode(into: &bitmap) { pixels, bytesPerRow throws(DecodingFailure) in
      do throws(DecodingFailure) {
        try WebP.decode(
          chunks, into: &pixels, bytesPerRow: bytesPerRow, ownSize: (own.width, own.height),
          size: (width, height))
        return height
      } catch {
        guard allowsPartial, error == .truncated else { throw error }
        let rows = try? WebP.decodeBeginning(
          chunks, into: &pixels, bytesPerRow: bytesPerRow, ownSize: (own.width, own.height))
        guard let rows, rows > 0 else { throw error }
        return rows
      }
    }
    bitmap.premultiply(rows: 0..<rows)
    bitmap.clear(rows: rows..<height)
    return (bitmap, rows == height)
  }

  private func gif() throws(ImageError) -> (bitmap: Bitmap, isComplete: Bool) {
    guard let frame = header.firstFrame else { throw .damaged(.gif, reason: "no frames") }
    var bitmap = try emptyBitmap(ownSize)
    let outcome = try decode(into: &bitmap) { pixels, bytesPerRow throws(DecodingFailure) in
      try GIF.decodeFirstFrame(
        bytes.span, into: &pixels, bytesPerRow: bytesPerRow,
        canvas: (header.storedWidth, header.storedHeight), frame: (frame.width, frame.height))
    }
    guard outcome == .complete || allowsPartial else {
      throw .damaged(.gif, reason: "missing pixels")
    }
    return (bitmap, outcome == .complete)
  }

  /// Calls a library with the pixels of a bitmap.
  private func decode<Value>(
    into bitmap: inout Bitmap,
    _ body: (inout MutableSpan<UInt8>, _ bytesPerRow: Int) throws(DecodingFailure) -> Value
  ) throws(ImageError) -> Value {
    let result = bitmap.withMutableBytes { pixels, bytesPerRow in
      Result { () throws(DecodingFailure) in try body(&pixels, bytesPerRow) }
    }
    switch result {
    case .success(let value)?: return value
    case .failure(.notLoaded(let reason))?: throw .notLoaded(header.format, reason: reason)
    case .failure(.truncated)?: throw .truncated(header.format)
    case .failure(.damaged(let reason))?: throw .damaged(header.format, reason: reason)
    case .failure(.outOfMemory)?, nil: throw .bitmap(.outOfMemory(bytes: bitmap.byteCount))
    }
  }
}
